"""Steps that a card gives or takes, and what a side must do at once or pay for in points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from bocage.rules import HEXES, PLAIN, UNITS, Conditions, Frame, Question, Units, event, going_on, offer

from ...data import effects
from .. import elimination, operations, tracks
from ..look import FestungLook, Play, members
from ..position import ALLIED, POOL
from ..supply.tracing import supplied
from . import places
from .choosing import matches
from .happening import Happening, effects_at

if TYPE_CHECKING:
    from ...game import Festung

returns = event("returns", "6.51", "{unit} comes back at {node}.", sort="arrival", unit=UNITS, node=HEXES)
refuses = event(
    "demand refused", "6.51",
    lambda game, side, card: f"{game.does(side, 'pay')} for not doing what {game.card_title(card)} asks.",
    who="side", card="word",
)  # fmt: skip
moved_to = event("demand met", "6.51", "{unit} goes to {node}.", sort="move", unit=UNITS, node=HEXES)


class Stepping(Frame, frozen=True):
    """Steps are lost or regained: who picks, the verb, how many more, and must it be all of them?"""

    step: ClassVar[str] = "card steps"
    side: str
    of: Happening
    left: int
    exact: bool = False


def verb_of(look: FestungLook, of: Happening) -> effects.Step:
    """The verb that is being carried out; it may be what a card demands."""
    found = effects_at(look.game, of)[of.at]
    if isinstance(found, effects.Demand):
        found = found.do
    assert isinstance(found, effects.Step)
    return found


def meant(look: FestungLook, effect: effects.Step) -> Units:
    """The units that can lose or regain a step by it."""
    found = matches(look, effect.sel, {effect.sel.mark: look.position.redeployed})
    if effect.delta < 0:
        return found & look.position.on_board
    whole = sum(1 << unit for unit in members(look.position.on_board) if look.position.units[unit].steps > 1)
    lost = look.in_place(POOL) & found
    back = sum(1 << unit for unit in members(lost) if returning(look, effect, unit))
    return found & look.position.on_board & ~whole | back


def returning(look: FestungLook, effect: effects.Step, unit: int) -> int:
    """Where an eliminated unit that regains a step comes back."""
    wanted = places.named(look, effect.to, look.counter(unit).side, look.kind(unit)) if effect.to else 0
    return places.open_to(look, unit, wanted)


def step(play: Play, frame: Happening, effect: effects.Step) -> None:
    """Up to so many steps, as the card's owner likes; or one for each unit that is meant."""
    units = meant(play.look, effect)
    if effect.count == "each":
        for unit in members(units):
            change(play, effect, unit)
    elif units:
        play.push(Stepping(frame.side, frame, effect.count))


def change(play: Play, effect: effects.Step, unit: int) -> None:
    """A unit loses or regains a step."""
    if effect.delta < 0:
        elimination.lose_step(play, unit, "6.51")
    elif play.position.units[unit].at == POOL:
        node = play.game.board.nodes(returning(play.look, effect, unit))[0]
        play.set_steps(unit, 1)
        play.put(unit, node)
        returns(play, unit, node)
    else:
        elimination.gain_step(play, unit, "6.51")


class CardSteps(Question[Stepping]):
    """The steps are picked one by one."""

    name, rule = "card steps", "6.51"

    def keep(self, look: FestungLook, frame: Stepping) -> bool:
        return not frame.exact

    def text(self, look: FestungLook, frame: Stepping) -> str:
        what = "loses" if verb_of(look, frame.of).delta < 0 else "regains"
        title = look.game.card_title(frame.of.card)
        return f"{title}: which unit {what} a step ({frame.left} {'more' if frame.exact else 'at most'})?"

    @offer("pick", UNITS, "6.51", "This one")
    def pick(self, look: FestungLook, frame: Stepping) -> Conditions:
        yield meant(look, verb_of(look, frame.of)), "6.51", "the card does not mean {it}"

    @pick.does
    def _(self, play: Play, frame: Stepping, unit: int) -> None:
        effect = verb_of(play.look, frame.of)
        change(play, effect, unit)
        if frame.left > 1 and meant(play.game.look(play.position), effect):
            play.swap(replace(frame, left=frame.left - 1))
        else:
            play.pop()

    end = going_on("6.51", "No more", when=lambda look, frame: not frame.exact)


# Demands


class Demanded(Frame, frozen=True):
    """A side does what a card demands completely at once, or loses points."""

    step: ClassVar[str] = "demand"
    side: str
    of: Happening
    moving: bool = False  # it complies by a redeployment


def demand(play: Play, frame: Happening, effect: effects.Demand) -> None:
    """What is not fully possible costs the points without a question."""
    if feasible(play.look, effect.do):
        play.push(Demanded(effect.side, frame))
    else:
        _pay(play, frame, effect)


def feasible(look: FestungLook, wanted: effects.AnyEffect) -> bool:
    """Can all of it be done?"""
    if isinstance(wanted, effects.Step):
        steps = sum(look.position.units[unit].steps for unit in members(meant(look, wanted)))
        return isinstance(wanted.count, int) and steps >= wanted.count
    assert isinstance(wanted, effects.Rd)
    return bool(movers(look, wanted))


def movers(look: FestungLook, wanted: effects.Rd) -> Units:
    """Units that can be redeployed as a card demands: in supply, no fortress, not held by Fortitude (6.31, 11.62)."""
    found = matches(look, wanted.sel) & look.position.on_board & ~look.game.fortresses & ~operations.frozen(look)
    found &= supplied(look, "axis") | supplied(look, ALLIED)
    where = places.named(look, wanted.to, "", "")
    return sum(1 << unit for unit in members(found) if places.open_to(look, unit, where))


def _pay(play: Play, frame: Happening, effect: effects.Demand) -> None:
    refuses(play, effect.side, frame.card)
    tracks.change_vp(play, effect.else_vp_alert if play.look.on("hitler_alert") else effect.else_vp, "16.44")


def _demand_of(look: FestungLook, frame: Demanded) -> effects.Demand:
    found = effects_at(look.game, frame.of)[frame.of.at]
    assert isinstance(found, effects.Demand)
    return found


def _asked(look: FestungLook, effect: effects.Demand) -> str:
    """What a card demands, as the beginning of a sentence."""
    game, wanted = look.game, effect.do
    if isinstance(wanted, effects.Step):
        steps = f"{wanted.count} step{'s' * (wanted.count != 1)}"
        return f"take {steps} off units in {_places(game, wanted.sel.within)}"
    assert isinstance(wanted, effects.Rd)
    return f"send a unit to {_places(game, wanted.to)}"


def _places(game: Festung, names: Sequence[object]) -> str:
    return " or ".join(game.hex_name(game.board.index[str(name)]) for name in names)


class Demands(Question[Demanded]):
    """It is done, or it is paid for (16.44)."""

    name, rule = "demand", "16.44"

    def text(self, look: FestungLook, frame: Demanded) -> str:
        title = look.game.card_title(frame.of.card)
        if frame.moving:
            return f"{title}: which unit goes?"
        effect = _demand_of(look, frame)
        cost = abs(effect.else_vp_alert if look.on("hitler_alert") else effect.else_vp)
        return f"{title}: {_asked(look, effect)}, or lose {cost} victory point{'s' * (cost > 1)}."

    @offer("comply", PLAIN, "6.51", "Do it", when=lambda look, frame: not frame.moving)
    def comply(self, look: FestungLook, frame: Demanded) -> Conditions:
        yield -1, "", ""

    @comply.does
    def _(self, play: Play, frame: Demanded, _: int) -> None:
        wanted = _demand_of(play.look, frame).do
        if isinstance(wanted, effects.Step):
            assert isinstance(wanted.count, int)
            play.swap(Stepping(frame.side, frame.of, wanted.count, exact=True))
        else:
            play.swap(replace(frame, moving=True))

    @offer("refuse", PLAIN, "16.44", "Pay for it", when=lambda look, frame: not frame.moving)
    def refuse(self, look: FestungLook, frame: Demanded) -> Conditions:
        yield -1, "", ""

    @refuse.does
    def _(self, play: Play, frame: Demanded, _: int) -> None:
        play.pop()
        _pay(play, frame.of, _demand_of(play.look, frame))

    @offer("pick", UNITS, "6.51", "This one", when=lambda look, frame: frame.moving)
    def pick(self, look: FestungLook, frame: Demanded) -> Conditions:
        wanted = _demand_of(look, frame).do
        assert isinstance(wanted, effects.Rd)
        yield movers(look, wanted), "6.51", "{it} cannot go where the card demands"

    @pick.does
    def _(self, play: Play, frame: Demanded, unit: int) -> None:
        wanted = _demand_of(play.look, frame).do
        assert isinstance(wanted, effects.Rd)
        where = places.open_to(play.look, unit, places.named(play.look, wanted.to, "", ""))
        node = play.game.board.nodes(where)[0]
        play.pop()
        play.put(unit, node)
        moved_to(play, unit, node)
