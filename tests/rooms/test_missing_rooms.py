"""Every room of a game may be missing: its feature is gone with a sentence that names it, and nothing else breaks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import bocage
from bocage import bots, coverage, shelf
from bocage.bots.judgement import taught
from bocage.bots.seat import take
from bocage.engine.errors import BadInput
from bocage.engine.matches.match import Match
from bocage.lab.attacks import attacks_of
from bocage.lab.running.simulate import run as simulate
from bocage.table import showing
from bocage.terminal.faces import face_of
from bocage.terminal.picture import picture
from tests.rooms.conftest import Shelve

OURS = {"roundup", "storming", "rhine", "fortress", "festung"}


def played() -> Match:
    """A match of the toy in the middle of its first turn."""
    match = bocage.new_match("brook", seed="mill")
    for action in ("pick B-H", "move C3"):
        match.play(action)
    return match


def engine() -> None:
    match = bocage.load(played().text())
    assert match.view("blue")["holder"] == "blue"
    assert match.text("grey")


def random_bots() -> None:
    assert simulate("brook", 2, seed="1")["errors"] == 0


def learned_bots() -> None:
    """They play whatever happens; without a judgement they say that nobody has taught them."""
    match = played()
    bot = bots.make("planner", "1")
    bot.choose(take(match, match.prompt.side))
    told = bots.reason(bot)
    if "I take any legal action" in told:
        raise BadInput(told)
    taught(match.game)


def table() -> None:
    (mine,) = [game for game in showing.games().games if game.slug == "brook"] or [None]
    if mine is None:
        (sentence,) = showing.games().missing
        with pytest.raises(BadInput) as refused:
            showing.box("brook")
        assert sentence.lower() == f"{refused.value}.".lower()
        raise BadInput(sentence)
    box = showing.box("brook")
    assert [side.id for side in box.sides] == ["blue", "grey"]
    assert len(box.layout.hexes) == 30
    match = played()
    assert showing.sheet(match, "blue").units["B-H"].at == "C3"
    assert showing.lines(match, "grey", -1)[-1].text == "Blue Horse takes the mill."


def tour() -> None:
    guiding = showing.tour("brook")
    shelved = {game.slug: game for game in showing.games().games}
    if "brook" in shelved:
        guide = shelved["brook"].guide
        assert guide is not None
        assert (guide.side, guide.scenario) == ("blue", "skirmish")
        assert showing.box("brook").tour == guiding


def map_picture() -> None:
    if not showing.box("brook").layout.picture:
        raise BadInput("there is no data/map.svg")


def terminal() -> None:
    match, face = played(), face_of("brook")
    look = match.inquire("blue")
    assert "The Brook" in face.header(look, "blue movement")[0].plain
    assert face.cells(look, "blue")["C3"].glyph == "BH2"
    assert "<svg" in picture("brook", look, face, "blue movement")


def rulebook() -> None:
    assert coverage.read("brook").find("2.4")[0].topic == "Zones of control"
    assert showing.rulebook("brook").cases


def data_check() -> None:
    assert shelf.needed("brook", "data.check", "cannot have its data checked").check().problems == []


def odds_laboratory() -> None:
    attacks_of("brook")


FEATURES: dict[str, Callable[[], None]] = {
    feature.__name__: feature
    for feature in (
        engine, random_bots, learned_bots, table, tour, map_picture, terminal, rulebook, data_check, odds_laboratory,
    )
}  # fmt: skip

# What is deleted -> the features that go with it, and what their sentences name.
ROOMS: dict[str, dict[str, str]] = {
    "": {},
    "table": {"table": "table/face.py", "tour": "table/tour.py", "map_picture": "table/face.py"},
    "table/tour.py": {"tour": "table/tour.py"},
    "terminal": {"terminal": "terminal/face.py"},
    "lab": {"odds_laboratory": "lab/attacks.py"},
    "lab/attacks.py": {"odds_laboratory": "lab/attacks.py"},
    "lab/notes.py": {},
    "bot": {"learned_bots": "bot/judgement.py"},
    "words": {"table": "words", "map_picture": "words", "terminal": "words"},
    "data/ledger.csv": {"rulebook": "data/ledger.csv", "data_check": "ledger.csv"},
    "data/check.py": {"data_check": "data/check.py"},
    "data/layout.json": {"table": "layout.json", "map_picture": "layout.json", "data_check": "layout.json"},
    "data/map.svg": {"map_picture": "map.svg", "data_check": "map.svg"},
    "data/about.toml": {},
}


@pytest.mark.parametrize("room", ROOMS)
def test_a_missing_room_takes_its_feature_away_and_nothing_else(room: str, shelve: Shelve) -> None:
    shelve(*([room] if room else []))
    gone: dict[str, str] = {}
    for name, feature in FEATURES.items():
        try:
            feature()
        except BadInput as error:
            gone[name] = str(error)
        except AssertionError as error:
            if name != "data_check":  # whose complaints are a list
                raise
            gone[name] = str(error)
    assert sorted(gone) == sorted(ROOMS[room])
    for name, named in ROOMS[room].items():
        assert named in gone[name], gone[name]


@pytest.mark.parametrize("room", ROOMS)
def test_the_start_page_lists_all_other_games(room: str, shelve: Shelve) -> None:
    shelve(*([room] if room else []))
    found = showing.games()
    assert {game.slug for game in found.games} - {"brook"} == OURS
    assert len(found.games) + len(found.missing) == len(bocage.slugs()) == len(OURS) + 1


@pytest.mark.parametrize("without", ["rules", "game.py"])
def test_a_game_that_cannot_be_opened_at_all_leaves_the_others_alone(without: str, shelve: Shelve) -> None:
    shelve(without)
    found = showing.games()
    assert {game.slug for game in found.games} == OURS
    assert f".{without.removesuffix('.py')}'" in found.missing[0]
    with pytest.raises(BadInput, match="cannot be opened"):
        bocage.new_match("brook")
    assert bocage.new_match("roundup", seed="utah").prompts


def test_a_room_with_a_fault_of_its_own_is_told_in_a_sentence(shelve: Shelve, tmp_path: pytest.TempPathFactory) -> None:
    shelve()
    face = shelf.folder("brook", "table").joinpath("face.py")
    with open(str(face), "a", encoding="utf-8") as file:
        file.write("\nraise RuntimeError('the ink has run out')\n")
    assert showing.games().missing == ["Table/face.py of the game 'brook' cannot be opened: the ink has run out."]


def test_a_fault_on_the_start_page_is_told_in_a_sentence(shelve: Shelve) -> None:
    shelve()
    box = Path(str(shelf.folder("brook", "table").joinpath("box.py")))
    box.write_text(box.read_text(encoding="utf-8").replace("def shelf() -> Shelf:", "def shelf(ink) -> Shelf:"))
    (sentence,) = showing.games().missing
    assert sentence.startswith("The game 'brook' cannot be shown on the start page: shelf() missing 1 required")


@pytest.mark.parametrize(
    ("room", "thing", "feature"),
    [
        ("table", "face.py has no FACE", "table"),
        ("table", "tour.py has no TOUR", "tour"),
        ("terminal", "face.py has no FACE", "terminal"),
        ("bot", "judgement.py has no judge", "learned_bots"),
        ("lab", "attacks.py has no ATTACKS", "odds_laboratory"),
    ],
)
def test_a_room_without_what_it_is_there_for_is_told_in_a_sentence(
    room: str, thing: str, feature: str, shelve: Shelve
) -> None:
    shelve()
    name, _, missing = thing.partition(" has no ")
    file = Path(str(shelf.folder("brook", room).joinpath(name)))
    kept = [
        line.replace(f"def {missing}(", "def no_name(").replace(f"{missing} = ", "no_name = ")
        if line.startswith(("def ", missing))
        else line
        for line in file.read_text(encoding="utf-8").splitlines()
    ]
    file.write_text("\n".join(kept), encoding="utf-8")
    with pytest.raises(BadInput, match=f"The Brook .*: its {room}/{thing}"):
        FEATURES[feature]()
