"""Combat (3.0): units beside an enemy attack him with one die."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.parts.stacks import members
from bocage.rules import (
    DIE,
    HEXES,
    PLAIN,
    UNITS,
    WORD,
    Conditions,
    Frame,
    Node,
    Question,
    Units,
    event,
    going_on,
    offer,
)

from .look import BrookLook, Play
from .position import DEAD, OTHER

if TYPE_CHECKING:
    from ..game import Brook

NOWHERE = -1
ATTACKER_LOSES, NOTHING_HAPPENS, DEFENDER_LOSES = "AL", "NE", "DL"
MEANINGS = {
    ATTACKER_LOSES: "the first attacker loses a step",
    NOTHING_HAPPENS: "nothing happens",
    DEFENDER_LOSES: "the defender loses a step",
}

battle = event(
    "battle", "3.2", "{units} attack {target}: {attack} against {defence}, die {die} ({result}).", sort="battle",
    roll="Attack", units=UNITS, target=HEXES, attack=WORD, defence=WORD, die=DIE, result=WORD,
)  # fmt: skip
reduced = event("step lost", "3.4", "{unit} loses a step.", sort="loss", unit=UNITS)
eliminated = event("eliminated", "3.5", "{unit} is eliminated.", sort="loss", unit=UNITS)


class Fighting(Frame, frozen=True):
    """A side fights; an attack may be under way."""

    side: str
    target: Node = NOWHERE
    attackers: Units = 0
    acted: bool = False


class Combat(Question[Fighting]):
    """Attacks are declared, joined and rolled, one after the other."""

    name, rule, points_at = "combat", "3.0", "target"

    def begin(self, play: Play, side: str) -> Fighting:
        play.clear("combat")
        return Fighting(side)

    def keep(self, look: BrookLook, frame: Fighting) -> bool:
        return frame.acted

    def hand(self, look: BrookLook, frame: Fighting) -> Units:
        return frame.attackers

    def text(self, look: BrookLook, frame: Fighting) -> str:
        if frame.target == NOWHERE:
            return "Combat: choose a hex to attack, or end the combat."
        return f"Combat: who attacks {look.game.board.labels[frame.target]}?"

    @offer("attack", HEXES, "3.0", when=lambda look, frame: frame.target == NOWHERE)
    def attack(self, look: BrookLook, frame: Fighting) -> Conditions:
        yield look.occupied(OTHER[frame.side]), "3.0", "there is no enemy in {it}"
        yield look.targets(frame.side), "3.0", "nobody who has not fought yet is next to {it}"

    attack.sets("target", acted=True)

    @offer("join", UNITS, "3.1", when=lambda look, frame: frame.target != NOWHERE)
    def join(self, look: BrookLook, frame: Fighting) -> Conditions:
        yield look.game.side_units[frame.side], "3.1", "{it} is not yours"
        yield ~look.position.fought, "3.0", "{it} has fought already"
        yield look.able(frame.side, frame.target), "3.1", "{it} is not next to the hex"
        yield ~frame.attackers, "3.1", "{it} has joined already"

    join.adds("attackers")

    @offer("roll", PLAIN, "3.2", words="the attack is made", when=lambda look, frame: frame.target != NOWHERE)
    def roll(self, look: BrookLook, frame: Fighting) -> Conditions:
        yield bool(frame.attackers), "3.1", "somebody has to join the attack"

    @roll.does
    def _(self, play: Play, frame: Fighting, index: int) -> None:
        play.swap(Fighting(frame.side, acted=True))
        fight(play, frame.target, frame.attackers)

    end = going_on("3.0", "End combat", "no more attacks", when=lambda look, frame: frame.target == NOWHERE)


def fight(play: Play, target: int, units: Units) -> str:
    """Roll the die and take the step that it costs (3.2 to 3.4); there is one defender, for no hex holds more (2.1)."""
    look, attackers = play.look, members(units)
    (defender,) = look.stack(target)
    attack, defence = sum(look.attack(unit) for unit in attackers), look.defence(defender)
    (die,) = play.roll()
    result = result_of(play.game, attack - defence + die)
    play.position.fought |= units
    battle(play, tuple(attackers), target, attack, defence, die, result)
    if result == ATTACKER_LOSES:
        lose(play, attackers[0])
    elif result == DEFENDER_LOSES:
        lose(play, defender)
    return result


def result_of(game: Brook, total: int) -> str:
    """What the chart says (3.4)."""
    return next(row.result for row in game.data.results if total <= row.total)


def lose(play: Play, unit: int) -> None:
    """A unit loses a step, and is gone with the last one (3.5)."""
    steps = play.position.units[unit].steps - 1
    if steps:
        play.set_steps(unit, steps)
        reduced(play, unit)
    else:
        play.take_off(unit, DEAD)
        eliminated(play, unit)
