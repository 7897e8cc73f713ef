"""The sequence of play (4.0) and the displays on the map (2.1): what comes when, and where one can see it."""

from __future__ import annotations

import random
from typing import Any

import pytest

import bocage
from bocage.games.storming import data
from tests.cases import rule
from tests.storming.soak import choose

ORDER = [
    "german reinforcements", "german replacements", "german refit", "allied reinforcements", "allied replacements",
    "allied refit", "counteroffensive", "airborne operation", "airborne recovery", "airborne withdrawal",
    "first strafing", "carpet bombing", "allied assault supply", "logistics", "grounding", "priority supply",
    "red ball express", "allied assault command dice", "assault transfer", "assault declaration",
    "allied assault movement", "combat duration", "allied combat", "allied breakthrough", "german assault supply",
    "german assault command die", "german assault movement", "german combat", "second strafing",
    "allied exploitation supply", "allied exploitation command dice", "allied exploitation", "cherbourg assault",
    "german exploitation supply", "german exploitation command die", "german exploitation", "attrition", "end of turn",
]  # fmt: skip


def phases(seed: str, turns: int, scenario: str = "campaign") -> list[tuple[int, str, str]]:
    """Turn, row and side of every decision of a quiet game."""
    rng = random.Random(seed)
    match = bocage.new_match("storming", scenario=scenario, seed=seed)
    found = []
    while match.outcome is None and match.position.turn <= turns:
        found.append((match.position.turn, match.game.phase(match.position), match.prompt.side))
        match.play(choose(match.prompt, rng, "verbs"))
    return found


@rule("4.0", "4.1")
def test_the_phases_come_in_the_order_of_the_book() -> None:
    rows = [row.name for row in bocage.game_class("storming")().rules.sequence["turn"]]
    assert [row for row in rows if row in ORDER] == ORDER
    for turn in (2, 3):
        seen = [row for number, row, _ in phases("order", 3) if number == turn and row in ORDER]
        assert seen == sorted(seen, key=ORDER.index), "nobody goes back to an earlier segment"


@rule("4.1.IV", "4.1.V")
def test_turn_one_begins_with_the_german_assault() -> None:
    seen = [row for number, row, _ in phases("first", 1) if number == 1]
    assert not [row for row in seen if row.startswith("allied assault") or row == "allied combat"]
    turn = [row for row in seen if row in ORDER]
    assert turn[0].startswith("german assault")


@rule("4.1.V.c", "4.1.VIII", "4.1.VII")
def test_the_german_phases_have_no_breakthrough_and_each_side_exploits() -> None:
    rows = [(row.name, row.side, row.step) for row in bocage.game_class("storming")().rules.sequence["turn"]]
    names = [name for name, _, _ in rows]
    german = [name for name, side, step in rows if side == "german" and step == "movement" and "offensive" not in name]
    assert german == ["german assault movement", "german exploitation"]
    allied = [name for name, side, step in rows if side == "allied" and step == "movement"]
    assert allied == ["allied assault movement", "allied breakthrough", "allied exploitation"]
    assert names.index("second strafing") < names.index("allied exploitation") < names.index("german exploitation")
    assert "combat duration" not in names[names.index("german assault supply") : names.index("second strafing")]


@rule("4.1.II.d.2", "4.1.IV.d.2")
@pytest.mark.parametrize(
    ("row", "units", "more", "first", "second"),
    [
        (
            "allied combat", "US-4-Inf 0721; US-9-Inf 0821; GE-30-Bde 0722; GE-77-Inf 0822", {},
            ("attack 0722", "join US-4-Inf"), "attack 0822",
        ),
        (
            "offensive combat", "US-4-Inf 4620; US-9-Inf 4720; GE-1SS-Pz 4621; GE-2-Pz 4721",
            {"offensive_turn": 10, "turn": 10}, ("attack 4620", "join GE-1SS-Pz"), "attack 4720",
        ),
    ],
)  # fmt: skip
def test_battles_are_resolved_one_at_a_time(
    row: str, units: str, more: dict[str, Any], first: tuple[str, ...], second: str
) -> None:
    points = {"12AG": 3, "infantry": 3, "mechanized": 6}
    more = {"turn": 3, **more}
    match = bocage.position("storming", at=row, units=units, duration=1, points=points, dice="1 1 1 1 1 1", **more)
    assert match.why_not(second) is None
    match.play(first[0])
    refusal = match.why_not(second)
    assert refusal is not None
    assert refusal.rule.startswith("13.1")


@rule("2.1", "2.1.B", "2.1.C", "2.1.D", "2.1.F", "2.1.G", "2.1.I")
def test_every_display_of_the_map_can_be_read_off_the_view() -> None:
    match = bocage.position(
        "storming", turn=3, at="allied combat", duration=1, points={"12AG": 3, "21AG": 4}, air_support=2,
        units="US-4-Inf 0519; CW-1-AB england; GE-2SS-Pz watch; GE-77-Inf cup; GE-1SS-Pz 0520", rebuilt="GE-1SS-Pz",
        bombers_spent=("US",),
    )  # fmt: skip
    view = match.view("allied")
    units = {unit["id"]: unit for unit in view["units"]}
    assert [units[unit]["at"] for unit in ("CW-1-AB", "GE-2SS-Pz", "GE-77-Inf")] == ["england", "watch", "cup"]
    assert "rebuilt" in units["GE-1SS-Pz"]["marks"]
    assert view["movement"]["points"] == {"12AG": 3, "21AG": 4}
    assert (view["air"]["support"], view["air"]["hobart_turn"], view["air"]["bombers_spent"]) == (2, 2, ["US"])
    assert (view["turn"], view["turn_name"], view["phase"]) == (3, "July I", "allied combat")
    assert [allied + german for allied, german in data.load().carpet] == [1, 0, 1, 1, 2, 3]


@rule("2.2", "2.4")
def test_counters_are_units_support_or_markers_and_the_commonwealth_is_one() -> None:
    counters = data.load().counters
    assert {counter.nation for counter in counters} == {"US", "CW", "FR", "SHAEF", "DE"}
    names = [counter.name for counter in counters if counter.nation == "CW"]
    for word in ("Polish", "Canadian"):
        assert any(word in name for name in names), word
    assert {row["unit"] for row in data.rows("support.csv")} >= {"79th Armoured Division"}
    assert all(row["marker"] for row in data.rows("markers.csv"))


@rule("5.0")
def test_all_units_in_a_hex_are_one_stack() -> None:
    match = bocage.position("storming", turn=3, at="allied combat", units="US-4-Inf 0519; US-9-Inf 0519; US-1-Inf 0820",
                            duration=1, points={"12AG": 3})  # fmt: skip
    look = match.game.look(match.position)
    numbers = match.game.unit_numbers
    assert set(look.stack(match.game.board.index["0519"])) == {numbers["US-4-Inf"], numbers["US-9-Inf"]}
    assert look.stack(match.game.board.index["0820"]) == (numbers["US-1-Inf"],)
