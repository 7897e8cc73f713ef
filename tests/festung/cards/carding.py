"""Events of Festung Europa for the tests: a side plays one card, and what has become of the position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bocage import Match
from tests.festung.playing import game, look, place, play, position


def event(card: str, units: str = "", *actions: str, **fields: Any) -> Match:
    """A match in which a card was played as an event, and what it asks was answered."""
    return play(holding(card, {"units": units, **fields}), f"event {card}", *actions)


def holding(card: str, fields: dict[str, Any]) -> Match:
    """A side is to act with one card in hand; `units` and `hitler` (None: he is gone) are among the fields."""
    side = card.split("-")[0]
    given = {"units": "", "vp": 21, "infrastructure": 20, "hitler": "1307", **fields}
    given[f"{side}_hand"] = f"{card} {fields.get(f'{side}_hand', '')}".strip()
    gone = given["hitler"] is None
    match = position(f"{side} action", given.pop("units"), **{k: v for k, v in given.items() if v is not None})
    if gone:
        assert match.start is not None
        start: Any = match.start.copy()
        start.hitler = -1
        return Match(match.game, seed="position", start=start)
    return match


def tracks(match: Match) -> tuple[int, int]:
    """Victory points and Infrastructure."""
    return match.position.vp, match.position.infrastructure


def steps(match: Match, unit: str) -> int:
    """The steps of a unit."""
    found: int = match.position.units[match.game.unit_numbers[unit]].steps
    return found


def hand(match: Match, side: str) -> int:
    """How many cards a side holds."""
    found: int = match.position.decks[side].hand.bit_count()
    return found


def lies(match: Match, card: str) -> str:
    """The pile in which a card lies."""
    deck, bit = match.position.decks[card.split("-")[0]], game().card_numbers[card]
    return next(
        pile for pile in ("hand", "pile", "discards", "face_up", "gone", "later") if getattr(deck, pile) >> bit & 1
    )


def offered(match: Match, verb: str) -> set[str]:
    """What a verb is offered."""
    return {str(action).split()[1] for action in match.prompt.actions if action.verb == verb}


def controls(match: Match, side: str, label: str) -> bool:
    """Does a side control a hex?"""
    return bool(look(match).controls(side) >> match.game.board.index[label] & 1)


# What has happened, in a line


def happened(before: Any, after: Any, match: Match, card: str) -> list[str]:
    """What is different after a card was played, itself apart: each thing in a few words, in a fixed order."""
    return [*_tracks_told(before, after, card), *_lasting_told(before, after), *_map_told(before, after, match)]


def _tracks_told(before: Any, after: Any, card: str) -> Iterator[str]:
    for name in ("vp", "infrastructure"):
        if getattr(after, name) != getattr(before, name):
            yield f"{name} {getattr(after, name) - getattr(before, name):+}"
    for side in ("axis", "allied"):
        drawn = after.decks[side].in_hand - before.decks[side].in_hand + card.startswith(side)
        if drawn:
            yield f"{side} hand {drawn:+}"
    for change in after.hand_changes:
        if change not in before.hand_changes:
            yield f"next {change.side} hand {change.delta:+} by {change.card}"
    for change in before.hand_changes:
        if change not in after.hand_changes:
            yield f"no change by {change.card}"


def _lasting_told(before: Any, after: Any) -> Iterator[str]:
    labels = game().board.labels
    for name, flag in after.flags.items():
        if before.flags.get(name) != flag:
            where = f" at {labels[flag.node]}" if flag.node >= 0 else ""
            yield f"{name} ({flag.until}){where}{flag.word and f' in {flag.word}'}"
    yield from (f"no {name}" for name in before.flags if name not in after.flags)
    yield from (f"bonus {one.effect} for {one.left}" for one in after.bonuses)
    due = after.obligation
    if due is not None:
        yield f"{due.side} attacks at {due.min_odds} or {due.vp}/{due.vp_alert}"
    if after.win_test:
        yield f"judged by {after.win_test}"
    yield from (f"{marker} to come" for marker in after.coming)
    for marker, mission in before.bombers.items():
        if after.bombers[marker] != mission:
            yield f"{marker} off {mission}"


def _map_told(before: Any, after: Any, match: Match) -> Iterator[str]:
    made, labels = match.game, match.game.board.labels
    if after.closed != before.closed:
        yield f"closed to {after.closed or 'nobody'}"
    if after.hitler != before.hitler:
        yield f"hitler {labels[after.hitler] if after.hitler >= 0 else 'gone'}"
    for name, gained in (
        ("allied", after.allied_control & ~before.allied_control),
        ("soviet", after.nobody & ~before.nobody),
    ):
        if gained:
            yield f"{name} {' '.join(made.board.names(gained))}"
    for unit, was, now in zip(made.unit_ids, before.units, after.units, strict=True):
        if was != now and (was.at != now.at or now.at >= 0):
            yield f"{unit} {place(match, unit)}/{now.steps}"
    for card, turn in after.invasions.items():
        if card not in before.invasions:
            yield f"invasion of turn {turn}{'' if after.invasion_turn == turn else ', not counted'}"


def asked(match: Match) -> str:
    """Who is asked what, and what he has to spend."""
    prompt = match.prompt
    frame: Any = prompt.frame
    spend = getattr(frame, "points", getattr(frame, "halves", getattr(frame, "left", None)))
    return f"{prompt.side}: {prompt.step}{'' if spend is None else f' {spend}'}"


def to_the_end(match: Match) -> Match:
    """An action is brought to its end by doing nothing more."""
    for _ in range(60):
        if match.prompt.step == "action":
            return match
        done = next((verb for verb in ("end", "pass", "stay", "refuse") if match.why_not(verb) is None), None)
        match.play(done or str(match.prompt.actions[0]))
    raise AssertionError(match.prompt.text)
