"""Combat (3.0): units beside an enemy attack him with one die."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from bocage.engine.errors import BadInput, Refusal
from bocage.engine.events import HEXES, UNITS, event
from bocage.engine.offers import PLAIN, Asking, Conditions, going_on, offer
from bocage.engine.position import Frame, Node, Units
from bocage.parts import arranging
from bocage.parts.stacks import members

from .look import BrookLook, Play
from .position import DEAD, OTHER, BrookPosition

if TYPE_CHECKING:
    from ..game import Brook

NOWHERE = -1
FACES = range(1, 7)
ATTACKER_LOSES, NOTHING_HAPPENS, DEFENDER_LOSES = "AL", "NE", "DL"
MEANINGS = {
    ATTACKER_LOSES: "the first attacker loses a step",
    NOTHING_HAPPENS: "nothing happens",
    DEFENDER_LOSES: "the defender loses a step",
}

battle = event(
    "battle",
    "3.2",
    lambda game, units, node, attack, defence, die, result: (
        f"{game.named('units', units)} attack {game.board.labels[node]}: {attack} against {defence}, die {die}: "
        f"{MEANINGS[result]} ({result})."
    ),
)
reduced = event("step lost", "3.4", "{unit} loses a step.", unit=UNITS)
eliminated = event("eliminated", "3.5", "{unit} is eliminated.", unit=UNITS)


class Fighting(Frame, frozen=True):
    """A side fights; an attack may be under way."""

    step: ClassVar[str] = "combat"
    side: str
    target: Node = NOWHERE
    attackers: Units = 0
    acted: bool = False


class Combat(Asking[Fighting]):
    """Attacks are declared, joined and rolled, one after the other."""

    name = "combat"
    rule = "3.0"

    def begin(self, play: Play, side: str) -> Fighting:
        play.position.fought &= ~play.game.side_units[side]
        return Fighting(side)

    def keep(self, look: BrookLook, frame: Fighting) -> bool:
        return frame.acted

    def text(self, look: BrookLook, frame: Fighting) -> str:
        if frame.target == NOWHERE:
            return "Combat: choose a hex to attack, or end the combat."
        return f"Combat: who attacks {look.game.board.labels[frame.target]}?"

    @offer("attack", HEXES, "3.0", "Attack this hex", when=lambda look, frame: frame.target == NOWHERE)
    def attack(self, look: BrookLook, frame: Fighting) -> Conditions:
        yield look.occupied(OTHER[frame.side]), "3.0", "there is no enemy in {it}"
        yield look.enemies_near(frame.side), "3.0", "nobody who has not fought yet is next to {it}"

    @attack.does
    def _(self, play: Play, frame: Fighting, node: int) -> None:
        play.swap(Fighting(frame.side, node, 0, True))

    @offer("join", UNITS, "3.1", "Join the attack", when=lambda look, frame: frame.target != NOWHERE)
    def join(self, look: BrookLook, frame: Fighting) -> Conditions:
        yield look.game.side_units[frame.side], "3.1", "{it} is not yours"
        yield ~look.position.fought, "3.0", "{it} has fought already"
        yield look.able(frame.side, frame.target), "3.1", "{it} is not next to the hex"
        yield ~frame.attackers, "3.1", "{it} has joined already"

    @join.does
    def _(self, play: Play, frame: Fighting, unit: int) -> None:
        play.swap(Fighting(frame.side, frame.target, frame.attackers | 1 << unit, True))

    @offer("roll", PLAIN, "3.2", "Roll the die", when=lambda look, frame: bool(frame.attackers))
    def roll(self, look: BrookLook, frame: Fighting) -> Conditions:
        return iter(())

    @roll.does
    def _(self, play: Play, frame: Fighting, index: int) -> None:
        play.swap(Fighting(frame.side, acted=True))
        fight(play, frame)

    end = going_on("3.0", "End combat", when=lambda look, frame: frame.target == NOWHERE)


def fight(play: Play, frame: Fighting) -> None:
    """Roll the die and take the step that it costs (3.2, 3.4)."""
    sums = sum_up(play.look, frame.target, frame.attackers)
    (die,) = play.roll()
    result = read(play.game, sums.attack - sums.defence + die)
    attackers = members(frame.attackers)
    play.position.fought |= frame.attackers
    battle(play, tuple(attackers), frame.target, sums.attack, sums.defence, die, result)
    if result == ATTACKER_LOSES:
        lose(play, attackers[0])
    elif result == DEFENDER_LOSES:
        lose(play, sums.defender)


def lose(play: Play, unit: int) -> None:
    """A unit loses a step, and is gone with the last one (3.5)."""
    steps = play.position.units[unit].steps - 1
    if steps:
        play.set_steps(unit, steps)
        reduced(play, unit)
    else:
        play.put(unit, DEAD)
        eliminated(play, unit)


class Sums(NamedTuple):
    """The two strengths of an attack."""

    defender: int
    attack: int
    defence: int


def sum_up(look: BrookLook, target: int, attackers: int) -> Sums:
    """Add up an attack (3.2, 3.3); there is one unit to a hex (2.1)."""
    (defender,) = look.position.stacks[target]
    return Sums(defender, sum(look.attack(unit) for unit in members(attackers)), look.defence(defender))


def read(game: Brook, total: int) -> str:
    """The row of the chart (3.4)."""
    return next(result for most, result in game.data.results if total <= most)


class Forecast(NamedTuple):
    """An attack before the die: both strengths and the exact chances."""

    target: str
    attackers: tuple[str, ...]
    attack: int
    defence: int
    covered: bool
    chances: dict[str, Fraction]


def forecast(
    game: Brook, position: BrookPosition, side: str, target: str | None = None, attackers: Sequence[str] | None = None
) -> Forecast:
    """The chances of the attack that is declared, or of a possible one by these units or by all that can."""
    look = game.look(position)
    frame = position.frames[-1] if position.frames else None
    if target is None:
        if not isinstance(frame, Fighting) or not frame.attackers:
            raise BadInput("no attack is declared")
        node, units = frame.target, frame.attackers
    else:
        node, units = arranging.node(game, target), arranging.unit_set(game, " ".join(attackers or ()))
        if not look.occupied(OTHER[side]) >> node & 1:
            raise Refusal("3.0", f"there is no enemy in {target}")
        able = look.able(side, node)
        if units & ~able:
            raise Refusal("3.1", "not all of these units can join that attack")
        units = units or able
        if not units:
            raise Refusal("3.0", f"nobody can attack {target} now")
    sums = sum_up(look, node, units)
    results = [read(game, sums.attack - sums.defence + die) for die in FACES]
    return Forecast(
        game.board.labels[node],
        tuple(game.unit_ids[unit] for unit in members(units)),
        sums.attack,
        sums.defence,
        bool(game.data.cover >> node & 1),
        {result: Fraction(results.count(result), len(results)) for result in MEANINGS if result in results},
    )
