"""What Combat Cards and attack bonuses ask of a combat, and what of them is in effect (6.6, 9.25)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from bocage.rules import Units

from ...data import Card, effects
from ..events import choosing
from ..events.conditions import lacking
from ..look import FestungLook, members
from ..position import ALLIED, OTHER
from .battle import Fight, all_across, fed_attackers, fed_defenders, origins

Part = TypeVar("Part", bound=effects.Effect)
Test = tuple[bool, str]  # does it hold, and what is said if it does not


def against_card(look: FestungLook, card: Card, fight: Fight) -> str:
    """Why a Combat Card does not apply to a combat; nothing if it does."""
    for part in card.effects:
        if isinstance(part, effects.Require):
            why = lacking(look, part) or (against(look, part.combat, fight, card.side) if part.combat else "")
            if why:
                return why
    return ""


def against(look: FestungLook, wanted: effects.Combat, fight: Fight, owner: str, column: str = "") -> str:
    """What of this does not hold of a combat, for the owner of a card; nothing if all of it does."""
    return next((why for holds, why in _tests(look, wanted, fight, owner, column) if not holds), "")


def holds(look: FestungLook, wanted: effects.Combat | None, fight: Fight, owner: str, column: str = "") -> bool:
    """Does all of this hold of a combat? The column is known when the modifiers are totalled."""
    return wanted is None or not against(look, wanted, fight, owner, column)


def _tests(look: FestungLook, wanted: effects.Combat, fight: Fight, owner: str, column: str) -> Iterator[Test]:
    game, data, bit = look.game, look.game.data, 1 << fight.target
    if wanted.role is not None:
        attacks = owner == fight.side
        yield attacks == (wanted.role == "attack"), f"it serves only a side that {wanted.role}s"
    if wanted.attacker_has is not None:
        yield _has(look, fed_attackers(look, fight), wanted.attacker_has), "no such unit in supply attacks"
    if wanted.target_has is not None:
        yield _has(look, fed_defenders(look, fight), wanted.target_has), "no such unit in supply defends"
    if wanted.target_hex:
        yield game.board.labels[fight.target] in wanted.target_hex, "it is not for this hex"
    if wanted.target_country:
        there = any(data.countries[country] & bit for country in wanted.target_country)
        yield there, f"the hex is not in {' or '.join(wanted.target_country)}"
    if wanted.target_terrain:
        there = data.terrain_at[fight.target] in wanted.target_terrain
        yield there, f"the hex is no {' or '.join(wanted.target_terrain)}"
    for place, asked, words in (
        (data.ports, wanted.target_port, "a port"),
        (data.beaches, wanted.target_beachhead, "a Beach Head"),
        (data.open_sides.step(_landed(look)), wanted.target_next_to_allied_beachhead, "next to an Allied Beach Head"),
        (data.south_of_arno, wanted.south_of_arno, "south of the Arno"),
    ):
        if asked is not None:
            yield bool(place & bit) == asked, f"the hex is {'not ' if asked else ''}{words}"
    if wanted.from_beachhead is not None:
        ashore = not origins(look, fight.attackers) & ~data.beaches
        yield ashore == wanted.from_beachhead, "not every attacker is in a Beach Head"
    if wanted.all_across:
        yield all_across(look, fight, *wanted.all_across), "not every attacker crosses a river"
    if wanted.defender_oos is not None:
        cut_off = not fed_defenders(look, fight)
        yield cut_off == wanted.defender_oos, "the defenders are in supply"
    if wanted.min_column:
        good = column in data.odds and data.odds.index(column) >= data.odds.index(wanted.min_column)
        yield good, f"the column is lower than {wanted.min_column}"
    if wanted.airborne_ready is not None:
        near = look.in_place(data.boxes["UK"], ALLIED) | fed_attackers(look, fight)
        yield bool(near & game.airborne) == wanted.airborne_ready, "no airborne unit is at hand"
    for flag in wanted.flag_off:
        yield not look.on(flag), "aircraft do not fly in this round"
    if wanted.any:
        reasons = [against(look, one, fight, owner, column) for one in wanted.any]
        yield not all(reasons), reasons[0]


def _has(look: FestungLook, units: Units, selector: effects.Units) -> bool:
    return bool(units & choosing.matches(look, selector))


def _landed(look: FestungLook) -> int:
    return look.game.data.beaches & look.position.marked & look.controls(ALLIED)


# What is in effect


def cancelled(look: FestungLook, fight: Fight, side: str) -> bool:
    """Have a side's cards no effect in this combat, because the other side has played Ultra?"""
    other = look.game.side_cards[OTHER[side]]
    return any(
        isinstance(part, effects.CancelEnemyCombatCards)
        for card in members(fight.used & other)
        for part in look.game.data.cards[card].effects
    )


def parts(look: FestungLook, fight: Fight, kind: type[Part]) -> Iterator[tuple[Card, Part]]:
    """What the Combat Cards that count in this combat say, of one kind."""
    game, used = look.game, fight.used
    for side in game.sides:
        if cancelled(look, fight, side):
            used &= ~game.side_cards[side]
    for number in members(used):
        card = game.data.cards[number]
        for part in card.effects:
            if isinstance(part, kind):
                yield card, part


def bonuses(look: FestungLook, fight: Fight) -> Iterator[tuple[Card, effects.AttackBonus]]:
    """The help of events that counts in this attack: what was named, and what all attacks of the action have."""
    game = look.game
    for bonus in look.position.bonuses:
        number = game.card_numbers[bonus.card]
        card = game.data.cards[number]
        part = card.effects[bonus.effect]
        assert isinstance(part, effects.AttackBonus)
        named = bonus.left < 0 or bool(fight.bonus >> number & 1)
        if card.side == fight.side and named and holds(look, part.given, fight, card.side):
            yield card, part
