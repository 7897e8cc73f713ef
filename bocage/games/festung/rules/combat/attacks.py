"""The combats of an operation or of a landing (6.25, 9.1): which hex is attacked, by whom, and with what help."""

from __future__ import annotations

from msgspec.structs import replace

from bocage.parts.combat.attacks import Attacking, choosing, gathering
from bocage.rules import (
    HEXES,
    PLAIN,
    UNITS,
    Conditions,
    Hexes,
    HexSet,
    Units,
    event,
    offer,
    offered,
    once,
    provided,
)

from ...data import effects
from ..look import FestungLook, Play, members
from ..operations import spared_beaches
from ..position import AXIS, OTHER
from . import cards, support
from .battle import Fight, may_combine, mixed_hexes, origins
from .conditions import against
from .fight import Battling
from .odds import reckon

AIR = "aircraft"
CARDS = "cards"

unused = event("attack marker unused", "R38", "Nobody is left to be attacked from {hexes}.", hexes=HEXES)


def begin(play: Play, side: str, landing: int = -1) -> None:
    """The combats of an operation, out of all hexes with Attack markers; or of a landing, out of its Beach Head."""
    owed = play.position.attack_marks if landing < 0 else 0  # nobody has to attack after a landing
    play.push(Fighting(side, landing=landing, owed=owed))


# Who can attack what


@once
def ready(look: FestungLook, side: str, landing: int) -> Units:
    """Units that can still attack: in hexes with an Attack marker, or landed, and not yet engaged (9.1, 9.14).

    Fortresses too (ruling R101), and armour that has come into such a hex at no price (8.37, ruling R45).
    """
    hexes = 1 << landing if landing >= 0 else look.position.attack_marks
    return look.units_in(hexes & look.game.board.hexes, side) & ~look.position.attacked


def barred(look: FestungLook, side: str, node: int) -> Units:
    """Units that may not attack a hex: Axis armour an Allied Beach Head in France before Rommel (6.26, 9.131)."""
    return look.game.mechanized if side == AXIS and spared_beaches(look) >> node & 1 else 0


def able(look: FestungLook, side: str, landing: int, node: int) -> Units:
    """Units that can attack a hex."""
    beside = look.units_in(look.game.data.open_sides.step(1 << node), side)
    return ready(look, side, landing) & beside & ~barred(look, side, node)


@once
def targets(look: FestungLook, side: str, landing: int) -> HexSet:
    """Hexes that somebody can attack (9.12), also one that was attacked before in the round (ruling R100)."""
    game, found = look.game, 0
    beside = game.data.open_sides.step(look.hexes_of(members(ready(look, side, landing))))
    for node in game.board.nodes(beside & look.occupied(OTHER[side]) & game.board.hexes):
        if able(look, side, landing, node):
            found |= 1 << node
    return found


def still_owing(look: FestungLook, side: str, landing: int, owed: HexSet) -> HexSet:
    """Of the hexes that owe an attack, those out of which one can still be made (6.25, ruling R38)."""
    found = 0
    for node in look.game.board.nodes(targets(look, side, landing)):
        found |= origins(look, able(look, side, landing, node))
    return found & owed


def companions(look: FestungLook, fight: Fight) -> Units:
    """Those who can join the attackers, so that a legal attack can still be made of it (9.17)."""
    free = able(look, fight.side, fight.landing, fight.target)
    if origins(look, free) & mixed_hexes(look, fight.side):
        return free  # whoever links the nationalities can still join
    return sum(1 << unit for unit in members(free) if may_combine(look, fight.side, fight.attackers | 1 << unit))


# The question


class Fighting(Fight, frozen=True):
    """A side attacks, one combat after another; the fields of a combat are those of the one being put together."""

    owed: Hexes = 0  # hexes out of which an attack must still be made
    acted: bool = False


class Combat(Attacking[Fighting]):
    """One combat at a time, in the attacker's order (6.25, 9.1)."""

    name, rule, called = "combat", "6.25", "combat"
    later = ("join", "bonus", "carpet", "support", "fight")

    def keep(self, look: FestungLook, frame: Fighting) -> bool:
        """An attack is declared by its player, also if it must be made; with nobody left to attack it is over."""
        return frame.target >= 0 or bool(targets(look, frame.side, frame.landing))

    def text(self, look: FestungLook, frame: Fighting) -> str:
        if frame.target < 0:
            owing = still_owing(look, frame.side, frame.landing, frame.owed)
            must = f" {look.hex_names(owing)} must still attack." if owing else ""
            return f"Choose a hex to attack{'' if owing else ', or end the combats'}.{must}"
        name = look.game.hex_name(frame.target)
        if not frame.attackers:
            return f"Attack on {name}: choose the attacking units."
        return f"Attack on {name}: {in_short(look, frame)}. Add units or help, or fight."

    def not_now(self, look: FestungLook, frame: Fighting, verb: str) -> tuple[str, str] | None:
        if verb in ("pick", "move"):
            return "R112", "nobody moves any more once the combats have begun"
        return super().not_now(look, frame, verb)

    @offer("attack", HEXES, "9.12", when=choosing)
    def attack(self, look: FestungLook, frame: Fighting) -> Conditions:
        yield look.occupied(OTHER[frame.side]) & look.game.board.hexes, "9.12", "there is no enemy in {it} to attack"
        yield targets(look, frame.side, frame.landing), "9.1", lambda node: self._why_nobody(look, frame, node)

    attack.sets("target", attackers=0)

    def _why_nobody(self, look: FestungLook, frame: Fighting, node: int) -> tuple[str, str]:
        side = frame.side
        beside = look.units_in(look.game.data.open_sides.step(1 << node), side)
        if not beside:
            return "9.12", "no unit of yours is next to {it}"
        if beside & ready(look, side, frame.landing):
            return "6.26", "German mechanized units do not attack Beach Heads in France before Rommel has come"
        if beside & look.position.attacked:
            return "9.14", "every unit that could attack {it} has attacked in this round"
        return "9.1", "no hex with an Attack marker is next to {it}"

    @offer("join", UNITS, "9.22", "Join the attack", when=gathering)
    def join(self, look: FestungLook, frame: Fighting) -> Conditions:
        game, position, side = look.game, look.position, frame.side
        yield game.side_units[side], "9.11", "only units of the side that acts attack"
        yield ~position.attacked, "9.14", "{it} has attacked in this round"
        hexes = 1 << frame.landing if frame.landing >= 0 else position.attack_marks
        yield look.units_in(hexes, side), "9.1", "{it} is not in a hex that may attack"
        beside = look.units_in(game.data.open_sides.step(1 << frame.target), side)
        yield beside, "9.12", "{it} is not next to the hex under attack"
        yield ~barred(look, side, frame.target), "6.26", "{it} may not attack a Beach Head in France before Rommel"
        yield ~frame.attackers, "9.22", "{it} attacks already"
        yield companions(look, frame), "9.17", "no attacking hex holds both nationalities"

    join.adds("attackers")

    @offer("bonus", CARDS, "6.51", "Use for this attack", when=gathering)
    def bonus(self, look: FestungLook, frame: Fighting) -> Conditions:
        game, found = look.game, {one.card: one for one in look.position.bonuses}
        mine = sum(1 << game.card_numbers[card] for card in found)
        yield mine & game.side_cards[frame.side], "6.51", "{it} gives no help to attacks of this action"
        limited = sum(1 << game.card_numbers[card] for card, one in found.items() if one.left >= 0)
        yield limited, "6.51", "{it} helps every attack of this action that it fits"
        yield ~frame.bonus, "6.51", "{it} is used already"
        left = sum(1 << game.card_numbers[card] for card, one in found.items() if one.left)
        yield left, "6.51", "{it} has been used up"
        reasons = {game.card_numbers[card]: self._unfit(look, frame, one.effect, card) for card, one in found.items()}
        fitting = sum(1 << card for card, why in reasons.items() if not why)
        yield fitting, "6.51", lambda card: reasons[card]

    bonus.adds("bonus")

    def _unfit(self, look: FestungLook, frame: Fighting, effect: int, name: str) -> str:
        card = look.game.data.cards[look.game.card_numbers[name]]
        part = card.effects[effect]
        assert isinstance(part, effects.AttackBonus)
        return against(look, part.given, frame, card.side) if part.given is not None else ""

    carpet = offered(
        "carpet", AIR, "14.22", lambda look, frame: support.carpet(look, frame),
        lambda play, frame, marker: _supported(play, frame, marker), when=gathering,
    )  # fmt: skip
    support = offered(
        "support", AIR, "14.31", lambda look, frame: support.support(look, frame),
        lambda play, frame, marker: _supported(play, frame, marker), when=gathering,
    )  # fmt: skip

    @offer("fight", PLAIN, "9.21", "Fight", "the combat is designated; then come the cards and the die", when=gathering)
    def fight(self, look: FestungLook, frame: Fighting) -> Conditions:
        yield provided(frame.attackers != 0), "9.22", "choose the attacking units first"
        yield (
            provided(may_combine(look, frame.side, frame.attackers)),
            "9.17",
            "units of two nationalities attack, and no attacking hex holds both",
        )

    @fight.does
    def _(self, play: Play, frame: Fighting, _: int) -> None:
        designate(play, frame)

    @offer("end", PLAIN, "6.25", "End the combats", "no more attacks", when=choosing)
    def end(self, look: FestungLook, frame: Fighting) -> Conditions:
        owing = still_owing(look, frame.side, frame.landing, frame.owed)
        yield provided(not owing), "6.25", lambda _: f"an attack must still be made out of {look.hex_names(owing)}"

    @end.does
    def _(self, play: Play, frame: Fighting, _: int) -> None:
        play.pop()
        if frame.owed:
            unused(play, tuple(play.game.board.nodes(frame.owed)))
        if frame.landing < 0:
            play.position.attack_marks = 0
        cards.round_over(play)


def _supported(play: Play, frame: Fighting, marker: int) -> None:
    play.swap(replace(frame, air=(*frame.air, list(play.game.data.air)[marker])))


def designate(play: Play, frame: Fighting) -> None:
    """The combat stands: its units have attacked, its aircraft and bonuses are used, and the cards come (9.21)."""
    position, look = play.position, play.look
    places = origins(look, frame.attackers)
    position.note(frame.attackers, "attacked")
    position.bonuses = tuple(
        replace(bonus, left=bonus.left - 1)
        if bonus.left > 0 and frame.bonus >> play.game.card_numbers[bonus.card] & 1
        else bonus
        for bonus in position.bonuses
    )
    play.swap(Fighting(frame.side, landing=frame.landing, owed=frame.owed & ~places, acted=True))
    if frame.landing < 0:
        done = [
            node for node in play.game.board.nodes(places) if not look.in_place(node, frame.side) & ~position.attacked
        ]
        position.attack_marks &= ~sum(1 << node for node in done)
    support.fly(play, frame)
    play.push(frame.turned(Battling))


def in_short(look: FestungLook, fight: Fight) -> str:
    """The odds of a combat in a few words."""
    battle = reckon(look, fight)
    added = f", {battle.modifier:+d} on the die" if battle.modifier else ""
    return f"{battle.attack} against {battle.defence} ({battle.odds}), column {battle.column}{added}"
