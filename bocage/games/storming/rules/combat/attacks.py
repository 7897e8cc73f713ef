"""The Combat Segment (13.0): choosing a target and attackers, Tactical Air (17.5.3), the 79th Armoured (13.9.B).

Who may attack what is worked out in `attackers.py`. Strengths and modifiers are in `odds.py`, a declared attack is
carried through by `fight.py`, and advances after combat are in `advance.py`.
"""

from __future__ import annotations

from msgspec.structs import replace

from bocage.parts.combat.attacks import Attacking, choosing, closest, gathering
from bocage.rules import (
    HEXES,
    PLAIN,
    UNITS,
    Action,
    Conditions,
    Refusal,
    Units,
    offer,
    provided,
)

from ..look import DROWNING, Play, StormingLook, members
from ..offensive import decision
from ..position import ALLIED, GERMAN, OTHER
from . import advance, attackers, fight
from .attackers import able_itself, able_there, able_to_attack, adjacent, not_chosen, open_duties, with_strength
from .fight import Fighting, battle_words
from .odds import over_rhine, reckon

HOBART_VERBS = ("hobart", "hobart-first-fire", "hobart-sea", "hobart-flood")
AREA = (
    "the 79th Armoured Division helps attacks in the 21st Army Group's area, and west of the Seine Line those in which "
    "a Commonwealth unit takes part"
)


def _supportable(look: StormingLook, frame: Fighting) -> bool:
    return frame.target >= 0 and frame.side == ALLIED


def _someone_attacks(frame: Fighting) -> Conditions:
    """There is an attack to support or to roll for."""
    yield provided(frame.attackers != 0), "13.1.C", "choose the attacking units first"


def _at_hand(look: StormingLook, frame: Fighting) -> Conditions:
    """The 79th is there, and has nothing else to do in this attack."""
    there, turn = attackers.hobart_ready(look, frame.side), look.position.hobart_turn
    why = f"the 79th Armoured Division helps once a turn; it is available from turn {turn} on"
    yield provided(there), "13.9.B", why
    yield provided(not frame.hobart), "13.9.B", "the 79th Armoured Division does one thing each time it is used"


def _in_its_area(look: StormingLook, frame: Fighting) -> Conditions:
    yield provided(attackers.hobart_reaches(look, frame.target, frame.attackers)), "13.9.B", AREA


def _not_owed(look: StormingLook, frame: Fighting) -> Conditions:
    """No hex that must be attacked needs it (6.6)."""
    free = _possible_with(look, frame, frame.attackers, "used")
    yield provided(free), "6.6", "the 79th Armoured Division is needed for a hex that must be attacked too"


def _possible_with(look: StormingLook, frame: Fighting, units: Units, hobart: str) -> bool:
    """If these units attack, with the 79th Armoured in this use, can all that is owed still be attacked (6.6; R121)?"""
    owed = open_duties(look, frame.side, frame.owed) & ~(1 << frame.target)
    owed |= attackers.duties_of(look, frame.side, frame.target, units)
    return attackers.can_fulfil(look, frame.side, owed, units, not hobart)


def _leaving_duties_possible(look: StormingLook, frame: Fighting, units: Units, hobart: str) -> Conditions:
    """With each of the units every hex owed, before and because of it, can still be attacked (6.6)."""
    side, target, chosen, names = frame.side, frame.target, frame.attackers, look.hex_names

    def why(unit: int) -> str:
        owed = open_duties(look, side, frame.owed) & ~(1 << target)
        if not attackers.can_fulfil(look, side, owed, chosen | 1 << unit, not frame.hobart):
            return f"{{it}} is needed against {names(owed)}, which your combined attack obliges to"
        new = attackers.duties_of(look, side, target, chosen | 1 << unit)
        return (
            "units in different hexes combine only if every other enemy in their zones is attacked in this segment; "
            f"there would not be enough units left against {names(new | owed)}"
        )

    needed = [unit for unit in members(units) if not _possible_with(look, frame, chosen | 1 << unit, hobart)]
    yield ~sum(1 << unit for unit in needed), "6.6", why


class Combat(Attacking[Fighting]):
    """Attacks are voluntary, one at a time, in the attacker's order (13.1)."""

    name, rule = "combat", "13.1.D"
    called = "combat"
    later = ("join", "roll", "air", *HOBART_VERBS)

    def text(self, look: StormingLook, frame: Fighting) -> str:
        if frame.target < 0:
            owed = open_duties(look, frame.side, frame.owed)
            if owed:
                return f"Choose a hex to attack; still to be attacked: {look.hex_names(owed)}."
            return "Choose a hex to attack, or end the Combat Segment."
        name = look.game.hex_name(frame.target)
        if not frame.attackers:
            return f"Attack on {name}: choose the attacking units."
        return f"Attack on {name}: {battle_words(reckon(look, frame))}. Add units or support, or roll."

    def not_now(self, look: StormingLook, frame: Fighting, verb: str) -> tuple[str, str] | None:
        told = super().not_now(look, frame, verb)
        if told is not None:
            return told
        if verb == "advance":
            return "13.8", "units advance only right after a combat that leaves no enemy in the hex they attacked"
        if verb == "assault":
            return "10.C", "Mobile Assaults are made during movement in the Exploitation Phase only"
        if frame.side == GERMAN and verb == "air":
            return "17.5.3.A", "only the Allies have Tactical Air units"
        if frame.side == GERMAN and verb in HOBART_VERBS:
            return "13.9.B", "the 79th Armoured Division helps Allied attacks only"
        return None

    def why_not(self, look: StormingLook, frame: Fighting, action: Action) -> Refusal | None:
        if action.verb == "advance" and frame.cleared >= 0:
            # Nobody could advance after the last combat, so nobody was asked: here the reason can still be had.
            kept_out = advance.Advancing(frame.side, frame.cleared, frame.victors)
            return advance.why_kept_out(look, kept_out, action.index, action.operand)
        return super().why_not(look, frame, action)

    @offer("attack", HEXES, "13.1.C", when=choosing)
    def attack(self, look: StormingLook, frame: Fighting) -> Conditions:
        side, taken = frame.side, look.position.attacked_hexes
        yield look.occupied(OTHER[side]), "13.1.B", "there is no enemy in {it} to attack"
        yield ~taken, "13.2.E", "{it} has been attacked in this segment already"
        attackable = attackers.attackable(look, side)
        yield attackable, "13.1.C", lambda node: _why_nobody(look, side, node)
        owed = open_duties(look, side, frame.owed)
        if owed:
            # Only somebody who is not needed for the hexes owed attacks another one (6.6).
            free, spare = owed, attackers.unneeded(look, side, owed, attackers.hobart_ready(look, side))
            for node in look.game.board.nodes(attackable & ~taken & ~owed):
                by_sea = attackers.able_by_sea(look, side, node)
                if attackers.able(look, side, node) & spare or (
                    by_sea and by_sea & attackers.unneeded(look, side, owed, hobart=False)
                ):
                    free |= 1 << node
            needed = f"every unit that could attack {{it}} is needed against {look.hex_names(owed)}"
            yield free, "6.6", f"{needed}, which your combined attack obliges to"

    @attack.does
    def _(self, play: Play, frame: Fighting, node: int) -> None:
        play.swap(Fighting(frame.side, node, owed=frame.owed, acted=frame.acted))

    @offer("end", PLAIN, "13.7.6", "End combat", "the Combat Segment is over", when=choosing)
    def end(self, look: StormingLook, frame: Fighting) -> Conditions:
        owed = open_duties(look, frame.side, frame.owed)
        if owed and attackers.can_fulfil(look, frame.side, owed, 0, attackers.hobart_ready(look, frame.side)):
            yield 0, "6.6", f"your combined attack obliges you to attack {look.hex_names(owed)} in this segment too"

    @end.does
    def _(self, play: Play, frame: Fighting, _: int) -> None:
        play.position.attacked = play.position.attacked_hexes = 0
        play.pop()
        if frame.acted and frame.side == GERMAN:
            decision.after_combat(play, last=True)

    @offer("join", UNITS, "13.1.C", "Join the attack", when=gathering)
    def join(self, look: StormingLook, frame: Fighting) -> Conditions:
        side, target, game = frame.side, frame.target, look.game
        yield from able_there(look, side, target)
        yield from not_chosen(frame.attackers)
        if not look.position.ike_sees and game.ike_spot >> target & 1:
            # Attackers into Ike's Blind Spot count as inside (10.7.3; ruling R143).
            operating = (look.units_in(game.ike_spot, ALLIED) | frame.attackers) & game.american_divisions
            if operating.bit_count() >= game.rules.numbers["ike_divisions"]:
                why = "with {it} more than five US or French divisions would operate in Ike's Blind Spot"
                yield ~game.american_divisions | operating, "10.7.3", why
        yield from with_strength(look, side, frame.attackers)
        candidates = attackers.beside(look, side, target) & attackers.ready(look, side)
        yield from _leaving_duties_possible(look, frame, candidates, frame.hobart)

    @join.does
    def _(self, play: Play, frame: Fighting, unit: int) -> None:
        joined = replace(frame, attackers=frame.attackers | 1 << unit)
        if frame.hobart == "first fire" and not over_rhine(play.look, joined, joined.attackers):
            # Nobody fires first any more, so there is nothing to cancel and the 79th stays at hand.
            joined = replace(joined, hobart="")
        play.swap(joined)

    @offer("air", PLAIN, "17.5.3.A", words="a Tactical Air unit adds 1 to the die", when=_supportable)
    def air(self, look: StormingLook, frame: Fighting) -> Conditions:
        yield from _someone_attacks(frame)
        yield not frame.air, "17.5.3.C", "no more than one Tactical Air unit supports a combat"
        left = look.position.air_support > 0
        yield left, "17.5.3.A", "no Tactical Air unit has been set aside for combat support"

    air.sets(air=True)

    @offer("hobart", PLAIN, "13.9.B", words="the 79th Armoured adds 1 to the die", when=_supportable)
    def hobart(self, look: StormingLook, frame: Fighting) -> Conditions:
        yield from _at_hand(look, frame)
        yield from _someone_attacks(frame)
        yield from _in_its_area(look, frame)
        yield from _not_owed(look, frame)

    hobart.sets(hobart="drm")

    @offer(
        "hobart-first-fire", PLAIN, "13.9.B", words="the 79th Armoured keeps the defenders from firing first",
        when=_supportable,
    )  # fmt: skip
    def hobart_first_fire(self, look: StormingLook, frame: Fighting) -> Conditions:
        yield from _at_hand(look, frame)
        yield from _someone_attacks(frame)
        yield from _in_its_area(look, frame)
        crossing = over_rhine(look, frame, frame.attackers)
        yield crossing, "13.9.B", "only the first fire against an attack over the unbridged Rhine can be cancelled"
        yield from _not_owed(look, frame)

    hobart_first_fire.sets(hobart="first fire")

    @offer("hobart-sea", UNITS, "13.9.B", when=_supportable)
    def hobart_sea(self, look: StormingLook, frame: Fighting) -> Conditions:
        side, target = frame.side, frame.target
        yield from _at_hand(look, frame)
        yield from adjacent(look, side, target)
        beside = members(attackers.beside(look, side, target))
        by_sea = sum(1 << unit for unit in beside if attackers.sea_targets(look, unit) >> target & 1)

        def why_not_by_sea(unit: int) -> tuple[str, str]:
            if attackers.closed_to(look, unit) >> target & 1:
                return attackers.reason_barred(look, unit, target)
            return "13.9.B", "no open sea hexside lies between {it} and the target"

        yield by_sea, "13.9.B", why_not_by_sea
        yield from not_chosen(frame.attackers)
        yield from able_itself(look, side)
        yield attackers.strong(look, side), "13.2.A", "{it} has no Attack Strength and does not attack alone"
        near = [unit for unit in beside if attackers.hobart_reaches(look, target, frame.attackers | 1 << unit)]
        yield sum(1 << unit for unit in near), "13.9.B", AREA
        yield from _leaving_duties_possible(look, frame, by_sea, "sea")

    @hobart_sea.does
    def _(self, play: Play, frame: Fighting, unit: int) -> None:
        play.swap(replace(frame, attackers=frame.attackers | 1 << unit, hobart="sea", single=unit))

    @offer("hobart-flood", UNITS, "13.9.B", when=_supportable)
    def hobart_flood(self, look: StormingLook, frame: Fighting) -> Conditions:
        yield from _at_hand(look, frame)
        yield from _in_its_area(look, frame)
        yield frame.attackers, "13.9.B", "{it} does not take part in this attack"
        drowning = look.units_in(look.game.roer_valley, frame.side) if look.roer() == DROWNING else 0
        yield drowning, "17.2.B", "{it} is not in a hex of the Roer valley that is being flooded"
        yield from _not_owed(look, frame)

    hobart_flood.sets("single", hobart="roer")

    @offer("roll", PLAIN, "13.7.3", "Attack: both sides fire", "roll the dice", when=gathering)
    def roll(self, look: StormingLook, frame: Fighting) -> Conditions:
        return _someone_attacks(frame)

    @roll.does
    def _(self, play: Play, frame: Fighting, _: int) -> None:
        """The attack is declared and resolved; what it obliges to is noted (6.6)."""
        position = play.position
        owed = frame.owed | attackers.duties_of(play.look, frame.side, frame.target, frame.attackers)
        position.attacked |= frame.attackers
        position.attacked_hexes |= 1 << frame.target
        play.swap(Fighting(frame.side, owed=open_duties(play.look, frame.side, owed), acted=True))
        fight.engage(play, fight.declared(frame))


def _why_nobody(look: StormingLook, side: str, node: int) -> tuple[str, str]:
    """Why nobody can attack a hex: the reason of the unit that comes closest to it."""
    near = attackers.beside(look, side, node)
    if not near:
        return "13.1.C", "no unit of yours is next to {it}"
    # The sentence is about a unit, though the player asked for a hex.
    told = closest(able_to_attack(look, side, node), near, look.game.unit_ids)
    assert told is not None, "somebody is able after all"
    return told.rule, told.why
