"""The questions inside a battle: Blitz support, fight or call off, Pressed Attack, No Retreat! (MAND.4, PRESS, NR)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from bocage.engine.actions import Action
from bocage.engine.position import Frame
from bocage.engine.steps import Clause, Offer, Question
from bocage.parts.stacks import members

from ..elimination import recover
from ..look import Play, RhineLook
from ..position import BRITISH, GERMAN, OPERATIONAL, OTHER, SEA, Battle
from ..stacking import settle_all
from .fight import Fighting, fight_below, may_press
from .odds import Odds, odds
from .telling import attack_on, odds_words, places

replace = msgspec.structs.replace


def reckoned(look: RhineLook, frame: Fighting) -> Odds:
    """The odds of the battle that is being resolved."""
    return odds(look, frame.side, frame.targets, frame.attackers, supported=frame.supported)


def call_off(play: Play, battle: Fighting | Battle, rule: str) -> None:
    """A battle is not fought: its attackers have not attacked.

    Its Disrupted defenders recover if no other battle waits for them. A battle that demands it cannot be fought either
    (MAND.1, ruling R51).
    """
    position, game = play.position, play.game
    position.called_off = (*position.called_off, battle.number)
    play.tell("called off", rule, tuple(game.board.nodes(battle.targets)))
    look: RhineLook = game.look(position)
    if position.stage == OPERATIONAL:
        waiting = 0
        for other in position.battles:
            waiting |= other.targets
        side = OTHER[game.counters[members(battle.attackers)[0]].side]
        for unit in members(look.units_in(battle.targets & ~waiting, side) & position.disrupted):
            recover(play, unit, "SEQ.4" if side == GERMAN else "SEQ.11")
        settle_all(play, side)
    bound = binding(look, battle)
    for other in position.battles:
        if other.number in bound and other in position.battles:
            position.battles = tuple(left for left in position.battles if left.number != other.number)
            call_off(play, other, "MAND.1")
    lapse(play)


def lapse(play: Play) -> None:
    """Battles made only to meet duties lapse when all that demanded them are called off or lapse (ruling R103).

    They brought no duties of their own, so to fight them alone would be a way around MAND.1.
    """
    position = play.position
    for other in position.battles:
        if (
            other.duty
            and other.parents
            and set(other.parents) <= set(position.called_off)
            and other in position.battles
        ):
            position.battles = tuple(left for left in position.battles if left.number != other.number)
            call_off(play, other, "MAND.1")


def binding(look: RhineLook, battle: Fighting | Battle) -> set[int]:
    """The numbers of the battles that demand this one and that no other battle still to come will satisfy (MAND.1)."""
    bound = set(battle.parents)
    for other in look.position.battles:
        if other.number != battle.number and not battle.targets & ~other.targets:
            bound -= set(other.parents)
    return bound


def satisfied(play: Play, fight: Fighting) -> None:
    """A battle is fought: further battles against the same hexes are no longer owed for the same reason (MAND.1).

    If it was made only for the sake of others and brought no duties of its own, one of those must be fought after it;
    and the one that is fought frees the others of that.
    """
    position = play.position
    alone = fight.duty and not set(fight.parents) & set(position.fought)
    left = []
    for other in position.battles:
        parents = other.parents
        if not other.targets & ~fight.targets:
            parents = tuple(number for number in parents if number not in fight.parents)
        children = tuple(number for number in other.children if number not in fight.children)
        if alone and other.number in fight.parents:
            children = (*children, fight.number)
        left.append(replace(other, parents=parents, children=children))
    position.battles = tuple(left)


def indispensable(look: RhineLook, battle: Fighting | Battle) -> bool:
    """Is this the last battle that can justify one made only for its sake and already fought (MAND.1)?"""
    needed = set(battle.children)
    for other in look.position.battles:
        if other.number != battle.number:
            needed -= set(other.children)
    return bool(needed)


class Asking(Frame, frozen=True):
    """A question inside a battle; the battle itself is the frame below."""

    side: str


class Supporting(Asking, frozen=True):
    """Does Goering's Blitz support this battle?"""

    step: ClassVar[str] = "blitz support"


class Deciding(Asking, frozen=True):
    """Go on or call off?"""

    step: ClassVar[str] = "attack or call off"


class Pressing(Asking, frozen=True):
    """Press the attack?"""

    step: ClassVar[str] = "pressed attack"


class Standing(Asking, frozen=True):
    """No Retreat!?"""

    step: ClassVar[str] = "no retreat"


def _go_on(play: Play, **changes: Any) -> None:
    """The question is answered: the battle below goes on with what it changed."""
    play.pop()
    play.swap(replace(fight_below(play.position.frames), **changes))


class BlitzSupport(Question[Supporting]):
    """In the turn of the Blitz the German says before each battle whether it is supported (BLITZ.1, ruling R52)."""

    name = "blitz support"
    rule = "BLITZ.1"
    offers = ("support", "no support")

    def text(self, look: RhineLook, frame: Supporting) -> str:
        fight = fight_below(look.position.frames)
        plain = reckoned(look, fight).reached
        helped = reckoned(look, replace(fight, supported=True)).reached
        return (
            f"{attack_on(look, fight)}: shall Goering's Blitz support it ({helped} instead of {plain})? "
            "All attacks that it supports lie within six hexes of each other."
        )

    def answer(self, play: Play, frame: Supporting, action: Action) -> None:
        if action.verb == "support":
            play.tell("blitz supports", "BLITZ.1")
        _go_on(play, supported=action.verb == "support")


class AttackOrCallOff(Question[Deciding]):
    """Any attack that is not owed may be called off before the die (MAND.4)."""

    name = "attack or call off"
    rule = "MAND.4"
    # Who asks to press here is told why he cannot: not yet, or not at all.
    offers = ("fight", "call off", "press too early")

    def keep(self, look: RhineLook, frame: Deciding) -> bool:
        # Nobody's die is cast without his word, even where he must attack.
        return True

    def text(self, look: RhineLook, frame: Deciding) -> str:
        fight = fight_below(look.position.frames)
        choice = "Fight or call it off?" if _dispensable(look, frame) else "It must be fought."
        return f"{attack_on(look, fight)}: {odds_words(reckoned(look, fight))}. {choice}"

    def warnings(self, look: RhineLook, frame: Deciding) -> list[str]:
        game = look.game
        return [
            f"If it is called off, the attack on {places(game, game.board.nodes(parent.targets))}, which demands it, "
            "is called off too (MAND.1)."
            for parent in _pending_parents(look)
        ]

    def answer(self, play: Play, frame: Deciding, action: Action) -> None:
        position, fight = play.position, fight_below(play.position.frames)
        if action.verb == "call-off":
            play.pop()
            play.pop()
            call_off(play, fight, "MAND.4")
            return
        satisfied(play, fight)
        position.fought = (*position.fought, fight.number)
        position.attacked |= fight.attackers
        if fight.supported:
            position.blitz_targets |= fight.targets
        play.pop()


def _pending_parents(look: RhineLook) -> list[Battle]:
    bound = binding(look, fight_below(look.position.frames))
    return [battle for battle in look.position.battles if battle.number in bound]


def _must_land(look: RhineLook, attackers: int) -> bool:
    """Do units attack that must try again to get ashore? The first time it is their choice (DD.7, ruling R99)."""
    return bool(attackers & look.position.stalled & look.in_place(SEA))


def _always(look: RhineLook, frame: Any) -> int:
    return 1


def _not_owed(look: RhineLook, frame: Deciding) -> int:
    return 0 if binding(look, fight_below(look.position.frames)) & set(look.position.fought) else 1


def _no_landing(look: RhineLook, frame: Deciding) -> int:
    fight = fight_below(look.position.frames)
    return 0 if _must_land(look, fight.attackers) else 1


def _no_landing_demands(look: RhineLook, frame: Deciding) -> int:
    return 0 if any(_must_land(look, parent.attackers) for parent in _pending_parents(look)) else 1


def _never(look: RhineLook, frame: Deciding) -> int:
    return 0


def _why_not_pressed(look: RhineLook, frame: Deciding, index: int) -> tuple[str, str]:
    fight = fight_below(look.position.frames)
    if fight.attackers & look.game.nation_units[BRITISH]:
        return "PRESS.5", "the British do not press their attacks"
    if not may_press(look.game, fight.attackers, reckoned(look, fight)):
        return "PRESS.1", "only an attack at final odds above 1:2 can be pressed"
    return "PRESS.1", "say first that the attack is fought: then it can be pressed"


def _not_needed(look: RhineLook, frame: Deciding) -> int:
    """Neither this battle nor one that would be called off with it has to justify one that has been fought."""
    fight = fight_below(look.position.frames)
    needed = indispensable(look, fight) or any(indispensable(look, parent) for parent in _pending_parents(look))
    return 0 if needed else 1


def _dispensable(look: RhineLook, frame: Deciding) -> bool:
    tests = (_not_owed, _not_needed, _no_landing, _no_landing_demands)
    return all(test(look, frame) for test in tests)


def _no_way_out(look: RhineLook, frame: Supporting) -> int:
    """Support may not be withheld where that would end an attack that must be fought (MAND.1)."""
    fight = fight_below(look.position.frames)
    if reckoned(look, fight).final or not reckoned(look, replace(fight, supported=True)).final:
        return 1
    return int(_dispensable(look, Deciding(frame.side)))


class PressedAttack(Question[Pressing]):
    """US, French and Germans may press an attack above 1:2, before the defender says anything (PRESS.1, PRESS.2)."""

    name = "pressed attack"
    rule = "PRESS.1"
    offers = ("press", "steady")

    def text(self, look: RhineLook, frame: Pressing) -> str:
        fight = fight_below(look.position.frames)
        worst = 6 - look.game.rules.numbers["press_best_numbers"]
        return (
            f"{attack_on(look, fight)} at {fight.column}: press it? A die of {worst + 1} to 6 is then read a column "
            f"higher, one of 1 to {worst} a column lower."
        )

    def answer(self, play: Play, frame: Pressing, action: Action) -> None:
        if action.verb == "press":
            play.tell("pressed", "PRESS.1", frame.side)
        _go_on(play, pressed=action.verb == "press")


class NoRetreat(Question[Standing]):
    """The defender may order No Retreat! for all his units in this battle (NR.1)."""

    name = "no retreat"
    rule = "NR.1"
    offers = ("no retreat", "may retreat")

    def text(self, look: RhineLook, frame: Standing) -> str:
        fight = fight_below(look.position.frames)
        pressed = ", pressed" if fight.pressed else ""
        return (
            f"{attack_on(look, fight)} at {fight.column}{pressed}: No Retreat!? "
            "Then DW and D Disrupt your units where they stand, and DR eliminates them."
        )

    def answer(self, play: Play, frame: Standing, action: Action) -> None:
        if action.verb == "no-retreat":
            play.tell("no retreat", "NR.1", frame.side)
        _go_on(play, no_retreat=action.verb == "no-retreat")


FRAMES: tuple[type[Frame], ...] = (Supporting, Deciding, Pressing, Standing)
STEPS: tuple[Any, ...] = (BlitzSupport(), AttackOrCallOff(), PressedAttack(), NoRetreat())


def _plain(verb: str, rule: str) -> Offer:
    return Offer(verb, rule, (Clause("any", rule, "", _always),))


OFFERS: dict[str, Offer] = {
    "fight": _plain("fight", "CRT.1"),
    "call off": Offer(
        "call-off",
        "MAND.4",
        (
            Clause(
                "owed",
                "MAND.1",
                "this attack is owed to another one that has been fought, so it cannot be called off",
                _not_owed,
            ),
            Clause(
                "needed",
                "MAND.1",
                "an attack that was made only because of this one has been fought, so it cannot be called off",
                _not_needed,
            ),
            Clause(
                "landing",
                "DD.7",
                "units that could not get ashore must attack again; they cannot call it off",
                _no_landing,
            ),
            Clause(
                "landing demands it",
                "DD.7",
                "a landing that must be fought demands this attack, so it cannot be called off",
                _no_landing_demands,
            ),
        ),
    ),
    "press too early": Offer("press", "PRESS.1", (Clause("time", "PRESS.1", "", _never, _why_not_pressed),)),
    "press": _plain("press", "PRESS.1"),
    "steady": _plain("steady", "PRESS.1"),
    "no retreat": _plain("no-retreat", "NR.1"),
    "may retreat": _plain("may-retreat", "NR.1"),
    "support": _plain("support", "BLITZ.1"),
    "no support": Offer(
        "no-support",
        "BLITZ.1",
        (
            Clause(
                "owed",
                "MAND.1",
                "this attack must be fought because of another one, and without support its odds are below 1:3",
                _no_way_out,
            ),
        ),
    ),
}
VERBS: Mapping[str, tuple[str, ...]] = {
    "plain": ("fight", "call-off", "press", "steady", "no-retreat", "may-retreat", "support", "no-support"),
}
