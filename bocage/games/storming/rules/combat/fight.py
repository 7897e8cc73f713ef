"""A fight from the decision to the last loss: the frames that combats, Mobile Assaults and special attacks share.

`engage` is how every fight begins. What comes after it (who advances, what a failed assault costs) is the business of
the step that the fight's own frame names; that frame comes to the top when all losses have been taken.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from bocage.engine.actions import Action
from bocage.engine.position import Frame, Node, UnitNumber, Units
from bocage.engine.steps import Automatic, Clause, Offer, Question

from ..look import Play, StormingLook, members
from ..position import ALLIED, GERMAN, OTHER
from ..telling import SIDE, hex_name, unit_names
from .losses import demand
from .odds import ASSAULT, CHERBOURG, KINDS, Battle, Fire, hits, read, reckon


class Fight(Frame, frozen=True):
    """Who fights whom: the attacking side and units, the one hex that is attacked, and the support given (13.1)."""

    side: str
    target: Node
    attackers: Units
    air: bool = False  # a Tactical Air unit adds to the Allied die (17.5.3)
    hobart: str = ""  # the 79th Armoured: "drm", "first fire", "sea" or "roer" (13.9.B)
    single: UnitNumber = -1  # the one unit that it carries over the sea or out of the flood


class AfterCombat(Fight, frozen=True):
    """A combat of the Combat Segment has been resolved: who advances (13.8)?"""

    step: ClassVar[str] = "after combat"


class AfterAssault(Fight, frozen=True):
    """A Mobile Assault has been resolved (14.2)."""

    step: ClassVar[str] = "after assault"


class AfterCherbourg(Fight, frozen=True):
    """An attack of the special Cherbourg Assault has been resolved (8.6.A)."""

    step: ClassVar[str] = "after cherbourg"


def engage(play: Play, fight: Fight) -> None:
    """Resolve a fight: support, fire and losses, and then the step of the fight's own frame."""
    position, game = play.position, play.game
    look: StormingLook = game.look(position)
    defenders = look.units_in(1 << fight.target, OTHER[fight.side])
    play.push(fight)
    rule = {ASSAULT: "14.2.A", CHERBOURG: "8.6.A"}.get(KINDS[fight.step], "13.1.D")
    play.tell("attack declared", rule, KINDS[fight.step], fight.side, fight.target, tuple(members(fight.attackers)))
    if fight.hobart:
        position.hobart_turn = position.turn + 1
        play.tell("hobart", "13.9.B", fight.hobart, fight.single)
    if fight.air:
        _fly(play)
    attacked(play, defenders)
    if fight.side == GERMAN and look.offensive_now() and fight.attackers & game.mechanized_units & game.divisions:
        position.offensive_targets |= 1 << fight.target
    if fight.side == GERMAN and position.air_support > 0:
        play.push(Covering(ALLIED))
    else:
        play.push(Firing())


def attacked(play: Play, units: int) -> None:
    """Units are attacked: the 15th Army is released if it is one of its own, and R&R is over (10.7.8, 7.3.F)."""
    position = play.position
    if units & play.game.look(position).frozen_units():
        position.released = True
        play.tell("army released", "10.7.8")
    for unit in members(position.refit & units):
        position.refit &= ~(1 << unit)
        play.tell("refit stopped", "7.3.F", unit)


def _fly(play: Play) -> None:
    """A Tactical Air unit is spent on this fight (17.5.3.B)."""
    play.position.air_support -= 1
    play.tell("air support", "17.5.3.A", play.position.air_support)


class Covering(Frame, frozen=True):
    """The Germans attack; the Allied player says whether a Tactical Air unit supports the defence (ruling R52)."""

    step: ClassVar[str] = "air defence"
    side: str


class AirDefence(Question[Covering]):
    """One Tactical Air unit at most may add to the defenders' die, before any dice are rolled (17.5.3, R52)."""

    name = "air defence"
    rule = "17.5.3.A"
    offers = ("air defence", "no air defence")

    def text(self, look: StormingLook, frame: Covering) -> str:
        fight = fight_below(look.position.frames)
        battle = reckon(look, fight)
        name = hex_name(look.game, fight.target)
        left = look.position.air_support
        word = "unit" if left == 1 else "units"
        return (
            f"The Germans attack {name}: {battle_words(battle)}. "
            f"Shall Tactical Air support the defence ({left} {word} left)?"
        )

    def answer(self, play: Play, frame: Covering, action: Action) -> None:
        play.pop()
        if action.verb == "air":
            play.swap(msgspec.structs.replace(fight_below(play.position.frames), air=True))
            _fly(play)
        play.push(Firing())


class Firing(Frame, frozen=True):
    """Both sides fire, or first the defender and then, with `second`, what is left of the attackers (13.6)."""

    step: ClassVar[str] = "fire"
    second: bool = False


class FireStep(Automatic[Firing]):
    """Each side rolls one die; the attacker takes his losses first (13.6, 13.7)."""

    name = "fire"
    rule = "13.7"

    def run(self, play: Play, frame: Firing) -> None:
        position = play.position
        look: StormingLook = play.game.look(position)
        fight = fight_below(position.frames)
        enemy = OTHER[fight.side]
        battle = reckon(look, fight)
        attackers = fight.attackers & position.on_board
        defenders = look.units_in(1 << fight.target, enemy)
        if frame.second:
            if attackers:
                demand(play, enemy, defenders, fire(play, look, battle, battle.attack))
        elif battle.first_fire:
            play.tell("first fire", "13.6.A", battle.first_fire)
            play.push(Firing(second=True))
            demand(play, fight.side, attackers, fire(play, look, battle, battle.defence))
        else:
            on_defenders = fire(play, look, battle, battle.attack)
            on_attackers = fire(play, look, battle, battle.defence)
            # Last in, first out: the attacker distributes his losses before the defender (13.7.4).
            demand(play, enemy, defenders, on_defenders)
            demand(play, fight.side, attackers, on_attackers)


def fire(play: Play, look: StormingLook, battle: Battle, part: Fire) -> int:
    """One side of a battle rolls its die; the steps that it costs the other (13.7.3)."""
    if not part.column:
        play.tell("held fire", "13.7.2", part.side)
        return 0
    (die,) = play.roll()
    if part.side == GERMAN == battle.side and look.offensive_now():
        play.position.offensive_attacks += 1
    steps = hits(look, battle, part, die)
    modifiers = tuple((found.points, found.rule, found.why) for found in part.modifiers)
    shown = read(play.game, part.column, die + part.points)
    play.tell("fire", "13.7.3", part.side, part.strength, part.column, modifiers, die, shown)
    if shown and not steps:
        play.tell("airborne holds", "3.2.E.4", battle.defence.factors[0].unit)
    return steps


def fight_below(frames: Sequence[Frame]) -> Fight:
    """The fight that is being resolved: the uppermost fight among the frames."""
    return next(frame for frame in reversed(frames) if isinstance(frame, Fight))


def fire_words(part: Fire) -> str:
    """A side's fire in a few words: strength, column and modifiers together."""
    if not part.column:
        return "no fire"
    return f"{part.strength} on column {part.column}{f' ({part.points:+d})' if part.points else ''}"


def battle_words(battle: Battle) -> str:
    """Both sides' fire in a few words, and who fires first if not both together (13.6.A)."""
    first = "; the defenders fire first" if battle.first_fire else ""
    return f"{fire_words(battle.attack)} against {fire_words(battle.defence)}{first}"


def _always(look: StormingLook, frame: Covering) -> int:
    return 1


def _declared(game: Any, kind: str, side: str, target: int, attackers: tuple[int, ...]) -> str:
    verb = {ASSAULT: "make a Mobile Assault on", CHERBOURG: "storm"}.get(kind, "attack")
    return f"{SIDE[side]} {verb} {hex_name(game, target)} with {unit_names(game, attackers)}."


def _hobart(game: Any, use: str, unit: int) -> str:
    does = {
        "drm": "supports the attack",
        "first fire": "keeps the defenders from firing first",
        "sea": f"carries {game.counters[unit].name} over the water",
        "roer": f"brings {game.counters[unit].name} out of the flood",
    }
    return f"The 79th Armoured Division {does[use]}."


def _fired(
    game: Any, side: str, strength: int, name: str, modifiers: tuple[tuple[int, str, str], ...], die: int, steps: int
) -> str:
    added = "".join(f", {points:+d} ({why}, {rule})" for points, rule, why in modifiers)
    result = die + sum(points for points, _, _ in modifiers)
    total = f", so {result}" if modifiers else ""
    effect = "no effect" if not steps else f"{steps} step{'s' if steps > 1 else ''} lost"
    return f"{SIDE[side]} fire with {strength} on column {name}: die {die}{added}{total}: {effect}."


FRAMES = (AfterCombat, AfterAssault, AfterCherbourg, Covering, Firing)
STEPS = (AirDefence(), FireStep())
OFFERS = {
    "air defence": Offer("air", "17.5.3.A", (Clause("any", "17.5.3.A", "", _always),)),
    "no air defence": Offer("no-air", "17.5.3.A", (Clause("any", "17.5.3.A", "", _always),)),
}
VERBS: Mapping[str, tuple[str, ...]] = {"plain": ("air", "no-air")}
SENTENCES: Mapping[str, Callable[..., str]] = {
    "attack declared": _declared,
    "hobart": _hobart,
    "air support": lambda game, left: f"A Tactical Air unit supports the Allied fire ({left} left).",
    "army released": lambda game: "A unit of the 15th Army is attacked: all German units are released.",
    "first fire": lambda game, why: f"The defenders fire first: {why}.",
    "held fire": lambda game, side: f"{SIDE[side]} have no strength to fire with.",
    "fire": _fired,
    "airborne holds": lambda game, unit: f"{game.counters[unit].name} stands alone and ignores the loss.",
}
