"""The Combat Segment (13.0): choosing a target and attackers, air support, the 79th Armoured, and the dice.

Who may attack what is worked out in `attackers.py`; the conditions for joining an attack are in `joining.py`, those for
supporting it in `support.py`. Strengths and modifiers are in `odds.py`, a declared attack is carried through by
`fight.py`, and advances after combat are in `advance.py`.
"""

from __future__ import annotations

from bocage.rules import HEXES, PLAIN, Action, Conditions, Refusal, Units, offer

from ..look import Play, StormingLook, members
from ..offensive import decision
from ..position import GERMAN, OTHER
from . import advance, attackers, fight
from .fight import battle_words
from .joining import Fighting, able_to_attack, as_fight, gathering, hex_names
from .odds import reckon
from .support import HOBART_VERBS, Support, someone_attacks


def _choosing(look: StormingLook, frame: Fighting) -> bool:
    return frame.target < 0


class Combat(Support):
    """Attacks are voluntary, one at a time, in the attacker's order (13.1)."""

    name, rule, points_at = "combat", "13.1.D", "target"

    def keep(self, look: StormingLook, frame: Fighting) -> bool:
        # One's own attack is never declared or rolled without being asked: undo must stay open.
        return frame.acted or frame.target >= 0

    def text(self, look: StormingLook, frame: Fighting) -> str:
        if frame.target < 0:
            owed = attackers.open_duties(look, frame.side, frame.owed)
            if owed:
                return f"Choose a hex to attack; still to be attacked: {hex_names(look, owed)}."
            return "Choose a hex to attack, or end the Combat Segment."
        name = look.game.hex_name(frame.target)
        if not frame.attackers:
            return f"Attack on {name}: choose the attacking units."
        return f"Attack on {name}: {battle_words(reckon(look, as_fight(frame)))}. Add units or support, or roll."

    def hand(self, look: StormingLook, frame: Fighting) -> Units:
        return frame.attackers

    def not_now(self, look: StormingLook, frame: Fighting, verb: str) -> tuple[str, str] | None:
        if frame.target < 0 and verb in ("join", "roll", "air", *HOBART_VERBS):
            return "13.1.D", f"'{verb}' comes after the choice of a hex: say first which one you attack"
        if frame.target >= 0 and verb in ("attack", "end"):
            label = look.game.board.labels[frame.target]
            return "13.1.D", f"one combat at a time: the attack on {label} is resolved first, or taken back by undo"
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

    @offer("attack", HEXES, "13.1.C", when=_choosing)
    def attack(self, look: StormingLook, frame: Fighting) -> Conditions:
        side, taken = frame.side, look.position.attacked_hexes
        yield look.occupied(OTHER[side]), "13.1.B", "there is no enemy in {it} to attack"
        yield ~taken, "13.2.E", "{it} has been attacked in this segment already"
        attackable = attackers.attackable(look, side)
        yield attackable, "13.1.C", lambda node: _why_nobody(look, side, node)
        owed = attackers.open_duties(look, side, frame.owed)
        if owed:
            # Only somebody who is not needed for the hexes owed attacks another one (6.6).
            free, spare = owed, attackers.unneeded(look, side, owed, attackers.hobart_ready(look, side))
            for node in look.game.board.nodes(attackable & ~taken & ~owed):
                by_sea = attackers.able_by_sea(look, side, node)
                if attackers.able(look, side, node) & spare or (
                    by_sea and by_sea & attackers.unneeded(look, side, owed, hobart=False)
                ):
                    free |= 1 << node
            names = hex_names(look, owed)
            why = (
                f"every unit that could attack {{it}} is needed against {names}, which your combined attack obliges to"
            )
            yield free, "6.6", why

    @attack.does
    def _(self, play: Play, frame: Fighting, node: int) -> None:
        play.swap(Fighting(frame.side, node, owed=frame.owed, acted=frame.acted))

    @offer("end", PLAIN, "13.7.6", "End combat", "the Combat Segment is over", when=_choosing)
    def end(self, look: StormingLook, frame: Fighting) -> Conditions:
        owed = attackers.open_duties(look, frame.side, frame.owed)
        if owed and attackers.can_fulfil(look, frame.side, owed, 0, attackers.hobart_ready(look, frame.side)):
            yield 0, "6.6", f"your combined attack obliges you to attack {hex_names(look, owed)} in this segment too"

    @end.does
    def _(self, play: Play, frame: Fighting, _: int) -> None:
        play.position.attacked = play.position.attacked_hexes = 0
        play.pop()
        if frame.acted and frame.side == GERMAN:
            decision.after_combat(play, last=True)

    @offer("roll", PLAIN, "13.7.3", "Attack: both sides fire", "roll the dice", when=gathering)
    def roll(self, look: StormingLook, frame: Fighting) -> Conditions:
        return someone_attacks(frame)

    @roll.does
    def _(self, play: Play, frame: Fighting, _: int) -> None:
        """The attack is declared and resolved; what it obliges to is noted (6.6)."""
        position = play.position
        owed = frame.owed | attackers.duties_of(play.look, frame.side, frame.target, frame.attackers)
        position.attacked |= frame.attackers
        position.attacked_hexes |= 1 << frame.target
        owed = attackers.open_duties(play.look, frame.side, owed)
        play.swap(Fighting(frame.side, owed=owed, acted=True))
        fight.engage(play, as_fight(frame))


def _why_nobody(look: StormingLook, side: str, node: int) -> tuple[str, str]:
    """Why nobody can attack a hex: the reason of the unit that comes closest to it."""
    near = attackers.beside(look, side, node)
    if not near:
        return "13.1.C", "no unit of yours is next to {it}"
    conditions = list(able_to_attack(look, side, node))
    failed = (
        (number, -unit)
        for unit in members(near)
        for number, (units, _, _) in enumerate(conditions)
        if not units >> unit & 1 and all(before >> unit & 1 for before, _, _ in conditions[:number])
    )
    number, unit = max(failed)
    _, rule, reason = conditions[number]
    told = reason if isinstance(reason, str) else reason(-unit)
    if not isinstance(told, str):
        rule, told = told
    # The sentence is about a unit, but the player asked for a hex.
    return rule, told.replace("{it}", look.game.unit_ids[-unit])
