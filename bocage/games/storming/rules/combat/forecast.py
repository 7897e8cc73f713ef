"""The odds before one commits: both sides' fire, the exact chances of the losses, and of the hex being cleared.

The fight is run once for each way in which the dice can fall, by the very steps that resolve it, so a forecast cannot
disagree with what happens.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from bocage.engine.actions import Action
from bocage.engine.dice import Tape
from bocage.engine.errors import BadInput, Refusal
from bocage.engine.steps import Prompt
from bocage.parts.combat.forecast import check_side, hex_named, outcomes, refuse, resolve, units_named
from bocage.rules import Units, refusal

from ..assault.assaults import Assaulting
from ..assault.cherbourg import Besieger
from ..assault.ground import may_assault
from ..elimination import lose_step
from ..look import Play, StormingLook, members
from ..movement.allowance import points_of
from ..movement.hand import Moving
from ..position import ALLIED, EXPLOITATION, OTHER, StormingPosition
from .attackers import able, able_to_attack
from .fight import AFTER, AfterAssault, AirDefence, Fight, Fighting, Firing, declared, engage, fight_below
from .losses import Losses
from .odds import ASSAULT, CHERBOURG, COMBAT, Fire, read, reckon

if TYPE_CHECKING:
    from ...game import Storming


class Forecast(NamedTuple):
    """What an attack would bring. Chances of losses are by steps really lost, none included."""

    kind: str  # combat, assault or cherbourg
    side: str  # the attacker
    target: str
    attack: Fire  # strength, column and modifiers with their cases
    defence: Fire
    first_fire: str  # why the defender fires first (13.6.A), or empty
    attacker_losses: dict[int, Fraction]  # of an assault with the further step of 14.2.D
    defender_losses: dict[int, Fraction]
    cleared: Fraction  # the chance that no defender is left
    destroyed: Fraction  # the chance that no attacker is left
    out_of_supply: tuple[str, ...]


class _Result(NamedTuple):
    attackers: int
    defenders: int
    cleared: bool
    destroyed: bool


def forecast(
    game: Storming,
    position: StormingPosition,
    side: str,
    target: str | None = None,
    attackers: Sequence[str] | None = None,
    air: bool = False,
    kind: str = "",
) -> Forecast:
    """The chances of the attack that is being put together, or of a possible one on `target` by `attackers`.

    `kind` is "combat", "assault" or "cherbourg"; without it the moment decides. If the defenders fire first, the
    attackers are taken to lose the steps that weaken their own fire least.
    """
    check_side(game, side)
    if kind not in ("", COMBAT, ASSAULT, CHERBOURG):
        raise BadInput(f"a forecast is of the kind {COMBAT}, {ASSAULT} or {CHERBOURG}, not {kind!r}")
    look = game.look(position)
    fight = _under_way(position)
    if target is None and attackers is None:
        if fight is None:
            raise BadInput("no attack is declared; name a target hex and the attacking units")
    else:
        fight = _planned(look, side, fight, target, attackers, kind)
    if air and not fight.air:
        if position.air_support <= 0:
            raise Refusal("17.5.3.A", "no Tactical Air unit is set aside for combats")
        if fight.side == ALLIED:
            fight = msgspec.structs.replace(fight, air=True)
    return _told(look, fight, air)


# Which attack is meant


def _under_way(position: StormingPosition) -> Fight | None:
    """The attack that is being put together or is about to be fired."""
    top = position.frames[-1] if position.frames else None
    if isinstance(top, Assaulting | Besieger | Fighting):
        return declared(top) if top.target >= 0 and top.attackers else None
    return fight_below(position.frames) if isinstance(top, AirDefence.frame) else None


def _planned(
    look: StormingLook, side: str, fight: Fight | None, target: str | None, names: Sequence[str] | None, kind: str
) -> Fight:
    """An attack that nobody has declared yet; what could not be declared is refused with the referee's reason."""
    game, frames = look.game, look.position.frames
    top = frames[-1] if frames else None
    if target is None:
        node = fight.target if fight is not None else getattr(top, "target", -1)
        if node < 0:
            raise BadInput("no attack is declared; name a target hex and the attacking units")
    else:
        node = hex_named(game, target)
    units = None if names is None else _named(look, side, names)
    if not kind:
        kind = COMBAT
        if isinstance(top, Besieger) and node == top.target:
            kind = CHERBOURG
        elif isinstance(top, Moving | Assaulting) and look.position.stage == EXPLOITATION and side == top.side:
            kind = ASSAULT
    if kind == ASSAULT:
        units = _assaulting(look, side, node, units)
    else:
        if kind == CHERBOURG:
            _check_siege(look, side, node)
        units = _attacking(look, side, node, units)
    return AFTER[kind](side, node, units)


def _named(look: StormingLook, side: str, names: Sequence[str]) -> Units:
    game = look.game
    units = units_named(game, names)
    for unit in members(units & ~look.position.on_board):
        raise Refusal("13.1.C", f"{game.unit_ids[unit]} is not on the map")
    if not units:
        raise BadInput("name at least one attacking unit")
    return units


def _attacking(look: StormingLook, side: str, node: int, units: Units | None) -> Units:
    label = look.game.board.labels[node]
    if not look.occupied(OTHER[side]) >> node & 1:
        raise Refusal("13.1.B", f"there is no enemy in {label} to attack")
    if units is None:
        units = able(look, side, node)
        if not units:
            raise Refusal("13.1.C", f"nobody can attack {label} now")
    for unit in members(units):
        conditions = able_to_attack(look, side, node, units & ~(1 << unit))
        refuse(refusal(conditions, unit, look.game.unit_ids[unit]))
    return units


def _check_siege(look: StormingLook, side: str, node: int) -> None:
    if side != ALLIED or not look.game.cherbourg >> node & 1:
        raise Refusal("8.6.A", "only Cherbourg is the object of that special assault, and only of an Allied one")
    if look.position.cherbourg_assaulted and not isinstance(look.position.frames[-1], Besieger):
        raise Refusal("8.6.A", "the special Cherbourg Assault has been made")


def _assaulting(look: StormingLook, side: str, node: int, units: Units | None) -> Units:
    moving = next((frame for frame in reversed(look.position.frames) if isinstance(frame, Moving)), None)
    if units is None:
        units = moving.hand if moving is not None else 0
        if not units:
            raise BadInput("take the units that are to assault in hand, or name them")
    if moving is None or moving.hand != units:
        moving = _as_in_hand(look, side, units)
    refuse(refusal(may_assault(look, moving), node, look.game.board.labels[node]))
    return units


def _as_in_hand(look: StormingLook, side: str, units: int) -> Moving:
    """Units where they stand, as if they had just been taken in hand together."""
    places = {look.position.units[unit].at for unit in members(units)}
    if len(places) > 1:
        raise Refusal("14.1.B", "only units that began the step stacked together assault together")
    (at,) = places
    return Moving(side, units, at, at, 0, points_of(look, units))


# What it would bring


def _told(look: StormingLook, fight: Fight, air: bool) -> Forecast:
    game = look.game
    chances = outcomes(game, look.position, [], lambda play: _resolved(play, look, fight, air))
    shown = msgspec.structs.replace(fight, air=True) if air else fight
    battle = reckon(look, shown)
    hungry = (fight.attackers | look.units_in(1 << fight.target, OTHER[fight.side])) & look.position.oos
    return Forecast(
        battle.kind,
        battle.side,
        game.board.labels[fight.target],
        battle.attack,
        battle.defence,
        battle.first_fire,
        _spread(chances, "attackers"),
        _spread(chances, "defenders"),
        sum((chance for result, chance in chances.items() if result.cleared), Fraction(0)),
        sum((chance for result, chance in chances.items() if result.destroyed), Fraction(0)),
        tuple(game.unit_ids[unit] for unit in members(hungry)),
    )


def _spread(chances: dict[_Result, Fraction], whose: str) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for result, chance in chances.items():
        steps = getattr(result, whose)
        found[steps] = found.get(steps, Fraction(0)) + chance
    return dict(sorted(found.items()))


def _resolved(play: Play, look: StormingLook, fight: Fight, air: bool) -> _Result:
    """The fight up to the moment when all losses have been taken; `look` is on what was before."""
    before, after = look.position, play.position
    defenders = look.units_in(1 << fight.target, OTHER[fight.side])
    if fight.side == ALLIED and fight.air:
        after.air_support = max(after.air_support, 1)

    def answer(play: Play, frame: Any) -> Action:
        step: Any = play.game.steps[frame.step]
        seen = play.look
        prompt = Prompt(step, seen, frame, step.decider(seen, frame), False)
        return choice(seen, fight, frame, prompt.actions, air)

    engage(play, fight)
    resolve(play, lambda frame: type(frame) is type(fight), answer)
    left = _steps(after, fight.attackers)
    lost, hit = _steps(before, fight.attackers) - left, _steps(before, defenders) - _steps(after, defenders)
    cleared = not defenders & after.on_board
    if isinstance(fight, AfterAssault) and not cleared:
        further = min(left, look.game.rules.numbers["mobile_assault_loss"])
        lost, left = lost + further, left - further
    return _Result(lost, hit, cleared, not left)


def _steps(position: StormingPosition, units: int) -> int:
    return sum(position.units[unit].steps for unit in members(units & position.on_board))


def choice(look: StormingLook, fight: Fight, frame: Any, actions: list[Action], air: bool) -> Action:
    """Who answers what on the way: it matters only for air support, and where the attackers fire after their losses."""
    if isinstance(frame, AirDefence.frame):
        return next(action for action in actions if action.verb == ("air" if air else "no-air"))
    still_to_fire = frame.step == Losses.name and frame.side == fight.side
    if still_to_fire and any(isinstance(below, Firing) for below in look.position.frames):
        return max(actions, key=lambda action: (_fire_without(look, fight, action.index), -action.index))
    return actions[0]


def _fire_without(look: StormingLook, fight: Fight, unit: int) -> tuple[int, int]:
    """How well the attackers fire once a unit has lost a step: over all faces of the die, then by strength (R87)."""
    copy = look.position.copy()
    lose_step(Play(look.game, copy, Tape(())), unit, "13.7.4")  # losses are not rolled for
    attack = reckon(look.game.look(copy), fight).attack
    if not attack.column:
        return 0, 0
    return sum(read(look.game, attack.column, die + attack.points) for die in range(1, 7)), attack.strength
