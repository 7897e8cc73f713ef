"""The tables of another folder are laid over those of a game, and matches on different data keep to their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

import bocage
from bocage.engine.errors import BadInput
from bocage.engine.matches.match import Match
from tests.changed_data import home, like, overlay, rows

SLUGS = ("roundup", "storming", "rhine", "fortress", "festung")


def reach(match: Match) -> int:
    """To how many hexes the first unit on the map can move at once."""
    picks = (action for action in match.prompt.actions if action.verb == "pick")
    pick = next(action for action in picks if match.position.units[match.game.unit_numbers[action.operand]].at >= 0)
    match.play(pick)
    found = sum(action.verb == "move" for action in match.prompt.actions)
    match.undo()
    return found


def chances(match: Match) -> dict[Any, str]:
    """What an attack with everybody brings about."""
    units = match.position.units
    enemy = [n for n in range(len(units)) if match.game.counters[n].side != match.prompt.side]
    (target,) = {units[n].at for n in enemy if units[n].at >= 0}
    own = [match.game.unit_ids[n] for n, unit in enumerate(units) if unit.at >= 0 and unit.at != target]
    odds = bocage.forecast(match, match.game.board.labels[target], own)
    found = odds.defender_losses if hasattr(odds, "defender_losses") else odds.chances
    return {result: str(chance) for result, chance in found.items()}


def offered(match: Match) -> list[str]:
    """The list of legal actions."""
    return [str(action) for action in match.prompt.actions]


class Changed(NamedTuple):
    """A row to be laid over a game's table, a position, and what is asked there."""

    slug: str
    file: str
    key: str
    row: str
    cells: dict[str, str]
    position: dict[str, Any]
    ask: Callable[[Match], Any]


MARCH = {
    "roundup": {"turn": 3, "at": "allied movement", "weather": "Clear", "units": "US-1 2110", "us_beachheads": "1411"},
    "storming": {"turn": 3, "at": "german exploitation", "units": "GE-2-Pz 2330", "points": {"mechanized": 8}},
    "rhine": {
        "turn": 3, "at": "allied movement", "weather": "good", "stage": "operational", "allied_control": "0708",
        "units": "US-5C 1003",
    },
    "fortress": {"turn": 5, "at": "allied first movement", "phasing": "allied", "impulse": 1, "units": "US-1-Inf R13"},
}  # fmt: skip
BATTLE = {
    "roundup": {"at": "allied combat", "units": "US-1 3011; US-2 2910; DE-712 3010"},
    "storming": {
        "at": "allied combat", "units": "US-90-Inf 2230; US-3-Arm 2230; GE-2-Pz 2330; GE-77-Inf 2330", "turn": 6,
        "duration": 1, "points": {"12AG": 5, "21AG": 5}, "breakout": True,
    },
    "rhine": {
        "at": "allied allocation", "units": "US-5C 2815; US-8C 2914; DE-84K 2814", "turn": 3, "weather": "good",
        "stage": "operational", "allied_control": "0708",
    },
    "fortress": {
        "turn": 5, "at": "allied first combat", "phasing": "allied", "impulse": 1,
        "units": "US-1-Inf Q8; US-2-Inf Q8; GE-91-Inf R8",
    },
    "festung": {"turn": 5, "at": "allied action", "round": 1, "units": "US-1A 0713; GE-LXXV 0712"},
}  # fmt: skip
ALONE = {**BATTLE["rhine"], "units": "US-5C 2815; DE-84K 2814"}
CHANGES = [
    Changed("roundup", "movement.csv", "class", "allied", {"later": "4"}, MARCH["roundup"], reach),
    Changed("roundup", "tec.csv", "terrain", "clear", {"mp": "2"}, MARCH["roundup"], reach),
    Changed(
        "roundup",
        "crt.csv",
        "die",
        "2",
        dict.fromkeys(("1:1", "2:1", "3:1", "4:1", "5:1", "6:1"), "ASR"),
        BATTLE["roundup"],
        chances,
    ),
    Changed("storming", "tec.csv", "terrain", "clear", {"mp": "3"}, MARCH["storming"], reach),
    Changed("storming", "units.csv", "id", "GE-2-Pz", {"movement": "2"}, MARCH["storming"], reach),
    Changed("storming", "cft.csv", "roll", "3", {"10-12": "3"}, BATTLE["storming"], chances),
    Changed("rhine", "units.csv", "id", "US-5C", {"move": "3"}, MARCH["rhine"], reach),
    Changed("rhine", "hexsides.csv", "kind", "estuary", {"hex_a": "2814", "hex_b": "2815"}, ALONE, offered),
    Changed("rhine", "crt.csv", "die", "2", {"3:1": "DE", "2:1": "DE"}, BATTLE["rhine"], chances),
    Changed("fortress", "units.csv", "id", "US-1-Inf", {"movement": "2"}, MARCH["fortress"], reach),
    Changed("fortress", "crt.csv", "die", "2", {"2-1": "DE", "1-1": "DE"}, BATTLE["fortress"], chances),
    Changed("festung", "units.csv", "id", "US-1A", {"attack": "9"}, BATTLE["festung"], chances),
    Changed(
        "festung", "crt.csv", "die", "6", dict.fromkeys(("1:1", "2:1", "3:1", "4:1"), "3/1"), BATTLE["festung"], chances
    ),
    Changed(
        "festung",
        "cards.csv",
        "card",
        "allied-3",
        {"type": "Combat"},
        {**BATTLE["festung"], "allied_hand": "allied-3"},
        offered,
    ),
]


@pytest.mark.parametrize("changed", CHANGES, ids=lambda changed: f"{changed.slug}-{changed.file}")
def test_two_matches_in_one_process_keep_to_their_own_data(tmp_path: Path, changed: Changed) -> None:
    slug, file = changed.slug, changed.file
    box = overlay(tmp_path / "box", file, like(slug, file, changed.key, changed.row, **changed.cells))
    own, other = bocage.position(slug, **changed.position), bocage.position(slug, data=box, **changed.position)
    expected = changed.ask(own)
    found = changed.ask(other)
    assert found != expected
    for _ in range(3):
        assert (changed.ask(own), changed.ask(other)) == (expected, found)
    assert changed.ask(bocage.position(slug, **changed.position)) == expected
    assert changed.ask(bocage.position(slug, data=box, **changed.position)) == found


def one_by_one(match: Match, seed: str, decisions: int = 150) -> Iterator[None]:
    """Decisions at random."""
    random = Random(seed)
    for _ in range(decisions):
        if not match.prompts:
            return
        side, prompt = next(iter(match.prompts.items()))
        match.play(random.choice(prompt.actions), side=side)
        yield


NEW = {
    "roundup": ("US-1", {"id": "US-999", "name": "US 999 Infantry Division"}),
    "storming": ("US-4-Inf", {"id": "US-999-Inf", "name": "US 999 Infantry Division", "attack": "6"}),
    "rhine": ("US-5C", {"id": "US-999C", "name": "US 999 Corps", "move": "8"}),
    "fortress": ("US-1-Inf", {"id": "US-999-Inf", "name": "US 999 Infantry Division", "movement": "8"}),
    "festung": ("US-II", {"id": "US-XCIX", "name": "US XCIX Corps", "attack": "3"}),
}

FACTOR = {"fortress": "combat"}  # the column of a unit's strength, where it is not "attack"


@pytest.mark.parametrize("slug", SLUGS)
def test_an_added_counter_plays_along_beside_a_match_without_it(tmp_path: Path, slug: str) -> None:
    old, cells = NEW[slug]
    box = overlay(tmp_path / "box", "units.csv", like(slug, "units.csv", "id", old, **cells))

    def both() -> list[Match]:
        return [bocage.new_match(slug, seed="over", data=data) for data in (None, box)]

    alone = both()
    for match in alone:
        list(one_by_one(match, slug))
    mixed = both()
    for _ in zip(*(one_by_one(match, slug) for match in mixed), strict=False):
        pass
    for by_itself, beside in zip(alone, mixed, strict=True):
        known = min(by_itself.moment, beside.moment)
        assert [entry.action and str(entry.action) for entry in by_itself.entries[:known]] == [
            entry.action and str(entry.action) for entry in beside.entries[:known]
        ]
    assert [cells["id"] in match.game.unit_numbers for match in mixed] == [False, True]
    assert mixed[0].game.data_digest != mixed[1].game.data_digest


def test_what_is_compiled_is_shared_by_matches_of_the_same_game_and_data(tmp_path: Path) -> None:
    box = overlay(tmp_path / "box", "movement.csv", like("roundup", "movement.csv", "class", "mech", later="4"))
    one, two = bocage.new_match("roundup"), bocage.new_match("roundup", options={"15.10": True})
    three, four = (bocage.new_match("roundup", data=box) for _ in range(2))
    assert one.game.data is two.game.data
    assert one.game.actions is two.game.actions
    assert three.game.data is four.game.data
    assert three.game.rules is four.game.rules
    assert three.game.data is not one.game.data
    assert three.game.answers is four.game.answers, "pure functions answer all matches of one compiled game alike"
    assert three.game.answers is not one.game.answers
    overlay(box, "movement.csv", like("roundup", "movement.csv", "class", "mech", later="5"))
    assert bocage.new_match("roundup", data=box).game.data.movement["mech"] == (10, 5)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_match_on_other_data_loads_with_these_only(tmp_path: Path, slug: str) -> None:
    old, cells = NEW[slug]
    box = overlay(tmp_path / "box", "units.csv", like(slug, "units.csv", "id", old, **cells))
    match = bocage.new_match(slug, seed="over", data=str(box))
    list(one_by_one(match, slug, 20))
    text = match.text()
    assert "\noverlay " in text
    assert cells["name"] not in text.partition("\n\n")[0], "a record names its data and does not hold them"
    again = bocage.load(text, data=box, strict=True)
    assert (again.position_hash, again.note) == (match.position_hash, "")
    with pytest.raises(
        BadInput, match=r'other data, which the folder "box" lays over .*load it with that folder: --data'
    ):
        bocage.load(text)
    stronger = like(slug, "units.csv", "id", old, **{FACTOR.get(slug, "attack"): "5"})
    bare = overlay(tmp_path / "bare", "units.csv", stronger)
    with pytest.raises(BadInput, match="the data of 'bare' are not the same"):
        bocage.load(text, data=bare)
    with pytest.raises(BadInput, match="the game's own data; load it without those of 'box'"):
        bocage.load(bocage.new_match(slug, seed="own").text(), data=box)


@pytest.mark.parametrize(
    ("file", "text", "complaint"),
    [
        ("movement.csv", "class,turn1,later,source\nmech,6,fast,ours\n", "box/movement.csv:2: later is 'fast'"),
        ("movement.csv", "class,turn1\nmech,6\n", "box/movement.csv:1: missing column source, later"),
        ("movement.csv", "class,turn1,later,source\nmech,6\n", "box/movement.csv:2: the row should have 4 cells"),
        (
            "movement.csv", "class,turn1,later,source\nmech,6,1,ours\nmech,6,2,ours\n",
            "box/movement.csv:3: class mech stands in line 2 already",
        ),
        ("unit.csv", "id\nUS-1\n", "box/unit.csv: this is no table over which another can be laid; there are: air"),
        ("options.csv", "option\n15.10\n", "box/options.csv: this is no table over which"),
        ("cups.csv", "cup,codes,first_turn,strategies,case,source\nfifth,1E,1,1,8.5.1,ours\n", "KeyError('fifth')"),
        ("notes.txt", "hello", "box: the folder has no tables"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_the_other_folder_is_told(tmp_path: Path, file: str, text: str, complaint: str) -> None:
    box = tmp_path / "box"
    box.mkdir()
    (box / file).write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as told:
        bocage.new_match("roundup", data=box)
    assert complaint in str(told.value)


def test_there_must_be_such_a_folder(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="is not a folder"):
        bocage.new_match("roundup", data=tmp_path / "nowhere")


@pytest.mark.parametrize("slug", SLUGS)
def test_laying_a_table_over_itself_changes_nothing(tmp_path: Path, slug: str) -> None:
    box = overlay(tmp_path / "box", "hexsides.csv", *rows(home(slug), "hexsides.csv"))
    own, other = bocage.new_match(slug, seed="same"), bocage.new_match(slug, seed="same", data=box)
    assert own.game.data_digest == other.game.data_digest
    assert own.position_hash == other.position_hash
