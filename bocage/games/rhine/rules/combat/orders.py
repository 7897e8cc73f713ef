"""The questions inside a battle: Blitz support, fight or call off, Pressed Attack, No Retreat! (MAND.4, PRESS, NR)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bocage.engine.events import Telling
from bocage.parts.stacks import first_of, union
from bocage.rules import HEXES, PLAIN, SIDE, Choice, Conditions, OfSide, Question, event, going_on, offer

from ..look import Play, RhineLook, members
from ..position import BRITISH, GERMAN, OPERATIONAL, OTHER, SEA, Battle
from ..stacking import recover_all
from .fight import Fighting, attack_on, fight_below, may_press
from .odds import Odds, odds, odds_words

supports = event("blitz supports", "BLITZ.1", "Goering's Blitz supports the attack.", who=SIDE)
called_off = event("called off", "MAND.4", "The attack on {nodes} is called off.", nodes=HEXES)
pressed = event("pressed", "PRESS.1", "{who} press the attack.", who=SIDE)
stand_fast = event("no retreat", "NR.1", "{who} order No Retreat!", who=SIDE)


def reckoned(look: RhineLook, fight: Fighting) -> Odds:
    """The odds of the battle that is being resolved."""
    return odds(look, fight.side, fight.targets, fight.attackers, supported=fight.supported)


# Calling off


def call_off(play: Play, battle: Fighting | Battle, rule: str) -> None:
    """A battle is not fought: its attackers have not attacked.

    Its Disrupted defenders recover if no other battle waits for them. A battle that demands it cannot be fought either
    (MAND.1, rulings R51, R94).
    """
    position, game = play.position, play.game
    position.called_off = (*position.called_off, battle.number)
    called_off(play, tuple(game.board.nodes(battle.targets)), rule=rule)
    if position.stage == OPERATIONAL:
        waiting = union(other.targets for other in position.battles)
        side = OTHER[game.counters[members(battle.attackers)[0]].side]
        units = play.look.units_in(battle.targets & ~waiting, side)
        recover_all(play, side, units, "SEQ.4" if side == GERMAN else "SEQ.11")
    bound = binding(play.look, battle)
    for other in position.battles:
        if other.number in bound:
            _along(play, other)
    lapse(play)


def lapse(play: Play) -> None:
    """Battles made only to meet duties lapse when all that demanded them are called off or lapse (ruling R103).

    They brought no duties of their own, so to fight them alone would be a way around MAND.1.
    """
    for other in play.position.battles:
        if other.duty and other.parents and set(other.parents) <= set(play.position.called_off):
            _along(play, other)


def _along(play: Play, other: Battle) -> None:
    """A battle that waits is called off because another one was, unless that has happened on the way."""
    position = play.position
    if other in position.battles:
        position.battles = tuple(left for left in position.battles if left.number != other.number)
        call_off(play, other, "MAND.1")


def binding(look: RhineLook, battle: Fighting | Battle) -> set[int]:
    """The numbers of the battles that demand this one and that no other battle still to come will satisfy (MAND.1)."""
    bound = set(battle.parents)
    for other in look.position.battles:
        if other.number != battle.number and not battle.targets & ~other.targets:
            bound -= set(other.parents)
    return bound


def _demanding(look: RhineLook) -> list[Battle]:
    """The battles that demand the one being resolved and would be called off with it."""
    bound = binding(look, fight_below(look.position.frames))
    return [battle for battle in look.position.battles if battle.number in bound]


def satisfied(play: Play, fight: Fighting) -> None:
    """A battle is fought: further battles against the same hexes are no longer owed for the same reason (MAND.1).

    If it was made only for the sake of others and brought no duties of its own, one of those must be fought after it;
    and the one that is fought frees the others of that (ruling R113).
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
    """Is this the last battle that can justify one made only for its sake and already fought (MAND.1, ruling R113)?"""
    needed = set(battle.children)
    for other in look.position.battles:
        if other.number != battle.number:
            needed -= set(other.children)
    return bool(needed)


def _must_land(look: RhineLook, battle: Fighting | Battle) -> bool:
    """Do units attack that must try again to get ashore? The first time it is their choice (DD.7, ruling R99)."""
    return bool(battle.attackers & look.position.stalled & look.in_place(SEA))


# The questions


class InBattle(Question[OfSide]):
    """A question inside a battle; the battle itself is the frame below."""

    def hand(self, look: RhineLook, frame: OfSide) -> int:
        return fight_below(look.position.frames).attackers

    def focus(self, look: RhineLook, frame: OfSide) -> int:
        return first_of(fight_below(look.position.frames).targets)


def _go_on(play: Play, **changes: Any) -> None:
    """The question is answered: the battle below goes on with what it changed."""
    play.pop()
    play.swap(replace(fight_below(play.position.frames), **changes))


def _order(verb: str, rule: str, words: str, telling: Telling | None = None, **changes: Any) -> Choice:
    """An answer that may always be given: what it changes in the battle, and what is told of it."""
    made = going_on(rule, words=words, verb=verb)

    @made.does
    def _(step: InBattle, play: Play, frame: OfSide, index: int) -> None:
        if telling is not None:
            telling(play, frame.side)
        _go_on(play, **changes)

    return made


class BlitzSupport(InBattle):
    """In the turn of the Blitz the German says before each battle whether it is supported (BLITZ.1, ruling R52)."""

    name, rule = "blitz support", "BLITZ.1"

    def text(self, look: RhineLook, frame: OfSide) -> str:
        fight = fight_below(look.position.frames)
        plain = reckoned(look, fight).reached
        helped = reckoned(look, replace(fight, supported=True)).reached
        return (
            f"{attack_on(look, fight)}: shall Goering's Blitz support it ({helped} instead of {plain})? "
            "All attacks that it supports lie within six hexes of each other."
        )

    support = _order("support", "BLITZ.1", "Goering's Blitz supports it (+1)", supports, supported=True)

    @offer("no-support", PLAIN, "BLITZ.1", words="the Luftwaffe stays away")
    def no_support(self, look: RhineLook, frame: OfSide) -> Conditions:
        fight = fight_below(look.position.frames)
        saved = not reckoned(look, fight).final and reckoned(look, replace(fight, supported=True)).final
        yield (
            not saved or _may_be_called_off(look, frame),  # R114
            "MAND.1",
            "this attack must be fought because of another one, and without support its odds are below 1:3",
        )

    @no_support.does
    def _(self, play: Play, frame: OfSide, _: int) -> None:
        _go_on(play, supported=False)


class AttackOrCallOff(InBattle):
    """Any attack that is not owed may be called off before the die (MAND.4)."""

    name, rule = "attack or call off", "MAND.4"

    def keep(self, look: RhineLook, frame: OfSide) -> bool:
        # Nobody's die is cast without his word, even where he must attack.
        return True

    def text(self, look: RhineLook, frame: OfSide) -> str:
        fight = fight_below(look.position.frames)
        found = reckoned(look, fight)
        words = odds_words(found.attack, found.defence, found.basic, found.shifts, found.reached, found.shaken)
        choice = "Fight or call it off?" if _may_be_called_off(look, frame) else "It must be fought."
        return f"{attack_on(look, fight)}: {words}. {choice}"

    def warnings(self, look: RhineLook, frame: OfSide) -> list[str]:
        game = look.game
        return [
            f"If it is called off, the attack on {game.named(HEXES, game.board.nodes(other.targets))}, which demands "
            "it, is called off too (MAND.1)."
            for other in _demanding(look)
        ]

    fight = going_on("CRT.1", words="go on with the attack", verb="fight")

    @fight.does
    def _(self, play: Play, frame: OfSide, _: int) -> None:
        position, fight = play.position, fight_below(play.position.frames)
        satisfied(play, fight)
        position.fought = (*position.fought, fight.number)
        position.attacked |= fight.attackers
        if fight.supported:
            position.blitz_targets |= fight.targets
        play.pop()

    @offer("call-off", PLAIN, "MAND.4", words="call it off: these units have not attacked")
    def call_off(self, look: RhineLook, frame: OfSide) -> Conditions:
        fight = fight_below(look.position.frames)
        yield (
            not binding(look, fight) & set(look.position.fought),
            "MAND.1",
            "this attack is owed to another one that has been fought, so it cannot be called off",
        )
        demanding = _demanding(look)
        yield (
            not (indispensable(look, fight) or any(indispensable(look, battle) for battle in demanding)),
            "MAND.1",
            "an attack that was made only because of this one has been fought, so it cannot be called off",
        )
        again = "units that could not get ashore must attack again; they cannot call it off"
        yield not _must_land(look, fight), "DD.7", again
        yield (
            not any(_must_land(look, battle) for battle in demanding),
            "DD.7",
            "a landing that must be fought demands this attack, so it cannot be called off",
        )

    @call_off.does
    def _(self, play: Play, frame: OfSide, _: int) -> None:
        fight = fight_below(play.position.frames)
        play.pop()
        play.pop()
        call_off(play, fight, "MAND.4")

    @offer("press", PLAIN, "PRESS.1", words="press the attack")
    def press(self, look: RhineLook, frame: OfSide) -> Conditions:
        # Who asks to press here is told why he cannot: not yet, or not at all.
        yield False, "PRESS.1", lambda _: self._why_not_pressed(look)

    def _why_not_pressed(self, look: RhineLook) -> tuple[str, str]:
        fight = fight_below(look.position.frames)
        if fight.attackers & look.game.nation_units[BRITISH]:
            return "PRESS.5", "the British do not press their attacks"
        if not may_press(look.game, fight.attackers, reckoned(look, fight)):
            return "PRESS.1", "only an attack at final odds above 1:2 can be pressed"
        return "PRESS.1", "say first that the attack is fought: then it can be pressed"


def _may_be_called_off(look: RhineLook, frame: OfSide) -> bool:
    return bool(AttackOrCallOff.call_off.allowed(AttackOrCallOff, look, frame))


class PressedAttack(InBattle):
    """US, French and Germans may press an attack above 1:2, before the defender says anything (PRESS.1, PRESS.2)."""

    name, rule = "pressed attack", "PRESS.1"

    def text(self, look: RhineLook, frame: OfSide) -> str:
        fight = fight_below(look.position.frames)
        worst = 6 - look.game.rules.numbers["press_best_numbers"]
        return (
            f"{attack_on(look, fight)} at {fight.column}: press it? A die of {worst + 1} to 6 is then read a column "
            f"higher, one of 1 to {worst} a column lower."
        )

    press = _order(
        "press", "PRESS.1", "press the attack: 4 to 6 a column higher, 1 to 3 a column lower", pressed, pressed=True
    )
    steady = _order("steady", "PRESS.1", "do not press it", pressed=False)


class NoRetreat(InBattle):
    """The defender may order No Retreat! for all his units in this battle (NR.1)."""

    name, rule = "no retreat", "NR.1"

    def text(self, look: RhineLook, frame: OfSide) -> str:
        fight = fight_below(look.position.frames)
        pressed = ", pressed" if fight.pressed else ""
        return (
            f"{attack_on(look, fight)} at {fight.column}{pressed}: No Retreat!? "
            "Then DW and D Disrupt your units where they stand, and DR eliminates them."
        )

    no_retreat = _order("no-retreat", "NR.1", "No Retreat!", stand_fast, no_retreat=True)
    may_retreat = _order("may-retreat", "NR.1", "they may retreat", no_retreat=False)
