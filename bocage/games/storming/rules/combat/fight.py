"""A fight from the decision to the last loss: the frames that combats, Mobile Assaults and special attacks share.

`engage` is how every fight begins. What comes after it (who advances, what a failed assault costs) is the business of
the step that the fight's own frame names; that frame comes to the top when all losses have been taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

import msgspec

from bocage.rules import (
    HEXES,
    SIDE,
    UNITS,
    WORD,
    About,
    Automatic,
    Frame,
    Hexes,
    Node,
    OfSide,
    Question,
    Roll,
    UnitNumber,
    Units,
    event,
    going_on,
)

from ..look import Play, StormingLook, members
from ..position import ALLIED, GERMAN, OTHER
from ..reinforcements.refit import stop_refit
from .losses import demand
from .odds import ASSAULT, CHERBOURG, COMBAT, Battle, Fire, hits, read, reckon, row_of

if TYPE_CHECKING:
    from ...game import Storming

Modifiers = tuple[tuple[int, str, str], ...]  # points, case and reason of each


def _declared(game: Storming, kind: str, side: str, target: int, attackers: tuple[int, ...]) -> str:
    verb = {ASSAULT: "make a Mobile Assault on", CHERBOURG: "storm"}.get(kind, "attack")
    return f"{game.side_name(side)} {verb} {game.hex_name(target)} with {game.named(UNITS, attackers)}."


def _hobart(game: Storming, use: str, unit: int) -> str:
    does = {
        "drm": "supports the attack",
        "first fire": "keeps the defenders from firing first",
        "sea": f"carries {game.unit_name(unit)} over the water",
        "roer": f"brings {game.unit_name(unit)} out of the flood",
    }
    return f"The 79th Armoured Division {does[use]}."


def _fired(game: Storming, side: str, strength: int, column: str, modifiers: Modifiers, die: int, steps: int) -> str:
    added = "".join(f", {points:+d} ({why}, {rule})" for points, rule, why in modifiers)
    result = die + sum(points for points, _, _ in modifiers)
    total = f", so {result}" if modifiers else ""
    effect = "no effect" if not steps else f"{steps} step{'s' if steps > 1 else ''} lost"
    return f"{game.side_name(side)} fire with {strength} on column {column}: die {die}{added}{total}: {effect}."


def _about_fire(
    game: Storming, side: str, strength: int, column: str, modifiers: Modifiers, die: int, steps: int
) -> About:
    row = row_of(game, column, die + sum(points for points, _, _ in modifiers))
    who = "Allies" if side == ALLIED else "Germans"
    return About("battle", side, [Roll(f"{who} on {column}: {steps}", (die,), column, row)])


attack_declared = event(
    "attack declared", "13.1.D", _declared, sort="battle", kind=WORD, who=SIDE, target=HEXES, attackers=UNITS
)
hobart_helps = event("hobart", "13.9.B", _hobart, side=ALLIED)
air_supports = event(
    "air support", "17.5.3.A", "A Tactical Air unit supports the Allied fire ({left} left).", side=ALLIED, left=WORD
)
army_released = event(
    "army released", "10.7.8", "A unit of the 15th Army is attacked: all German units are released.", side=GERMAN
)
fires_first = event("first fire", "13.6.A", "The defenders fire first: {why}.", sort="battle", why=WORD)
holds_fire = event("held fire", "13.7.2", "{who} have no strength to fire with.", sort="battle", who=SIDE)
fired = event("fire", "13.7.3", _fired, about=_about_fire)
airborne_holds = event("airborne holds", "3.2.E.4", "{unit} stands alone and ignores the loss.", unit=UNITS)


class Fight(Frame, frozen=True):
    """Who fights whom: the attacking side and units, the one hex that is attacked, and the support given (13.1)."""

    kind: ClassVar[str] = COMBAT
    side: str
    target: Node = -1
    attackers: Units = 0
    air: bool = False  # a Tactical Air unit adds to the Allied die (17.5.3)
    hobart: str = ""  # the 79th Armoured: "drm", "first fire", "sea" or "roer" (13.9.B)
    single: UnitNumber = -1  # the one unit that it carries over the sea or out of the flood


class Fighting(Fight, frozen=True):
    """A side attacks: the attack being put together, and what the segment has brought so far."""

    owed: Hexes = 0  # what combined attacks of this segment oblige the side to attack as well (6.6)
    acted: bool = False
    cleared: Node = -1  # the last combat emptied this hex, and a rule keeps every attacker out of it (13.8) ...
    victors: Units = 0  # ... these are the attackers who are left


class AfterCombat(Fight, frozen=True):
    """A combat of the Combat Segment has been resolved: who advances (13.8)?"""

    step: ClassVar[str] = "after combat"


class AfterAssault(Fight, frozen=True):
    """A Mobile Assault has been resolved (14.2)."""

    step: ClassVar[str] = "after assault"
    kind: ClassVar[str] = ASSAULT


class AfterCherbourg(Fight, frozen=True):
    """An attack of the special Cherbourg Assault has been resolved (8.6.A)."""

    step: ClassVar[str] = "after cherbourg"
    kind: ClassVar[str] = CHERBOURG


AFTER = {kind.kind: kind for kind in (AfterCombat, AfterAssault, AfterCherbourg)}


def declared(fight: Fight) -> Fight:
    """An attack that was put together, as the fight that it becomes."""
    return AFTER[fight.kind](fight.side, fight.target, fight.attackers, fight.air, fight.hobart, fight.single)


def engage(play: Play, fight: Fight) -> None:
    """Resolve a fight: support, fire and losses, and then the step of the fight's own frame."""
    position, game = play.position, play.game
    look = play.look
    defenders = look.units_in(1 << fight.target, OTHER[fight.side])
    play.push(fight)
    rule = {ASSAULT: "14.2.A", CHERBOURG: "8.6.A"}.get(fight.kind, "13.1.D")
    attack_declared(play, fight.kind, fight.side, fight.target, tuple(members(fight.attackers)), rule=rule)
    if fight.hobart:
        position.hobart_turn = position.turn + 1
        hobart_helps(play, fight.hobart, fight.single)
    if fight.air:
        _fly(play)
    attacked(play, defenders)
    if fight.side == GERMAN and look.offensive_now() and fight.attackers & game.mechanized_units & game.divisions:
        position.offensive_targets |= 1 << fight.target
    if fight.side == GERMAN and position.air_support > 0:
        play.start("air defence", ALLIED)
    else:
        play.push(Firing())


def attacked(play: Play, units: int) -> None:
    """Units are attacked: the 15th Army is released if it is one of its own, and R&R is over (10.7.8, 7.3.F)."""
    position = play.position
    if units & play.look.frozen_units():
        position.released = True
        army_released(play)
    for unit in members(position.refit & units):
        stop_refit(play, unit)


def _fly(play: Play) -> None:
    """A Tactical Air unit is spent on this fight (17.5.3.B)."""
    play.position.air_support -= 1
    air_supports(play, play.position.air_support)


class AirDefence(Question[OfSide]):
    """One Tactical Air unit at most may add to the defenders' die, before any dice are rolled (17.5.3, R52)."""

    name, rule = "air defence", "17.5.3.A"

    def text(self, look: StormingLook, frame: OfSide) -> str:
        fight = fight_below(look.position.frames)
        left = look.position.air_support
        return (
            f"The Germans attack {look.game.hex_name(fight.target)}: {battle_words(reckon(look, fight))}. "
            f"Shall Tactical Air support the defence ({left} {'unit' if left == 1 else 'units'} left)?"
        )

    def hand(self, look: StormingLook, frame: OfSide) -> Units:
        return fight_below(look.position.frames).attackers

    def focus(self, look: StormingLook, frame: OfSide) -> int:
        return fight_below(look.position.frames).target

    air = going_on("17.5.3.A", "Send Tactical Air (+1)", "a Tactical Air unit adds 1 to the die", verb="air")
    no_air = going_on("17.5.3.A", words="no Tactical Air unit", verb="no-air")

    @air.does
    def _(self, play: Play, frame: OfSide, _: int) -> None:
        play.pop()
        play.swap(msgspec.structs.replace(fight_below(play.position.frames), air=True))
        _fly(play)
        play.push(Firing())

    @no_air.does
    def _(self, play: Play, frame: OfSide, _: int) -> None:
        play.pop()
        play.push(Firing())


class Firing(Frame, frozen=True):
    """Both sides fire, or first the defender and then, with `second`, the attackers that are left (13.6; R120)."""

    second: bool = False


class FireStep(Automatic[Firing]):
    """Each side rolls one die; the attacker takes his losses first (13.6, 13.7)."""

    name, rule = "fire", "13.7"

    def run(self, play: Play, frame: Firing) -> None:
        position, look = play.position, play.look
        fight = fight_below(position.frames)
        enemy = OTHER[fight.side]
        battle = reckon(look, fight)
        attackers = fight.attackers & position.on_board
        defenders = look.units_in(1 << fight.target, enemy)
        if frame.second:
            if attackers:
                demand(play, enemy, defenders, fire(play, battle, battle.attack))
        elif battle.first_fire:
            fires_first(play, battle.first_fire)
            play.push(Firing(second=True))
            demand(play, fight.side, attackers, fire(play, battle, battle.defence))
        else:
            on_defenders = fire(play, battle, battle.attack)
            on_attackers = fire(play, battle, battle.defence)
            # Last in, first out: the attacker distributes his losses before the defender (13.7.4).
            demand(play, enemy, defenders, on_defenders)
            demand(play, fight.side, attackers, on_attackers)


def fire(play: Play, battle: Battle, part: Fire) -> int:
    """One side of a battle rolls its die; the steps that it costs the other (13.7.3)."""
    if not part.column:
        holds_fire(play, part.side)
        return 0
    (die,) = play.roll()
    if part.side == GERMAN == battle.side and play.look.offensive_now():
        play.position.offensive_attacks += 1
    steps = hits(play.look, battle, part, die)
    modifiers = tuple((found.points, found.rule, found.why) for found in part.modifiers)
    shown = read(play.game, part.column, die + part.points)
    fired(play, part.side, part.strength, part.column, modifiers, die, shown)
    if shown and not steps:
        airborne_holds(play, battle.defence.factors[0].unit)
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
