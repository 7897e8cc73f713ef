"""The files of Festung Europa agree with each other, and cards say nothing that cannot be carried out."""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Callable
from importlib.resources import as_file
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bocage.engine.errors import BadInput
from bocage.games.festung.data import FOLDER, load, rows
from bocage.games.festung.data.check import check
from bocage.games.festung.data.effects import VERBS, all_parts, read_effects


@pytest.fixture
def spoilt(tmp_path: Path) -> Callable[[str, str, str, str], list[str]]:
    """Write something else into a cell of a copy, found by its row's key: what the check says then."""

    def spoil(file: str, key: str, column: str, value: str) -> list[str]:
        with as_file(FOLDER) as folder:
            copy = shutil.copytree(folder, tmp_path / "data", ignore=shutil.ignore_patterns("*.py", "__pycache__"))
        path = copy / file
        with path.open(encoding="utf-8", newline="") as lines:
            reader = csv.DictReader(lines)
            heads, rows = list(reader.fieldnames or ()), list(reader)
        found = [row for row in rows if key in row.values()]
        assert found, key
        found[0][column] = value
        with path.open("w", encoding="utf-8", newline="") as lines:
            writer = csv.DictWriter(lines, heads)
            writer.writeheader()
            writer.writerows(rows)
        return [str(problem) for problem in check(copy).problems]

    return spoil


def test_the_files_are_complete_and_agree() -> None:
    assert [str(problem) for problem in check().problems] == []


def test_every_verb_is_used_by_some_card() -> None:
    used = {type(part) for card in load().cards for part in all_parts(card.effects)}
    assert len(VERBS) == 33
    assert [verb.__name__ for verb in VERBS if verb not in used] == []


@pytest.mark.parametrize(
    ("params", "told"),
    [
        ('[{"op": "conquer"}]', "conquer"),
        ('[{"op": "infra"}]', "delta"),
        ('[{"op": "infra", "delta": "much"}]', "delta"),
        ('[{"op": "infra", "delta": -1, "twice": true}]', "twice"),
        ('[{"op": "require", "not_summer": true}]', "not_summer"),
        ('[{"op": "rp", "points": 2, "sel": {"colour": "grey"}}]', "colour"),
        ('[{"op": "roll", "success": [6], "then": [{"op": "vp"}]}]", "delta"', ""),
        ('[{"op": "choose_one", "options": [[{"op": "draw", "side": "german", "n": 1}]]}]', "side"),
        ("infra -1", ""),
    ],
)
def test_what_cannot_be_carried_out_is_refused_when_cards_are_read(params: str, told: str) -> None:
    with pytest.raises(BadInput) as refused:
        read_effects(params)
    assert told in str(refused.value)


def _uses() -> dict[str, tuple[str, dict[str, Any]]]:
    """Each verb as some card uses it, and that card; also those that hang on another verb."""
    found: dict[str, tuple[str, dict[str, Any]]] = {}

    def collect(card: str, part: Any) -> None:
        for item in part if isinstance(part, list) else part.values() if isinstance(part, dict) else ():
            collect(card, item)
        if isinstance(part, dict) and "op" in part:
            found.setdefault(part["op"], (card, part))

    for row in rows("cards.csv"):
        collect(row["card"], json.loads(row["params"]))
    return found


USES = _uses()


def test_every_verb_has_a_use() -> None:
    assert len(USES) == len(VERBS) == 33


@pytest.mark.parametrize("verb", USES)
def test_a_verb_takes_what_it_knows_and_nothing_else(verb: str) -> None:
    _, use = USES[verb]
    kind = next(kind for kind in VERBS if kind.__struct_config__.tag == verb)
    needed = {field.encode_name for field in msgspec.structs.fields(kind) if field.required}
    wrong: list[dict[str, Any]] = [{**use, "twice": True}, *({**use, name: {"?": []}} for name in use if name != "op")]
    wrong += [{name: value for name, value in use.items() if name != gone} for gone in needed]
    read_effects(json.dumps([use]))
    for params in wrong:
        with pytest.raises(BadInput):
            read_effects(json.dumps([params]))


@pytest.mark.parametrize("verb", USES)
def test_a_card_that_says_something_wrong_is_refused_by_file_and_line(verb: str, tmp_path: Path) -> None:
    card, use = USES[verb]
    wrong = json.dumps([{**use, "twice": True}])
    lines = [row if row["card"] != card else {**row, "params": wrong} for row in rows("cards.csv")]
    line = next(number for number, row in enumerate(lines, 2) if row["card"] == card)
    with (tmp_path / "cards.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(lines[0]))
        writer.writeheader()
        writer.writerows(lines)
    with pytest.raises(BadInput, match=rf"cards\.csv:{line}: .* cannot be carried out: .*twice"):
        load(over=tmp_path)


@pytest.mark.parametrize(
    ("params", "told"),
    [
        ('{"op": "ops", "points": 0}', "points"),
        ('{"op": "draw", "side": "axis", "n": -1}', "n"),
        ('{"op": "roll", "success": [7], "then": []}', "success"),
        ('{"op": "step", "delta": -2, "count": 1, "sel": {}}', "delta"),
        ('{"op": "rd", "points": 3, "sel": {}, "ignore": ["weather"]}', "ignore"),
        ('{"op": "zone", "side": "axis", "state": "closed"}', "side"),
        ('{"op": "demand", "side": "axis", "do": {"op": "vp", "delta": 1}, "else_vp": -1, "else_vp_alert": -2}', "do"),
        ('{"op": "require", "turn_min": 11}', "turn_min"),
        ('{"op": "fortress", "count": 0, "step": "full"}', "count"),
        ('{"op": "attack_bonus", "attacks": "none"}', "attacks"),
    ],
)
def test_numbers_and_words_that_no_rule_could_follow_are_refused(params: str, told: str) -> None:
    with pytest.raises(BadInput, match=rf"\.{told}"):
        read_effects(f"[{params}]")


@pytest.mark.parametrize(
    ("card", "params", "told"),
    [
        ("allied-3", '{"op": "drm", "role": "attack", "value": 1}', "drm, which does nothing on an event"),
        ("allied-7", '{"op": "vp", "delta": -1}', "vp, which does nothing on a Combat Card"),
        ("allied-3", '{"op": "hand", "side": "axis"}', "changes a hand by nothing"),
        ("allied-3", '{"op": "rd", "sel": {}}', "redeploys nobody"),
        ("allied-3", '{"op": "sac", "do": "remove"}', "does not say which"),
        ("allied-3", '{"op": "sac", "do": "add", "marker": "US 9th AF"}', "the marker US 9th AF"),
        ("allied-3", '{"op": "control", "to": "allied"}', "gives control of no hex"),
        ("allied-3", '{"op": "flag", "set": "maquis", "until": "turn", "choose": {}}', "lets pick nothing"),
        ("allied-3", '{"op": "flag", "set": "truce", "until": "turn"}', "the flag truce, which no rule reads"),
        (
            "allied-3",
            '{"op": "flag", "set": "fortitude", "until": "turn", "choose": {"district": [8]}}',
            "the district 8",
        ),
        (
            "allied-3",
            (
                '{"op": "demand", "side": "axis", "do": {"op": "rd", "units": 2, "sel": {}}, "else_vp": -1, '
                '"else_vp_alert": -2}'
            ),
            "demands what is no definite number",
        ),
        (
            "allied-3",
            '{"op": "invade", "beaches": ["0410"], "units": ["any:GE:corps"], "box": "UK"}',
            "the unit any:GE:corps",
        ),
    ],
)
def test_what_would_come_to_nothing_is_told(
    spoilt: Callable[[str, str, str, str], list[str]], card: str, params: str, told: str
) -> None:
    line = 4 if card == "allied-3" else 8
    assert any(
        f"cards.csv:{line}" in problem and told in problem
        for problem in spoilt("cards.csv", card, "params", f"[{params}]")
    )


@pytest.mark.parametrize(
    ("params", "told"),
    [
        ('[{"op": "infra", "delta": -1}, {"op": "require", "played": ["allied-99"]}]', "the card allied-99"),
        ('[{"op": "reinforce", "units": ["US-99A"], "where": ["UK"]}]', "the unit US-99A"),
        ('[{"op": "reinforce", "units": ["US-1A"], "where": ["Atlantis"]}]', "the place Atlantis"),
        ('[{"op": "clear_flag", "flag": "truce"}]', "the flag truce"),
        ('[{"op": "control", "to": "allied", "countries": ["Spain"]}]', "the country Spain"),
        ('[{"op": "drm", "role": "attack", "value": 1, "if": {"min_column": "9:1"}}]', "the odds 9:1"),
        ('[{"op": "conquer"}]', "cannot be carried out"),
    ],
)
def test_cards_name_only_what_there_is(
    spoilt: Callable[[str, str, str, str], list[str]], params: str, told: str
) -> None:
    problems = spoilt("cards.csv", "allied-3", "params", params)
    assert any("cards.csv:4" in problem and told in problem for problem in problems)


@pytest.mark.parametrize(
    ("file", "key", "column", "value", "told"),
    [
        ("map.csv", "Berlin", "terrain", "clear", "industrial"),
        ("map.csv", "Brest", "sea", "", "ports"),
        ("units.csv", "US-7A", "reduced_attack", "9", "weaker"),
        ("cards.csv", "allied-3", "year", "1945", "no card of 1945"),
        ("cards.csv", "allied-3", "gone_1944", "yes", "18.4"),
        ("cards.csv", "allied-3", "underlined", "yes", "underlined"),
        ("crt.csv", "6", "7:1", "3/0", "worse"),
        ("hexsides.csv", "Elbe", "river", "", "name"),
        ("boxes.csv", "Balkans Front", "near", "0000", "no hex"),
        ("setup.csv", "US-7A", "at", "9999", "no place"),
    ],
)
def test_what_does_not_fit_is_named(
    spoilt: Callable[[str, str, str, str], list[str]], file: str, key: str, column: str, value: str, told: str
) -> None:
    assert any(problem.startswith(file) and told in problem for problem in spoilt(file, key, column, value))


def test_the_board_has_named_hexes_beach_heads_and_boxes() -> None:
    data = load()
    board = data.board
    names = {name: node for node, name in data.names.items()}
    assert (data.land.bit_count(), data.beaches.bit_count(), len(data.boxes)) == (164, 11, 5)
    # No way leads from Norway to Denmark but over the Skagerrak from Kristiansand (8.42).
    norway, denmark = data.countries["Norway"], data.countries["Denmark"]
    crossing = [(a, b) for a, b in data.open_sides.pairs() if norway >> a & 1 and denmark >> b & 1]
    assert {data.names[a] for a, _ in crossing} == {"Kristiansand"}
    assert {data.names[b] for _, b in crossing} == {"Hirtshals", "Viborg"}
    assert all(data.sides["skagerrak"].has(a, b) for a, b in crossing)
    # A box borders its Beach Heads or border hexes, and nothing else.
    east = data.boxes["EAST"]
    assert {data.names[node] for node in board.neighbours[east]} == {
        "Danzig", "Posen", "Breslau", "Glatz", "Brno", "Vienna",
    }  # fmt: skip
    assert not board.neighbours[data.boxes["OKW"]]
    assert data.country_at[names["Beach Normandy"]] == "France"


def test_the_scenarios_begin_as_the_book_counts_them() -> None:
    data = load()
    assert data.vp.bit_count() == 21
    assert not data.starts["campaign"].allied
    assert data.starts["overlord"].air["US 15th AF"] == "pool"
    assert data.starts["campaign"].air["US 15th AF"] == "card"
    in_1944 = [card for card in data.cards if not card.gone_1944]
    assert len(in_1944) == 110 - 11 - 9
