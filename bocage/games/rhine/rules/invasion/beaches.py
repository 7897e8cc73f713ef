"""The beaches of a landing (DD.1, DD.2), and where Naval Bombardment goes when there is a second one (NB.5, NB.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.rules import (
    HEXES,
    PLAIN,
    WORD,
    Conditions,
    Hexes,
    HexSet,
    OfSide,
    Question,
    Units,
    event,
    going_on,
    listed,
    offer,
    provided,
    pure,
)

from ..look import Play, RhineLook
from ..position import ALLIED, POOL, SCHEDULE
from .waves import beach_name

if TYPE_CHECKING:
    from ...game import Rhine


def _chosen(game: Rhine, nodes: tuple[int, ...], first: bool) -> str:
    names = listed([beach_name(game, node) for node in nodes])
    return f"{'D-Day' if first else 'A second D-Day'}: the Allies will land at {names}."


chosen = event("beaches", "DD.1", _chosen, side=ALLIED, nodes=HEXES)
shifted = event(
    "bombardment shifted", "NB.6",
    "Naval Bombardment {shifted:is shifted to the second landing|stays with the first beaches}.",
    side=ALLIED, shifted=WORD,
)  # fmt: skip


def d_day(look: RhineLook) -> bool:
    """Is it D-Day itself, the first turn (SET.8)?"""
    return bool(look.position.turn == look.game.rules.numbers["first_turn"])


def landable(look: RhineLook) -> Units:
    """Units that can be in a landing force now: any in the pool whose turn has come (DD.4, ruling R69).

    The Marines may land from their turn on if they have not come yet.
    """
    game, position = look.game, look.position
    found = look.in_place(POOL)
    if position.units[game.marines].at == SCHEDULE:
        found |= 1 << game.marines
    return found & game.come_by[position.turn]


class ChoosingBeaches(OfSide, frozen=True):
    """The Allied player chooses where to land."""

    beaches: Hexes = 0


class ChooseBeaches(Question[ChoosingBeaches]):
    """At most four landing hexes close together (DD.1, DD.2); from turn 3 on a second landing elsewhere (NB.5)."""

    name, rule = "beaches", "DD.1"

    def case(self, look: RhineLook, frame: ChoosingBeaches) -> str:
        return "DD.1" if d_day(look) else "NB.5"

    def text(self, look: RhineLook, frame: ChoosingBeaches) -> str:
        most = look.game.rules.numbers["landing_hexes"]
        if not frame.beaches:
            if d_day(look):
                return f"D-Day: choose up to {most} landing hexes."
            return f"Choose up to {most} landing hexes for a second D-Day, or end: not this turn."
        names = listed([beach_name(look.game, node) for node in look.game.board.nodes(frame.beaches)])
        first, second = room(look, frame.beaches)
        units = "1 unit" if first == 1 else f"{first} units"
        held = f"They take {units} in the first wave and {second} in the second."
        return f"To land at {names}: choose more landing hexes, or end. {held}"

    @offer("beach", HEXES, "DD.1")
    def beach(self, look: RhineLook, frame: ChoosingBeaches) -> Conditions:
        game, numbers = look.game, look.game.rules.numbers
        yield game.landing_hexes, "DD.1", "{it} is not a landing hex"
        elsewhere = ~look.position.first_beaches
        yield elsewhere, "NB.5", "{it} was a landing hex of D-Day: a second landing goes elsewhere"
        yield ~frame.beaches, "DD.1", "{it} is chosen already"
        yield provided(landable(look) != 0), "DD.3", "there is no unit left that could land"  # ruling R69
        most = numbers["landing_hexes"]
        more = frame.beaches.bit_count() < most
        yield provided(more), "DD.1", f"there may be no more than {most} landing hexes in a turn"
        for node in game.board.nodes(frame.beaches):
            far = f"{{it}} is more than {numbers['landing_spacing']} land hexes away from {beach_name(game, node)}"
            yield near(game, node), "DD.2", far

    @beach.does
    def _(self, play: Play, frame: ChoosingBeaches, node: int) -> None:
        play.swap(ChoosingBeaches(frame.side, frame.beaches | 1 << node))

    @offer("unbeach", HEXES, "DD.1")
    def unbeach(self, look: RhineLook, frame: ChoosingBeaches) -> Conditions:
        yield frame.beaches, "DD.1", "{it} is not chosen"

    @unbeach.does
    def _(self, play: Play, frame: ChoosingBeaches, node: int) -> None:
        play.swap(ChoosingBeaches(frame.side, frame.beaches & ~(1 << node)))

    @offer(
        "end", PLAIN, "DD.1",
        lambda look, frame: "These are the beaches" if frame.beaches else "No landing this turn",
        "these are the landing hexes",
    )  # fmt: skip
    def end(self, look: RhineLook, frame: ChoosingBeaches) -> Conditions:
        enough = bool(frame.beaches) or not d_day(look) or not landable(look)
        yield enough, "SET.8", "this is D-Day: choose at least one landing hex"

    @end.does
    def _(self, play: Play, frame: ChoosingBeaches, _: int) -> None:
        play.pop()
        if not frame.beaches:
            return
        position, first = play.position, d_day(play.look)
        chosen(play, tuple(play.game.board.nodes(frame.beaches)), first, rule="DD.1" if first else "NB.5")
        if first:
            position.first_beaches = position.naval = frame.beaches
        else:
            position.second_beaches = frame.beaches
            position.second_landing_turn = position.turn
            play.start("shift of naval bombardment", frame.side)


def room(look: RhineLook, beaches: HexSet) -> tuple[int, int]:
    """How many units landing hexes take in the first and in the second wave (DD.4, DD.5)."""
    values = [look.game.data.landings[node] for node in look.game.board.nodes(beaches)]
    return sum(value.first for value in values), sum(value.second for value in values)


@pure(64)
def near(game: Rhine, node: int) -> HexSet:
    """The landing hexes that may be used along with one: six hexes away at most, counted over land (ruling R25)."""
    reached = fresh = 1 << node
    for _ in range(game.rules.numbers["landing_spacing"]):
        fresh = game.land.step(fresh) & ~reached
        reached |= fresh
    return reached & game.landing_hexes


def _shift(play: Play) -> None:
    play.position.naval = play.position.second_beaches
    shifted(play, True)


class ShiftBombardment(Question[OfSide]):
    """Naval Bombardment may be shifted to the second landing, and then helps the first beaches no more (NB.6, R37)."""

    name, rule = "shift of naval bombardment", "NB.6"

    asks = "Shift Naval Bombardment to the second landing, or keep it at the first beaches?"

    shift = going_on(
        "NB.6", words="Naval Bombardment serves the new landing, and no longer the first beaches",
        verb="shift-bombardment", then=_shift,
    )  # fmt: skip
    stay = going_on(
        "NB.6", words="Naval Bombardment stays with the first beaches",
        verb="keep-bombardment", then=lambda play: shifted(play, False),
    )  # fmt: skip
