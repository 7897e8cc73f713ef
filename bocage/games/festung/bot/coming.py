"""What may still come: landings and the troops they need, and demands for which a side keeps somebody ready."""

from __future__ import annotations

from typing import NamedTuple

from bocage.rules import HexSet, Units, once, pure

from ..data import effects
from ..game import Festung
from ..rules.look import FestungLook, members
from ..rules.position import ALLIED, AXIS, POOL

SOON = 1  # turns in advance that a landing is prepared for
GATHER = 2  # turns in advance that the troops of the great one, which is sure to come, are kept together


class Landing(NamedTuple):
    """An invasion that has not been made: its card, what it says, and the first turn on which it can be."""

    card: int
    effect: effects.Invade
    turn: int


@once
def landings(look: FestungLook) -> list[Landing]:
    """Invasions that can come on this turn or one of the next, as far as both sides know."""
    position, game, found = look.position, look.game, []
    gone = position.decks[ALLIED].gone
    for number, effect in invasions(game):
        card = game.data.cards[number]
        if (position.played | gone) >> number & 1 or _ruled_out(look, card.effects):
            continue
        turn = position.turn
        for part in card.effects:
            if isinstance(part, effects.Require):
                turn = max(turn, part.turn_min or 0)
        while turn <= len(game.data.turns) and game.data.turns[turn - 1].winter and not effect.winter_ok:
            turn += 1
        if turn <= game.rules.last_turn:
            found.append(Landing(number, effect, turn))
    return found


@pure(1)
def invasions(game: Festung) -> list[tuple[int, effects.Invade]]:
    """The cards that bring a landing."""
    cards = enumerate(game.data.cards)
    return [(number, part) for number, card in cards for part in card.effects if isinstance(part, effects.Invade)]


def _ruled_out(look: FestungLook, parts: tuple[effects.Effect, ...]) -> bool:
    """Does what has been played bar a landing, or is what must be played before it still missing?"""
    for part in parts:
        if isinstance(part, effects.Require):
            if any(look.has_played(card) for card in part.not_played or ()):
                return True
            if any(not look.has_played(card) for card in part.played or ()):
                return True
            if part.any and not any(all(map(look.has_played, way.played or ())) for way in part.any):
                return True
    return False


@once
def open_beaches(look: FestungLook) -> HexSet:
    """Beach Heads where the Allies may land before long."""
    beaches = 0
    for one in landings(look):
        if one.turn <= look.position.turn + SOON:
            beaches |= look.game.board.set(one.effect.beaches)
    return beaches & ~look.occupied(AXIS)


@once
def posts(look: FestungLook, side: str) -> dict[int, int]:
    """Unit -> the box where it is needed: those of a landing at hand, those whom the enemy can demand steps of."""
    return _assembly(look) if side == ALLIED else _fronts(look)


def _assembly(look: FestungLook) -> dict[int, int]:
    """The force of each landing whose card is in hand, or that is sure to come."""
    game, position, found = look.game, look.position, {}
    hand = position.decks[ALLIED].hand
    for one in landings(look):
        certain = _certain(look, one)
        if one.turn > position.turn + (GATHER if certain else SOON) or not (hand >> one.card & 1 or certain):
            continue
        box = game.data.boxes[one.effect.box]
        for name in one.effect.units:
            if not name.startswith("any:"):
                found[game.unit_numbers[name]] = box
        for name in one.effect.units:
            if name.startswith("any:"):
                _, group, size = name.split(":")
                able = _of(look, group, size) & game.side_units[ALLIED] & position.on_board
                there = members(look.in_place(box, ALLIED) & able)
                free = [unit for unit in there if unit not in found]
                # Somebody must be fetched if nobody is there; whoever is in a box can sail at once.
                boxes = [unit for unit in members(able & ~look.on_map(ALLIED)) if unit not in found]
                away = [unit for unit in members(able) if unit not in found]
                for choice in (free, boxes, away) if certain or hand >> one.card & 1 else (free,):
                    if choice:
                        found[choice[0]] = box
                        break
    return found


def _certain(look: FestungLook, one: Landing) -> bool:
    """Overlord is taken out of the cards if it does not come by itself (ruling R114)."""
    return look.game.data.cards[one.card].name == "Overlord"


def _of(look: FestungLook, group: str, size: str) -> Units:
    game = look.game
    nation = sum(1 << number for number, counter in enumerate(game.counters) if counter.nation == group)
    sizes = {"corps": game.corps, "army": game.armies, "any": -1}[size]
    return (game.groups.get(group) or nation) & sizes


def _fronts(look: FestungLook) -> dict[int, int]:
    """The weakest units that can pay what the East and the Balkans may be asked for."""
    game, position, found = look.game, look.position, {}
    gone = position.decks[ALLIED].gone
    for number, card in enumerate(game.data.cards):
        for part in card.effects:
            if card.side != ALLIED or gone >> number & 1 or not isinstance(part, effects.Demand):
                continue
            if not isinstance(part.do, effects.Step):
                continue
            for name in part.do.sel.within or ():
                box, owed = game.data.boxes.get(name), part.do.count
                if box is None or not isinstance(owed, int):
                    continue
                able = look.in_place(box, AXIS) & game.germans
                spare = look.in_place(POOL, AXIS) & game.germans & game.corps & ~game.dots
                for unit in [*_weakest(look, able), *_weakest(look, spare)]:
                    if owed > 0 and unit not in found:
                        found[unit] = box
                        owed -= position.units[unit].steps if able >> unit & 1 else 2
    return found


def _weakest(look: FestungLook, units: Units) -> list[int]:
    return sorted(members(units), key=lambda unit: (look.attack(unit) + look.defence(unit), unit))
