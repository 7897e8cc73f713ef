"""What a card says of units that come, return, redeploy and drop."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from ..data import effects
from .whom import HELD, article, both, counted, either, goals, hexes, land, meant, number, setter, standing, units

if TYPE_CHECKING:
    from ..game import Festung

COMING = {"full": "at full strength", "reduced": "reduced"}


def _invade(game: Festung, effect: effects.Invade, side: str) -> Iterator[str]:
    beaches = [*effect.beaches, *(effect.option_19_4 if game.rules.norway_or_holland else ())]
    box = either(hexes(game, [effect.box]))
    yield f"Invasion: land {both(units(game, effect.units))} from {box} in {either(hexes(game, beaches))}."
    if effect.introduce_if_absent:
        yield f"If never in play before, {both(units(game, effect.introduce_if_absent))} come with the card."
    if effect.ignores_one_per_turn:
        yield "It is not counted as the invasion of its turn."
    if effect.winter_ok:
        yield "Winter does not stop it."


def _reinforce(game: Festung, effect: effects.Reinforce, side: str) -> Iterator[str]:
    what = "Reinforcements" if len(effect.units) > 1 else "Reinforcement"
    first = f"On its first play only, {what.lower()}" if effect.once else what
    words = f"{first}: {both(units(game, effect.units))}, placed in {goals(game, effect.where)}"
    if effect.otherwise:
        words += f"; if none of these is open, in {goals(game, effect.otherwise)}"
    yield f"{words}."
    if effect.introduce_if_absent:
        yield f"If never in play before, {both(units(game, effect.introduce_if_absent))} comes too."


def _rp(game: Festung, effect: effects.Rp, side: str) -> Iterator[str]:
    whom = meant(game, effect.sel) + ("" if effect.sel.within else ", supplied or eliminated")
    yield f"{counted(effect.points, 'replacement point').capitalize()} for {whom}."
    if effect.sel.within and "pool" not in effect.sel.within:
        yield "Nobody is re-created."
    if effect.to:
        yield f"Eliminated ones return in {goals(game, effect.to)} only."
    yield "This is no RP action: no penalty, no Oil, no limit of 12.4."


def _rd(game: Festung, effect: effects.Rd, side: str) -> Iterator[str]:
    goal = f" to {goals(game, effect.to)}" if effect.to else ""
    long = len(effect.sel.within) > 2  # then it is told in a sentence of its own who goes where
    whom = meant(game, replace(effect.sel, within=()) if long else effect.sel, many=effect.units != 1)
    if effect.units:
        words = f"Redeploy up to {number(effect.units)} {whom}{goal * (not long)}"
    else:
        words = f"{counted(effect.points, 'redeployment point').capitalize()} for {whom}{goal and f', {goal.strip()}'}"
    words += ", free of charge" * effect.free + ", no path needed" * (not effect.path)
    if effect.ignore:
        words += f", ignoring {both([_limit(game, limit) for limit in effect.ignore])}"
    if effect.mark:
        words += "; one that is there already may be picked and stay"
    yield f"{words}."
    if long:
        yield f"They start {standing(game, effect.sel.within)}, and go{goal}."


def _limit(game: Festung, limit: str) -> str:
    return limit if limit == "interdiction" else setter(game, limit)


def _step(game: Festung, effect: effects.Step, side: str) -> Iterator[str]:
    lost = effect.delta < 0
    if effect.count == "each":
        each = meant(game, effect.sel)
        yield f"Each of the {each} {'loses' if lost else 'regains'} {counted(abs(effect.delta), 'step')}."
    else:
        steps = counted(abs(effect.delta) * effect.count, "step")
        up_to = "up to " if effect.count > 1 else ""
        whom = meant(game, effect.sel, many=effect.count > 1)
        whom = whom if effect.count > 1 or effect.sel.unit else article(whom)
        yield f"Take {up_to}{steps} off {whom}." if lost else f"Restore {up_to}{steps} to {whom}."
    if effect.to:
        yield f"An eliminated one returns reduced in {goals(game, effect.to)}."


def _fortress(game: Festung, effect: effects.Fortress, side: str) -> Iterator[str]:
    count = counted(effect.count, "fortress", "fortresses")
    yield (
        f"Up to {count} never used before, {COMING[effect.step]}, each in its own hex if that is Axis-held, "
        "has room and no Allied unit beside it."
    )


def _airdrop(game: Festung, effect: effects.Airdrop, side: str) -> Iterator[str]:
    words = ["vacant"] * effect.vacant + ([HELD[effect.control]] if effect.control else [])
    red = " that is not red" * effect.exclude_zone
    start = article(meant(game, effect.start, many=False))
    yield (
        f"{units(game, [effect.unit])[0]} drops into {article(' '.join([*words, 'hex']))} of "
        f"{either(land(effect.countries))}{red}, within {counted(effect.range, 'hex', 'hexes')} of {start}; "
        "the hex becomes Allied."
    )


TOLD: dict[type, Callable[[Any, Any, str], Iterator[str]]] = {
    effects.Invade: _invade,
    effects.Reinforce: _reinforce,
    effects.Rp: _rp,
    effects.Rd: _rd,
    effects.Step: _step,
    effects.Fortress: _fortress,
    effects.Airdrop: _airdrop,
}
