"""What a card says of combat: dice, columns, staying, other cards, and what becomes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from ..data import effects
from ..rules.position import OTHER
from .requirements import manner
from .whom import adjective, both, counted, sentence, side_name

if TYPE_CHECKING:
    from ..game import Festung

IGNORED = {
    "mech_shift": "the mechanized shift does not count",
    "river_shift": "the river's column shift does not count",
    "rhine_drm": "the -2 of the Rhine does not count",
    "terrain_shift_1": "one column of the terrain's shift does not count",
}


def _drm(game: Festung, effect: effects.Drm, side: str) -> Iterator[str]:
    die = f"{effect.value:+} to the {'die' if effect.role == 'attack' else 'enemy die'}"
    given = manner(game, effect.given, side) if effect.given else ""
    if effect.alt is not None:
        given += f", or {effect.alt.value:+}{manner(game, effect.alt.given, side)}"
    yield f"{_ROLE[effect.role]}: {die}{given}."


def _shift(game: Festung, effect: effects.Shift, side: str) -> Iterator[str]:
    yield f"{_ROLE[effect.role]}: {_columns(effect.value)}."


_ROLE = {"attack": "Attacking", "defend": "Defending"}


def _columns(value: int) -> str:
    return f"{counted(abs(value), 'column')} to the {'right' if value > 0 else 'left'}"


def _ignore(game: Festung, effect: effects.Ignore, side: str) -> Iterator[str]:
    for what in effect.what:
        yield sentence(IGNORED[what])


def _free_hold(game: Festung, effect: effects.FreeHold, side: str) -> Iterator[str]:
    yield "The defenders may stay instead of retreating, at no cost in steps."


def _cancel(game: Festung, effect: effects.CancelEnemyCombatCards, side: str) -> Iterator[str]:
    yield sentence(
        f"in this {effect.scope} {side_name(OTHER[side])} may use no Combat Card; one used already has no effect"
    )


def _discard_card(game: Festung, effect: effects.DiscardCard, side: str) -> Iterator[str]:
    yield f"Discarded after the {'combat' if effect.when == 'combat' else 'action'}."


def _attack_bonus(game: Festung, effect: effects.AttackBonus, side: str) -> Iterator[str]:
    where = manner(game, effect.given, side) if effect.given else ""
    if effect.attacks == "all":
        which = f"every {adjective(side)} attack of this action{where}"
    else:
        which = f"{counted(effect.attacks, f'{adjective(side)} attack')} of this action{where}"
    gains = [f"{effect.drm:+} to the die"] * bool(effect.drm)
    gains += [_columns(effect.shift)] * bool(effect.shift)
    gains += [IGNORED[what] for what in effect.ignore]
    if effect.extra_advance:
        gains.append(f"winners may advance {counted(effect.extra_advance, 'hex', 'hexes')} more")
    yield f"{sentence(which)[:-1]}: {both(gains)}."


TOLD: dict[type, Callable[[Any, Any, str], Iterator[str]]] = {
    effects.Drm: _drm,
    effects.Shift: _shift,
    effects.Ignore: _ignore,
    effects.FreeHold: _free_hold,
    effects.CancelEnemyCombatCards: _cancel,
    effects.DiscardCard: _discard_card,
    effects.AttackBonus: _attack_bonus,
}
