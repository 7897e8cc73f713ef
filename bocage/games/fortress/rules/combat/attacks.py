"""The combat question (14): hexes are attacked one battle after the other, until everything that is owed is done."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import and_

from bocage.parts.combat.attacks import Attacking, choosing, closest, gathering
from bocage.rules import HEXES, PLAIN, UNITS, Conditions, Frame, Units, offer, provided

from .. import winter
from ..air import missions
from ..look import FortressLook, Play, members, union
from ..position import ALLIED, GERMAN, OTHER, STORM
from . import attackers as who
from . import duties, fight, quota
from .making import Fighting, Listing, given_before, reckoned
from .odds import legal, names

ODDS = "odds"  # what the verb `declare` is about


def _another(field: str, **more: int) -> Callable[[Combat, Play, Fighting, int], None]:
    """A hex or unit joins, and the battle is another now: lower odds and bombers are declared anew."""

    def done(step: Combat, play: Play, frame: Fighting, index: int) -> None:
        joined = {field: getattr(frame, field) | 1 << index}
        play.swap(frame.turned(Fighting, declared="", carpet=False, **joined, **more))

    return done


class Combat(Attacking[Fighting], name="combat", rule="14.3"):
    """Battles are fought one at a time, in the attacker's order (14.3)."""

    later = ("add", "join", "ship", "support", "carpet", "declare", "roll")

    def begin(self, play: Play, side: str) -> Frame:  # type: ignore[override]
        play.position.fighting = True
        return Listing(side)

    def text(self, look: FortressLook, frame: Fighting) -> str:
        due = frame.due & who.targets(look, frame.side)
        if not frame.targets and due:
            return f"Choose a hex to attack; {look.hex_names(due)} must still be attacked."
        if not frame.targets:
            return "Choose a hex to attack, or end the combat impulse."
        attack = f"Attack on {look.hex_names(frame.targets)}"
        if not frame.attackers:
            return f"{attack}: choose the attacking units."
        found = reckoned(look, frame)
        sums = f"{found.attack} against {found.defence}"
        if not found.odds:
            return f"{attack}: {sums}, worse than 1-6. Add units."
        lower = f", declared {found.declared}" if found.declared != found.odds else ""
        return f"{attack}: {sums} ({found.odds}{lower}), rolled on {found.column}. Add units or roll."

    def warnings(self, look: FortressLook, frame: Fighting) -> list[str]:
        found = []
        if fight.defenders(look, frame.side, frame.targets) & look.position.frozen:
            found.append("this attack on frozen units releases all German units (9.1.F)")
        waiting = union(union(knot) for knot in frame.standing) & who.ready(look, frame.side)
        if waiting:
            found.append(f"not all of {look.unit_names(waiting)} can attack: some will stand by (14.11)")
        return found

    def attacked(self, look: FortressLook, frame: Fighting) -> str:
        return look.hex_names(frame.targets)

    # Which hex

    @offer("attack", HEXES, "14.3", when=choosing)
    def attack(self, look: FortressLook, frame: Fighting) -> Conditions:
        side, near = frame.side, union(1 << node for node in who.able(look, frame.side))
        yield from self._enemies(look, side)
        yield near, "14.6.C", lambda node: self._why_nobody(look, side, node)
        first = who.first_targets(look, side)
        if first:
            yield first, "20.8", lambda _: f"paratroopers on top of enemies fight first: {look.hex_names(first)}"
        rest = "after an attack on {it} not everything that must be attacked could be, by all who must attack"
        yield duties.addable(look, frame.task), "14.6", rest
        yield from quota.keeps_room(look, side, near, lambda node: (1 << node, 0))

    def _enemies(self, look: FortressLook, side: str) -> Conditions:
        yield look.occupied(OTHER[side]), "14.2", "there is no enemy in {it} to attack"
        if side == GERMAN and winter.opening(look):
            only = "on December III only Americans between the Moselle and the Meuse are attacked"
            yield winter.targets(look), "33.3.9.2", only
        yield who.targets(look, side), "14.9", "those in {it} have fought in this impulse already"

    def _why_nobody(self, look: FortressLook, side: str, node: int) -> tuple[str, str]:
        near = look.units_in(look.game.board.around[node] | 1 << node, side) & look.game.land_units
        if not near:
            return "14.6.C", "no unit of yours is next to {it}"
        told = closest(who.able_to_attack(look, side, 1 << node), near, look.game.unit_ids)
        return (told.rule, told.why) if told else ("14.6.C", "nobody can attack {it}")

    attack.adds("targets")

    @offer("add", HEXES, "14.6", "Attack this hex too", when=gathering)
    def add(self, look: FortressLook, frame: Fighting) -> Conditions:
        side, near, hexes = frame.side, who.able(look, frame.side), frame.targets
        yield from self._enemies(look, side)
        yield ~hexes, "14.7", "{it} is under this attack already"
        if frame.attackers:
            common = reduce(and_, (who.reach(look, side, unit) for unit in members(frame.attackers)))
        else:
            ours = union(near[node] for node in members(hexes))
            common = sum(1 << node for node, units in near.items() if units & ours)
        yield common, "R77", "every attacker must be next to every hex that is attacked, {it} too"
        if frame.ships:
            covered = sum(1 << node for node in near if not frame.ships & ~who.in_range(look, hexes | 1 << node))
            yield covered, "19.6", "{it} is out of range of a ship that supports this attack"
        rest = "with {it} under this attack not everything that must be attacked could be"
        yield duties.addable(look, frame.task, frame.battle), "14.6", rest
        more = common & who.targets(look, side)
        yield from quota.keeps_room(look, side, more, lambda node: (hexes | 1 << node, frame.attackers))

    add.does(_another("targets", support=0))

    # With whom

    @offer("join", UNITS, "14.5", when=gathering)
    def join(self, look: FortressLook, frame: Fighting) -> Conditions:
        side, mates = frame.side, who.companions(look, frame.side, frame.attackers)
        yield from who.able_to_attack(look, side, frame.targets)
        yield ~frame.attackers, "14.7", "{it} takes part in this attack already, with its whole factor"
        yield mates, "6.2", "different nationalities do not attack together: {it} cannot join those who attack here"
        yield duties.joinable(look, frame.task, frame.battle), "14.6", lambda unit: _why_not_join(look, frame, unit)
        joined = lambda unit: (frame.targets, frame.attackers | 1 << unit)  # noqa: E731
        elsewhere = "{it} is needed for another attack at 1-1 or better in the sector"
        yield from quota.keeps_room(look, side, mates & who.ready(look, side), joined, elsewhere)

    join.does(_another("attackers"))

    @offer("ship", UNITS, "19.4", "Naval support", when=gathering)
    def ship(self, look: FortressLook, frame: Fighting) -> Conditions:
        position, near = look.position, who.in_range(look, frame.targets)
        yield look.game.ships, "19.4", "{it} is no naval unit"
        yield provided(frame.side == ALLIED), "19.4", "naval units are not used in the German player turn"
        yield position.on_board, "19.1", "{it} is not at sea off the coast"
        yield provided(position.weather != STORM), "19.9", "naval units are not used in a Storm"
        yield ~position.naval_used, "19.4", "{it} has supported an attack this turn already"
        yield ~frame.ships, "19.4", "{it} supports this attack already"
        yield near, "19.6", lambda _: f"not all of {look.hex_names(frame.targets)} is within two hexes of {{it}}"
        needed = "without {it} another attack that must be made would be worse than 1-6"
        yield duties.supportable(look, frame.task, frame.battle, near), "14.10", needed

    ship.does(_another("ships"))

    # How

    @offer("support", PLAIN, "17.10.2", "One aircraft more", "ground support by one aircraft", when=gathering)
    def support(self, look: FortressLook, frame: Fighting) -> Conditions:
        side = frame.side
        yield look.position.impulse == 1, "17.10.2", "ground support is given in the first combat impulse only"
        before = "on an invasion turn ground support is allocated before the Germans reveal their hidden units"
        yield not given_before(look, side), "12.19", before
        yield not frame.carpet, "17.10.9", "carpet bombing and ground support do not go together"
        yield missions.support_left(look, side) > frame.support, "17.10.2", "no aircraft on Ground Support is left"
        most = look.game.rules.numbers["support_per_battle"]
        yield frame.support < most, "17.10.2", "no more than three aircraft support a battle"
        far = frame.targets & ~missions.tac(look, side)
        why = lambda _: f"{look.hex_names(far)} is out of range of the aircraft"  # noqa: E731
        yield not far, "17.4" if side == ALLIED else "17.5", why

    @support.does
    def _(self, play: Play, frame: Fighting, _: int) -> None:
        play.swap(frame.turned(Fighting, support=frame.support + 1))

    @offer("carpet", PLAIN, "17.10.9", "Carpet bombing", "carpet bombing: two are added to the die", when=gathering)
    def carpet(self, look: FortressLook, frame: Fighting) -> Conditions:
        yield frame.side == ALLIED, "17.10.9", "only the Allies have heavy bombers"
        yield look.position.impulse == 1, "17.10.9", "carpet bombing is for the first combat impulse"
        yield not frame.carpet, "17.10.9", "the bombers are over this battle already"
        yield from missions.carpet_over(look)
        yield not frame.support, "17.10.9", "carpet bombing and ground support do not go together"
        yield frame.attackers != 0, "17.10.9", "choose the attacking units first"
        yield _low_enough(look, frame), "17.10.9", "carpet bombing helps at 2-1 or lower only"

    carpet.sets(carpet=True)

    @offer("declare", ODDS, "15.8", "Declare lower odds", when=gathering)
    def declare(self, look: FortressLook, frame: Fighting) -> Conditions:
        found, known = reckoned(look, frame).odds, names(look.game)
        yield provided(bool(found)), "15.8", "choose the attacking units first"
        yield (1 << known.index(found)) - 1, "15.8", f"the odds are {found}, and only lower ones can be declared"
        now = 1 << known.index(frame.declared) if frame.declared else 0
        yield ~now, "15.8", "{it} is declared already"
        left = quota.owed(look, frame.side)
        if left and not quota.possible(look, left, frame.attackers, frame.targets):
            good = sum(1 << number for number, name in enumerate(known) if quota.good_enough(look, name))
            yield good, "33.4.1", "this attack is one of those at 1-1 or better that are owed in the sector"

    @declare.does
    def _(self, play: Play, frame: Fighting, odds: int) -> None:
        play.swap(frame.turned(Fighting, declared=names(play.game)[odds]))

    @offer("roll", PLAIN, "15.2", words="roll the die", when=gathering)
    def roll(self, look: FortressLook, frame: Fighting) -> Conditions:
        yield frame.attackers != 0, "14.5", "choose the attacking units first"
        lawful = legal(look, *frame.battle)
        yield lawful, "14.10", "the odds are worse than 1-6, which is no legal attack, with or without aircraft"
        low = not frame.carpet or _low_enough(look, frame)
        yield low, "17.10.9", "carpet bombing helps at 2-1 or lower only: declare lower odds"
        yield duties.closable(look, frame.task, frame.battle), "14.6", lambda _: _why_not_close(look, frame)
        left = quota.owed(look, frame.side)
        if left:
            left -= quota.counts(look, frame.targets, reckoned(look, frame).declared)
            room = not left or quota.possible(look, left, frame.attackers, frame.targets)
            yield room, "33.4.1", quota.STAY_POSSIBLE

    roll.does(lambda step, play, frame, _: fight.resolve(play, frame, reckoned(play.look, frame)))

    @offer("end", PLAIN, "14.3", "End combat", "no more attacks in this impulse", when=choosing)
    def end(self, look: FortressLook, frame: Fighting) -> Conditions:
        due = frame.due & who.targets(look, frame.side)
        still = lambda _: f"{look.hex_names(due)} must still be attacked: your units are in the zones there"  # noqa: E731
        yield not due, "14.6.A", still
        idle = frame.bound & who.ready(look, frame.side)
        must = lambda _: ("14.6.B", f"{look.unit_names(idle)} must still attack") if idle else ("14.13", _SORTIE)  # noqa: E731
        yield duties.over(look, frame.task), "14.6.B", must
        left = quota.owed(look, frame.side)
        yield not left, "33.4.1", f"{left} attacks at 1-1 or better against Americans in the sector are still owed"


_SORTIE = "a sortie out of a fortress is against every enemy next to it, and some would be left"


def _low_enough(look: FortressLook, frame: Fighting) -> bool:
    """Are the odds low enough for carpet bombing, before the roll (17.10.9, ruling R13)?"""
    known, rolled = names(look.game), reckoned(look, frame).declared
    return bool(rolled) and known.index(rolled) <= known.index(f"{look.game.rules.numbers['carpet_most_odds']}-1")


def _why_not_join(look: FortressLook, frame: Fighting, unit: int) -> tuple[str, str]:
    """Why somebody who could attack may not: a sortie would be half-hearted, or he is needed elsewhere."""
    if duties.sallying(look, frame.side, 1 << unit) & ~frame.sorties:
        return "14.13", "a sortie out of a fortress must be able to attack every enemy next to it, and {it} cannot"
    return "14.6", "{it} is needed for another attack that must be made"


def _why_not_close(look: FortressLook, frame: Fighting) -> tuple[str, str]:
    """What could not be done after a battle."""
    due = frame.due & who.targets(look, frame.side) & ~frame.targets
    left: Units = frame.bound & who.ready(look, frame.side) & ~frame.attackers
    if due:
        return "14.6.A", f"after this {look.hex_names(due)} could not all be attacked by those who are left"
    if left:
        return "14.6.B", f"after this {look.unit_names(left)} could not all attack"
    return "14.13", _SORTIE
