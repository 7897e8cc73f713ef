"""Hands of Festung Europa as they come over the wire: what a side takes, throws away or lets pass reaches nobody else.

The same match is played twice with other cards; whatever the other side and a spectator receive is the same text.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from bocage import Match
from tests.festung import playing
from tests.table.players import HUMAN, New, Page, Table, bearer
from tests.table.test_secret_deeds import received, told

Pair = tuple[New, New]


def brought(table: Table, *matches: Match) -> Pair:
    """Matches of Festung Europa at the table."""
    found = []
    for match in matches:
        asked = {"text": match.text(), "seats": {"axis": HUMAN, "allied": HUMAN}}
        answer = table.http.post("/api/matches/import", json=asked)
        assert answer.status_code == 201, answer.text
        found.append(New(table, answer.json()))
    one, other = found
    return one, other


def act(new: New, side: str, *actions: str) -> None:
    """A player who is no page acts."""
    for action in actions:
        at = new.get("/sheet", side)["moment"]
        path, headers = f"/api/matches/{new.id}/actions", bearer(new.tokens[side])
        answer = new.table.http.post(path, json={"action": action, "at": at}, headers=headers)
        assert answer.status_code == 200, answer.text


@contextmanager
def watching(pair: Pair, eyes: str) -> Iterator[list[Page]]:
    """Pages of a side and of a spectator at both matches."""
    with ExitStack() as stack:
        yield [stack.enter_context(new.page(side)) for side in (eyes, None) for new in pair]


def alike(pair: Pair, pages: list[Page], eyes: str) -> list[Any]:
    """Whoever asks or listens cannot tell the two matches apart; what the side's page was told."""
    for side in (eyes, None):
        assert received(pair[0], side) == received(pair[1], side)
    heard = [told(page) for page in pages]
    assert json.dumps(heard[0]) == json.dumps(heard[1])
    assert json.dumps(heard[2]) == json.dumps(heard[3])
    sizes = [page.sizes for page in pages]
    assert (sizes[0], sizes[2]) == (sizes[1], sizes[3])
    found: list[Any] = heard[0]
    return found


def test_the_card_that_a_side_begins_with_is_nobody_elses_business(table: Table) -> None:
    pair = brought(table, *(Match(playing.game(), seed="over the wire") for _ in range(2)))
    with watching(pair, "allied") as pages:
        act(pair[0], "axis", "take axis-6")
        act(pair[1], "axis", "take axis-19")
        assert len(alike(pair, pages, "allied")) == 1, "the Axis has chosen, and that is all"
        for new in pair:
            act(new, "allied", "take allied-1")
        alike(pair, pages, "allied")
    for new, card in zip(pair, ("axis-6", "axis-19"), strict=True):
        held = [held for holding in new.get("/sheet", "axis")["cards"] for held in holding.get("hand", ())]
        assert card in held


def test_which_cards_are_thrown_away_is_heard_by_their_owner_alone(table: Table) -> None:
    start = playing.position(
        "axis discards", axis_hand="axis-3 axis-12 axis-18", allied_hand="allied-3", turn=4, vp=12
    ).position
    pair = brought(table, *(Match(playing.game(), seed="discards", start=start) for _ in range(2)))
    with watching(pair, "allied") as pages:
        act(pair[0], "axis", "discard axis-3", "discard axis-12")
        act(pair[1], "axis", "discard axis-18")
        assert alike(pair, pages, "allied") == [], "nothing is told while he picks"
        act(pair[1], "axis", "discard axis-3")
        for new in pair:
            act(new, "axis", "end")
        assert len(alike(pair, pages, "allied")) == 1


def test_a_window_is_opened_and_passed_alike_with_any_hand(table: Table) -> None:
    units = "US-VI 1820; US-II 1820; GE-XIVPZ 1920"
    pair = brought(table, *(_attacked(units, card) for card in ("axis-4", "axis-1")))
    with watching(pair, "allied") as pages:
        for new in pair:
            act(new, "allied", "fight")
        alike(pair, pages, "allied")
        for new in pair:
            act(new, "axis", "pass")
        alike(pair, pages, "allied")


def _attacked(units: str, card: str) -> Match:
    """The Allies are about to fight; the Axis holds one card, which fits or not."""
    match = playing.position("allied action", units, axis_hand=card, allied_control="1821 1922", allied_hand="allied-3")
    return playing.play(match, "ops allied-3", "mark-attack 1820", "end", "attack 1920", "join US-VI")
