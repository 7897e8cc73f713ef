"""The text of a card, made from what it does (data/effects), so that card and effect cannot disagree.

>>> from bocage.games.festung.game import Festung
>>> game = Festung()
>>> card = game.data.cards[game.card_numbers["allied-29"]]
>>> print(*lines(game, card), sep="\\n")
Only if it is Summer 1944 or later.
Only if Hitler is on the map.
Roll a die.
On 5 or 6: Hitler is eliminated (16.43).
On 5 or 6: VP -1.
Otherwise: for the rest of the game the plot has failed: Mincemeat, Disaster in the East, Orders from Berlin and \
Disaster in the Balkans cost the Axis their higher penalty (16.44).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from bocage.rules import pure

from ..data import Card, effects
from ..rules.position import OTHER
from . import fighting, forces, lasting
from .requirements import MISSIONS, asked
from .whom import (
    HELD,
    adjective,
    both,
    counted,
    does,
    either,
    goals,
    hexes,
    land,
    number,
    sentence,
    setter,
    side_name,
)

if TYPE_CHECKING:
    from ..game import Festung


def lines(game: Festung, card: Card) -> list[str]:
    """The text of a card: what it asks for, what it does in order, what becomes of it, what hangs on it."""
    found = [line for effect in card.effects for line in told(game, effect, card.side)]
    if card.combat and not any(isinstance(effect, effects.DiscardCard) for effect in card.effects):
        found.append("Stays face up for the turn, to be used again.")
    return [*found, *_links(game, card)]


@pure(1)
def _asking(game: Festung) -> dict[str, dict[str, list[str]]]:
    """For each card, the names of those that ask that it has been played, or that it has not."""
    found: dict[str, dict[str, list[str]]] = {"played": {}, "not_played": {}}
    for other in game.data.cards:
        for name, asked_for in found.items():
            for card in {card for part in effects.all_parts(other.effects) for card in getattr(part, name, ())}:
                asked_for.setdefault(card, []).append(other.name)
    return found


def _links(game: Festung, card: Card) -> Iterator[str]:
    """Cards that ask whether this one was played (6.511)."""
    opened, barred = (asked_for.get(card.id, []) for asked_for in _asking(game).values())
    if opened:
        yield f"Opens the way for {both(opened)}."
    if barred:
        yield f"Rules out {both(barred)}."


def told(game: Festung, effect: effects.AnyEffect, side: str) -> list[str]:
    """What a verb says, line by line; `side` is whose card it is."""
    return list(TOLD[type(effect)](game, effect, side))


def _clause(game: Festung, effect: effects.AnyEffect, side: str) -> str:
    """A verb in the middle of a sentence."""
    (line,) = told(game, effect, side)
    return f"{line[0].lower()}{line[1:]}".removesuffix(".")


# What is asked for


def _require(game: Festung, effect: effects.Require, side: str) -> Iterator[str]:
    for words in asked(game, effect, side):
        yield f"Only if {words}."


# Points, cards, bombers


def _ops(game: Festung, effect: effects.Ops, side: str) -> Iterator[str]:
    yield f"Conduct an operation with {effect.points} OPS."


def _vp(game: Festung, effect: effects.Vp, side: str) -> Iterator[str]:
    times = 2 if effect.option_19_33 == "double" and game.rules.war_crimes_doubled else 1
    words = f"VP {effect.delta * times:+}"
    if effect.alt is not None:
        words += f", or {effect.alt.delta * times:+} while {setter(game, effect.alt.if_flag)} is in force"
    yield f"{words}{' (19.33)' * (times > 1)}."


def _infra(game: Festung, effect: effects.Infra, side: str) -> Iterator[str]:
    yield f"German Infrastructure {effect.delta:+}."


def _hand(game: Festung, effect: effects.Hand, side: str) -> Iterator[str]:
    if effect.cancel_from:
        because = game.card_title(effect.cancel_from)
        yield f"The change that {because} made to the next {adjective(effect.side)} hand limit is called off."
    if effect.delta:
        change = f"{counted(abs(effect.delta), 'card')} {'lower' if effect.delta < 0 else 'higher'}"
        yield f"At the next draw the {adjective(effect.side)} hand limit is {change}."


def _draw(game: Festung, effect: effects.Draw, side: str) -> Iterator[str]:
    yield sentence(f"{does(effect.side, 'draw')} {counted(effect.n, 'card')} at once")


def _discard_random(game: Festung, effect: effects.DiscardRandom, side: str) -> Iterator[str]:
    yield sentence(f"{does(effect.side, 'lose')} {counted(effect.n, 'card')} from hand by lot")


def _sac(game: Festung, effect: effects.Sac, side: str) -> Iterator[str]:
    if effect.do == "add":
        yield f"{effect.marker} joins the bombers {'at the next Air Power Phase' if effect.when else 'at once'}."
        return
    flown = either([MISSIONS[mission] for mission in effect.missions])
    yield f"Take {counted(effect.count, 'bomber marker')} off {flown} till the next Air Power Phase."


# What lasts, and what is demanded


def _flag(game: Festung, effect: effects.Flag, side: str) -> Iterator[str]:
    yield lasting.sentence(game, effect, side)


def _clear_flag(game: Festung, effect: effects.ClearFlag, side: str) -> Iterator[str]:
    yield f"What {setter(game, effect.flag)} has set in force is over."


def _demand(game: Festung, effect: effects.Demand, side: str) -> Iterator[str]:
    what = _clause(game, effect.do, side).replace("up to ", "")  # completely, or not at all
    if isinstance(effect.do, effects.Step):
        what = what.replace("take ", "lose ", 1).replace(" off ", " from ", 1)
    yield sentence(f"{side_name(effect.side)} must at once {what}, or else {_penalty(game, effect)}")


def _penalty(game: Festung, effect: effects.Demand | effects.Obligation) -> str:
    return f"VP {effect.else_vp:+} ({effect.else_vp_alert:+} after {setter(game, 'hitler_alert')} has failed)"


def _obligation(game: Festung, effect: effects.Obligation, side: str) -> Iterator[str]:
    odds = f"odds of {effect.min_odds} or better before shifts"
    must = f"in its next action {side_name(effect.side)} must {effect.must} once at {odds}"
    yield sentence(f"{must}, or else {_penalty(game, effect)}")


def _roll(game: Festung, effect: effects.Roll, side: str) -> Iterator[str]:
    yield "Roll a die."
    yield from _under(game, effect.then, side, f"On {either([str(face) for face in effect.success])}")
    yield from _under(game, effect.otherwise, side, "Otherwise")


def _under(game: Festung, branch: tuple[effects.AnyEffect, ...], side: str, when: str) -> Iterator[str]:
    for effect in branch:
        for line in told(game, effect, side):
            first, rest = line.split(" ", 1)
            yield f"{when}: {first if first in _NAMES else first.lower()} {rest}"


_NAMES = ("VP", "Hitler", "German", "Allied", "Axis")


def _choose_one(game: Festung, effect: effects.ChooseOne, side: str) -> Iterator[str]:
    for count, option in enumerate(effect.options):
        yield from _under(game, option, side, "Or" if count else "Either")


def _win(game: Festung, effect: effects.Win, side: str) -> Iterator[str]:
    given = both(asked(game, effect.given, side))
    if effect.when == "turn_end":
        yield f"If {given} now, and still at Turn End, {does(effect.side, 'win')} then."
    else:
        yield f"If {given}, {does(effect.side, 'win')} at once."
    yield from _under(game, effect.otherwise, side, "If not so now")


# Hexes, zones, Hitler


def _take_control(game: Festung, effect: effects.TakeControl, side: str) -> Iterator[str]:
    places = [*hexes(game, effect.hexes), *(f"every hex of {there}" for there in land(effect.countries))]
    if effect.count or effect.country:
        words = ["vacant"] * effect.vacant + ([HELD[effect.start]] if effect.start else [])
        words += [either(effect.terrain)] if effect.terrain else []
        kind = f"{' '.join([*words, 'hex' if effect.count == 1 else 'hexes'])} of {either(land(effect.country))}"
        places.append(f"{number(effect.count) if effect.count else 'all'} {kind}")
    if effect.exclude:
        places[-1] += f" (not {either(hexes(game, effect.exclude))})"
    many = len(places) > 1
    if effect.to == "Soviet":
        words_ = f"{both(places)}, if still Axis-held, {'fall' if many else 'falls'} to the Soviets"
    else:
        words_ = f"{both(places)} {'become' if many else 'becomes'} {adjective(effect.to)}"
    if effect.vp_each:
        words_ += f", VP {effect.vp_each:+} each"
    yield sentence(words_)
    whose = "Enemy" if effect.to == "Soviet" else adjective(OTHER[effect.to])
    if effect.occupants == "eliminate":
        yield f"{whose} units there are eliminated."
    elif effect.occupants == "retreat":
        far = counted(effect.distance, "hex", "hexes")
        yield f"{whose} units there retreat {far}, or are eliminated if they cannot."


def _zone(game: Festung, effect: effects.Zone, side: str) -> Iterator[str]:
    whom = "both sides" if effect.side == "both" else side_name(effect.side)
    yield f"The red hexes are {'closed to' if effect.state == 'closed' else 'open again to'} {whom}."
    for who, fate in (("Axis", effect.axis_units), ("Allied", effect.allied_units)):
        if fate == "eliminate":
            yield f"{who} units there are eliminated."
        elif fate == "nearest_open":
            yield f"{who} units there go to the nearest open {who} hex."
        elif fate:
            yield f"{who} units there go to {goals(game, [fate])}; Italians and fortresses are eliminated."


def _eliminate_hitler(game: Festung, effect: effects.EliminateHitler, side: str) -> Iterator[str]:
    given = f" if {both(asked(game, effect.given, side))}" if effect.given else ""
    yield f"Hitler is eliminated{given.replace('Hitler', 'he')} (16.43)."


def _move_hitler(game: Festung, effect: effects.MoveHitler, side: str) -> Iterator[str]:
    where = either(hexes(game, effect.start))
    goal = f"{either(hexes(game, effect.to))}, if that is Axis-held and a German source of supply"
    if effect.must:
        yield f"If Hitler is in {where}, he must go at no cost to {goal}; if he cannot, he is eliminated."
    else:
        yield f"If Hitler is in {where}, he may go at no cost to {goal}."


TOLD: dict[type, Callable[[Any, Any, str], Iterator[str]]] = {
    **forces.TOLD,
    **fighting.TOLD,
    effects.Require: _require,
    effects.Ops: _ops,
    effects.Vp: _vp,
    effects.Infra: _infra,
    effects.Hand: _hand,
    effects.Draw: _draw,
    effects.DiscardRandom: _discard_random,
    effects.Flag: _flag,
    effects.ClearFlag: _clear_flag,
    effects.Demand: _demand,
    effects.Obligation: _obligation,
    effects.Roll: _roll,
    effects.Sac: _sac,
    effects.TakeControl: _take_control,
    effects.Zone: _zone,
    effects.EliminateHitler: _eliminate_hitler,
    effects.MoveHitler: _move_hitler,
    effects.ChooseOne: _choose_one,
    effects.Win: _win,
}
