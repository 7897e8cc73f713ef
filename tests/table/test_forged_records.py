"""Records with positions that somebody has forged: none is accepted from which the game cannot be played on."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import bocage
from bocage.engine.matches import record
from bocage.engine.matches.match import Match
from bocage.shelf import make_game
from bocage.table.bots import thinker, trial
from tests.forged_positions import Forger, played
from tests.table.players import HUMAN, New, Table, bearer

SEATS = {"allied": HUMAN, "german": HUMAN}
FORGED = 24  # of each game


def ended(text: str) -> str:
    """A record with its end, as somebody makes it who has the program; unreadable ones are left as they are."""
    try:
        match = record.read(text, make_game, ended=False)
    except bocage.BadInput:
        return text + "end at 0 hash 00\n"
    return f"{text}end at {match.moment} hash {match.position_hash}\n"


def plays_on(match: Match, seed: int, decisions: int = 150) -> None:
    """Play at random and look at everything on the way; whatever raises fails the test."""
    dice = random.Random(f"other games than those of the trial {seed}")
    twin = Match(match.game, seed=f"forged {seed}", start=match.position)
    while twin.outcome is None and twin.moment < decisions:
        prompt = twin.prompts[dice.choice(list(twin.prompts))]
        twin.play(dice.choice(prompt.actions), side=prompt.side)
        if twin.moment % 25 == 0:
            trial._show(twin)
    trial._show(twin)


@pytest.mark.parametrize("slug", bocage.slugs())
def test_every_forged_position_that_is_accepted_plays_on(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "GAMES", 3)
    dice = random.Random(f"forging {slug}")
    accepted = refused = 0
    for number in range(FORGED):
        if number % 6 == 0:
            forger = Forger(played(slug, f"forging {number}", dice.choice((3, 20, 60, 120))), dice)
        text = forger.record(forger.position(), snapshot=number % 3 == 0)
        if number % 3:
            text = ended(text)
        reply = thinker._read(text if number % 3 else text + "end at 1 hash 00\n")
        if reply.trouble:
            refused += 1
            assert reply.error
            continue
        accepted += 1
        for seed in range(2):
            plays_on(bocage.load(text if number % 3 else text + "end at 1 hash 00\n"), seed)
    assert accepted > 2
    assert refused > 2


def start_of(slug: str) -> tuple[Forger, dict[str, Any]]:
    forger = Forger(played(slug, "honest", 40), random.Random(1))
    return forger, forger.data


def test_an_honest_position_is_accepted_and_played_at_the_table(table: Table) -> None:
    for slug in bocage.slugs():
        forger, data = start_of(slug)
        new = table.bring_in(ended(forger.record(data)))
        (side, *_) = new.info["deciding"]
        with new.page(side) as page:
            assert page.play(new.actions(side)[0])["say"] == "changed"


@pytest.mark.parametrize("snapshot", [False, True])
@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("strategy", 99, "strategy"),
        ("weather", "<script>", "weather"),
        ("turn", 4_000, "turns 1 to 10"),
        ("turn", -1, "turns 1 to 10"),
        ("turn", "two", "int"),
        ("rolls", 10**30, "rolls"),
        ("frames", [{"step": "sequence", "table": "turn", "row": "lunch"}], "lunch"),
        ("frames", [{"step": "lunch"}], "lunch"),
        ("frames", [], "asks nobody"),
        ("allied_control", ["9999"], "9999"),
        ("tas", ["London"], "London"),
        ("outcome", {"winner": "<script>", "level": "x", "rule": "1"}, "cannot win"),
    ],
)
def test_a_value_that_no_game_can_have_is_refused_with_a_sentence(
    table: Table, field: str, value: Any, words: str, snapshot: bool
) -> None:
    forger, data = start_of("roundup")
    text = forger.record({**data, field: value}, snapshot) + f"end at {int(snapshot)} hash 00\n"
    answer = table.http.post("/api/matches/import", json={"text": text, "seats": SEATS})
    if not snapshot:
        assert answer.status_code == 400
        assert words in answer.json()["error"]
        return
    # A snapshot that cannot be is not used, and there is no other: the game goes on from its own start.
    assert answer.status_code == 201
    match = New(table, answer.json())
    honest = bocage.new_match("roundup", seed="forged").view("allied")
    assert match.get("/view", "allied") == msgspec.to_builtins(honest)


@pytest.mark.parametrize("change", [["1204", 9], ["1204", -1], ["9999", 1], ["1204", 1, 64], ["1204"], "1204", [[], 1]])
def test_a_unit_that_cannot_be_like_that_is_refused_with_a_sentence(table: Table, change: Any) -> None:
    forger, data = start_of("roundup")
    text = forger.record({**data, "units": {**data["units"], "US-1": change}}) + "end at 0 hash 00\n"
    answer = table.http.post("/api/matches/import", json={"text": text, "seats": SEATS})
    assert answer.status_code == 400
    assert answer.json()["error"]


def test_a_record_that_replays_needs_no_other_proof(table: Table) -> None:
    """Whatever a snapshot says that is not needed changes nothing: the entries are the truth."""
    match = played("roundup", "truth", 120)
    new = table.bring_in(match.text())
    answer = table.http.get(f"/api/matches/{new.id}/view", headers=bearer(new.tokens["allied"]))
    assert answer.json()["moment"] == 120
    assert thinker._read(match.text()).trouble == ""


def test_dice_that_are_not_those_of_the_key_are_refused(table: Table) -> None:
    match = played("roundup", "dice", 120)
    rows = match.text().split("\n")
    place = next(number for number, row in enumerate(rows) if row[:1].isdigit() and " = " in row)
    rows[place] = rows[place].rpartition(" = ")[0] + " = 99"
    answer = table.http.post("/api/matches/import", json={"text": "\n".join(rows), "seats": SEATS})
    assert answer.status_code == 400
    assert "dice" in answer.json()["error"]
