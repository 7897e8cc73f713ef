"""A position of Festung Europa as plain data for pages, scripts and people."""

from __future__ import annotations

from typing import Any

from bocage.engine.plain import place_name
from bocage.parts.stacks import members

from ..rules.cards.draw import limit
from ..rules.look import FestungLook
from ..rules.position import ALLIED, AXIS
from ..rules.supply import tracing

UNIT_MARKS = ("moved", "attacked", "redeployed")


def view(look: FestungLook) -> dict[str, Any]:
    """Everything that a side sees on the table; of the other's cards, how many lie where."""
    game, position = look.game, look.position
    names, turn = game.board.names, look.turn()
    hitler = position.hitler
    return {
        "turn": position.turn,
        "turn_name": turn.name,
        "last_turn": game.rules.last_turn,
        "round": position.round,
        "active": position.active or None,
        "vp": position.vp,
        "infrastructure": position.infrastructure,
        "collapsed": position.collapsed,
        "surrendered": position.surrendered,
        "hitler": game.board.labels[hitler] if hitler >= 0 else None,
        "allied_control": names(position.allied_control),
        "soviet": names(position.nobody),
        "beach_heads": names(position.marked),
        "closed_zone": position.closed or None,
        "zones": {side: names(look.zone(side)) for side in (ALLIED, AXIS)},
        "cards": {side: _cards(look, side) for side in (ALLIED, AXIS)},
        "card": position.card or None,
        "played": [game.card_ids[card] for card in members(position.played)],
        "in_force": {name: _flag(look, name) for name in position.flags},
        "obligation": position.obligation.card if position.obligation else None,
        "invasions": dict(position.invasions),
        "air": {
            "airfields": [game.board.labels[node] for node in position.airfields],
            "bombers": dict(position.bombers),
            "fighters": dict(position.fighters),
            "interdicting_from": dict(position.stationed),
            "interdicted": names(look.interdicted()),
        },
        "markers": {"move": names(position.move_marks), "attack": names(position.attack_marks)},
        "units": {name: _unit(look, number) for number, name in enumerate(game.unit_ids)},
    }


def _cards(look: FestungLook, side: str) -> dict[str, Any]:
    """A side's cards as far as they may be known."""
    game, deck = look.game, look.position.decks[side]

    def named(cards: int) -> list[str]:
        return [game.card_ids[card] for card in members(cards)]

    return {
        "hand": named(deck.hand),
        "in_hand": deck.in_hand,
        "in_pile": deck.in_pile,
        "in_discards": deck.in_discards,
        "discards_known": named(deck.discards),
        "face_up": named(deck.face_up),
        "gone": named(deck.gone),
        "limit": limit(look, side),
    }


def _flag(look: FestungLook, name: str) -> dict[str, Any]:
    flag = look.position.flags[name]
    found: dict[str, Any] = {"card": flag.card, "until": flag.until, "turn": flag.turn}
    if flag.node >= 0:
        found["at"] = look.game.board.names(look.flag_hexes(name))
    if flag.word:
        found["about"] = flag.word
    return found


def _unit(look: FestungLook, number: int) -> dict[str, Any]:
    """Where a unit is and what is to be known of it."""
    game, position = look.game, look.position
    unit = position.units[number]
    found: dict[str, Any] = {"at": place_name(game, unit.at), "steps": unit.steps}
    if unit.at >= 0:
        found |= {"attack": look.attack(number), "defence": look.defence(number), "movement": look.pace(number)}
        found["supply"] = tracing.grade(look, number)
        marks = [name for name in UNIT_MARKS if getattr(position, name) >> number & 1]
        if game.unit_ids[number] in position.retreated:
            marks.append("retreated")
        if marks:
            found["marks"] = marks
    return found
