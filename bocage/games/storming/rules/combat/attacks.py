"""The Combat Segment (13.0): choosing a target and attackers, air support, the 79th Armoured, and the dice.

Who may attack what is worked out in `attackers.py`; the conditions for joining an attack are in `joining.py`, those for
supporting it in `support.py`. Strengths and modifiers are in `odds.py`, a declared attack is carried through by
`fight.py`, and advances after combat are in `advance.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from bocage.engine.actions import Action
from bocage.engine.errors import Refusal
from bocage.engine.steps import Clause, Offer, Question

from ..look import Play, StormingLook, members
from ..offensive import decision
from ..position import ALLIED, GERMAN, OTHER
from ..telling import hex_name
from . import advance, attackers, fight, joining, support
from .fight import battle_words
from .joining import ABLE, Fighting, as_fight, hex_names
from .odds import over_rhine, reckon
from .support import HOBART_VERBS, SOMEONE


class Combat(Question[Fighting]):
    """Attacks are voluntary, one at a time, in the attacker's order (13.1)."""

    name = "combat"
    rule = "13.1.D"

    def begin(self, play: Play, side: str) -> Fighting:
        return Fighting(side)

    def offers_now(self, look: StormingLook, frame: Fighting) -> list[Offer]:
        offers = look.game.rules.offers
        if frame.target < 0:
            return [offers["attack"], offers["end combat"]]
        found = [offers["join attack"]]
        if frame.side == ALLIED:
            found += [offers[name] for name in support.OFFERS]
        return [*found, offers["roll attack"]]

    def keep(self, look: StormingLook, frame: Fighting) -> bool:
        # One's own attack is never declared or rolled without being asked: undo must stay open.
        return frame.acted or frame.target >= 0

    def text(self, look: StormingLook, frame: Fighting) -> str:
        game = look.game
        if frame.target < 0:
            owed = attackers.open_duties(look, frame.side, frame.owed)
            if owed:
                return f"Choose a hex to attack; still to be attacked: {hex_names(look, owed)}."
            return "Choose a hex to attack, or end the Combat Segment."
        name = hex_name(game, frame.target)
        if not frame.attackers:
            return f"Attack on {name}: choose the attacking units."
        return f"Attack on {name}: {battle_words(reckon(look, as_fight(frame)))}. Add units or support, or roll."

    def offer_of(self, look: StormingLook, frame: Fighting, verb: str) -> Offer:
        """The offer of a verb; one that comes too early or too late is told why."""
        if frame.target < 0 and verb in ("join", "roll", "air", *HOBART_VERBS):
            raise Refusal("13.1.D", f"'{verb}' comes after the choice of a hex: say first which one you attack")
        if frame.target >= 0 and verb in ("attack", "end"):
            label = look.game.board.labels[frame.target]
            raise Refusal(
                "13.1.D", f"one combat at a time: the attack on {label} is resolved first, or taken back by undo"
            )
        if verb == "advance" and frame.cleared >= 0:
            return look.game.rules.offers["advance barred"]
        if verb == "advance":
            raise Refusal(
                "13.8", "units advance only right after a combat that leaves no enemy in the hex they attacked"
            )
        if verb == "assault":
            raise Refusal("10.C", "Mobile Assaults are made during movement in the Exploitation Phase only")
        if frame.side == GERMAN and verb == "air":
            raise Refusal("17.5.3.A", "only the Allies have Tactical Air units")
        if frame.side == GERMAN and verb in HOBART_VERBS:
            raise Refusal("13.9.B", "the 79th Armoured Division helps Allied attacks only")
        return super().offer_of(look, frame, verb)

    def answer(self, play: Play, frame: Fighting, action: Action) -> None:
        verb = action.verb
        if verb == "end":
            play.position.attacked = play.position.attacked_hexes = 0
            play.pop()
            if frame.acted and frame.side == GERMAN:
                decision.after_combat(play, last=True)
        elif verb == "attack":
            play.swap(Fighting(frame.side, action.index, owed=frame.owed, acted=frame.acted))
        elif verb == "roll":
            self.fight(play, frame)
        else:
            play.swap(_changed(play.game.look(play.position), frame, action))

    def fight(self, play: Play, frame: Fighting) -> None:
        """The attack is declared and resolved; what it obliges to is noted (6.6)."""
        position = play.position
        look: StormingLook = play.game.look(position)
        owed = frame.owed | attackers.duties_of(look, frame.side, frame.target, frame.attackers)
        position.attacked |= frame.attackers
        position.attacked_hexes |= 1 << frame.target
        owed = attackers.open_duties(look, frame.side, owed)
        play.swap(Fighting(frame.side, owed=owed, acted=True))
        fight.engage(play, as_fight(frame))


def _changed(look: StormingLook, frame: Fighting, action: Action) -> Fighting:
    """The attack with one unit or one kind of support more."""
    verb = action.verb
    if verb == "air":
        return msgspec.structs.replace(frame, air=True)
    if verb == "hobart":
        return msgspec.structs.replace(frame, hobart="drm")
    if verb == "hobart-first-fire":
        return msgspec.structs.replace(frame, hobart="first fire")
    joined = msgspec.structs.replace(frame, attackers=frame.attackers | 1 << action.index)
    if verb == "hobart-sea":
        return msgspec.structs.replace(joined, hobart="sea", single=action.index)
    if verb == "hobart-flood":
        return msgspec.structs.replace(joined, hobart="roer", single=action.index)
    if frame.hobart == "first fire" and not over_rhine(look, as_fight(joined), joined.attackers):
        # Nobody fires first any more, so there is nothing to cancel and the 79th stays at hand.
        return msgspec.structs.replace(joined, hobart="")
    return joined


# Which hex is attacked


def _enemy_there(look: StormingLook, frame: Fighting) -> int:
    return look.occupied(OTHER[frame.side])


def _not_yet_attacked(look: StormingLook, frame: Fighting) -> int:
    return ~look.position.attacked_hexes


def _attackable(look: StormingLook, frame: Fighting) -> int:
    return attackers.attackable(look, frame.side)


def _explain_attackable(look: StormingLook, frame: Fighting, node: int) -> tuple[str, str]:
    """The reason of the unit that comes closest to attacking the hex."""
    asked = Fighting(frame.side, node)
    near = attackers.beside(look, frame.side, node)
    if not near:
        return "13.1.C", "no unit of yours is next to {it}"
    best: tuple[int, int] = (-1, -1)
    for unit in members(near):
        for number, clause in enumerate(ABLE):
            if not clause.holds(look, asked) >> unit & 1:
                best = max(best, (number, -unit))
                break
    clause, unit = ABLE[best[0]], -best[1]
    rule, why = clause.explain(look, asked, unit) if clause.explain else (clause.rule, clause.why)
    # The sentence is about a unit, but the player asked for a hex.
    return rule, why.replace("{it}", look.game.unit_ids[unit])


def _keeps_duties(look: StormingLook, frame: Fighting) -> int:
    """Hexes that can be attacked by somebody who is not needed for the hexes owed (6.6)."""
    side = frame.side
    owed = attackers.open_duties(look, side, frame.owed)
    if not owed:
        return -1
    found = owed
    board = look.game.board
    spare = attackers.unneeded(look, side, owed, attackers.hobart_ready(look, side))
    for node in board.nodes(attackers.attackable(look, side) & ~look.position.attacked_hexes & ~owed):
        if attackers.able(look, side, node) & spare:
            found |= 1 << node
            continue
        by_sea = attackers.able_by_sea(look, side, node)
        if by_sea and by_sea & attackers.unneeded(look, side, owed, hobart=False):
            found |= 1 << node
    return found


def _explain_duties(look: StormingLook, frame: Fighting, node: int) -> tuple[str, str]:
    owed = hex_names(look, attackers.open_duties(look, frame.side, frame.owed))
    return "6.6", f"every unit that could attack {{it}} is needed against {owed}, which your combined attack obliges to"


def _kept_out(look: StormingLook, frame: Fighting) -> int:
    return 0


def _explain_kept_out(look: StormingLook, frame: Fighting, unit: int) -> tuple[str, str]:
    """Why a unit did not advance after the last combat."""
    return advance.why_kept_out(look, advance.Advancing(frame.side, frame.cleared, frame.victors), unit)


def _duties_done(look: StormingLook, frame: Fighting) -> int:
    owed = attackers.open_duties(look, frame.side, frame.owed)
    hobart = attackers.hobart_ready(look, frame.side)
    return 0 if owed and attackers.can_fulfil(look, frame.side, owed, 0, hobart) else 1


def _explain_end(look: StormingLook, frame: Fighting, index: int) -> tuple[str, str]:
    owed = hex_names(look, attackers.open_duties(look, frame.side, frame.owed))
    return "6.6", f"your combined attack obliges you to attack {owed} in this segment too"


FRAMES = (Fighting, *fight.FRAMES, *advance.FRAMES)
STEPS = (Combat(), *fight.STEPS, *advance.STEPS)
OFFERS = {
    **joining.OFFERS,
    **support.OFFERS,
    **fight.OFFERS,
    **advance.OFFERS,
    "attack": Offer(
        "attack",
        "13.1.C",
        (
            Clause("enemy", "13.1.B", "there is no enemy in {it} to attack", _enemy_there),
            Clause("once", "13.2.E", "{it} has been attacked in this segment already", _not_yet_attacked),
            Clause("able", "13.1.C", "", _attackable, _explain_attackable),
            Clause("duty", "6.6", "", _keeps_duties, _explain_duties),
        ),
    ),
    "advance barred": Offer("advance", "13.8", (Clause("kept", "13.8", "", _kept_out, _explain_kept_out),)),
    "roll attack": Offer("roll", "13.7.3", (SOMEONE,)),
    "end combat": Offer("end", "13.7.6", (Clause("duty", "6.6", "", _duties_done, _explain_end),)),
}
VERBS: Mapping[str, tuple[str, ...]] = {
    "hexes": ("attack",),
    "units": ("join", "hobart-sea", "hobart-flood", *advance.VERBS["units"]),
    "plain": ("hobart", "hobart-first-fire", *fight.VERBS["plain"]),
}
SENTENCES: Mapping[str, Callable[..., str]] = {**fight.SENTENCES, **advance.SENTENCES}
