"""Bots that other packages bring: they play wherever ours do, and a broken one is told in a clear sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import bocage
from bocage import bots
from bocage.bots.seat import take
from bocage.table.config import Config
from bocage.table.faces.boxes import opponents
from tests.table.players import UNHURRIED, bot, running

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "cautious_bot"
CODE = '''
from bocage.bots.ladder import RandomBot


class Any(RandomBot):
    """Takes anything, and so comes to an end."""


class Last:
    """Takes the last action of the list."""

    def __init__(self, seed):
        self.answers = 0

    def choose(self, seat):
        self.answers += 1
        return seat.prompt.actions[-1]

    def explain(self):
        return f"The last of the list, for the {self.answers}th time."


class Unmakeable:
    def __init__(self, seed):
        raise RuntimeError("no licence")


class Dumb:
    def __init__(self, seed):
        pass


class Cheat(Last):
    def choose(self, seat):
        return "win at once"
'''
POINTS = {
    "any": "guests:Any",
    "last": "guests:Last",
    "absent": "nowhere:Bot",
    "nameless": "guests:Nobody",
    "unmakeable": "guests:Unmakeable",
    "dumb": "guests:Dumb",
    "cheat": "guests:Cheat",
    "random": "guests:Last",  # names that are taken
    "simple": "guests:Last",
    "human": "guests:Last",
    "search:5": "guests:Last",
}
BROKEN = {
    "absent": "the bot 'absent' (nowhere:Bot) cannot be made: No module named 'nowhere'",
    "nameless": "the bot 'nameless' (guests:Nobody) cannot be made: module 'guests' has no attribute 'Nobody'",
    "unmakeable": "the bot 'unmakeable' (guests:Unmakeable) cannot be made: no licence",
    "dumb": "the bot 'dumb' (guests:Dumb) cannot be made: it has no method 'choose'",
}


def install(folder: Path) -> Path:
    """What an installer leaves behind: the module, and beside it a folder that tells of the package."""
    (folder / "guests.py").write_text(CODE, encoding="utf-8")
    told = folder / "some_guests-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: some-guests\nVersion: 1.0\nSummary: Bots for a test\n", encoding="utf-8"
    )
    points = "".join(f"{name} = {place}\n" for name, place in POINTS.items() if ":" not in name)
    (told / "entry_points.txt").write_text(f"[bocage.bots]\n{points}", encoding="utf-8")
    return folder


@pytest.fixture
def guests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package with bots is installed."""
    folder = tmp_path / "installed"
    folder.mkdir()
    monkeypatch.syspath_prepend(install(folder))
    bots._guests.cache_clear()
    yield folder
    bots._guests.cache_clear()
    sys.modules.pop("guests", None)


def program(guests: Path, home: Path, *words: str, lines: str = "") -> subprocess.CompletedProcess[str]:
    """The command line, with the package installed."""
    environment = {**os.environ, "PYTHONPATH": str(guests), "BOCAGE_HOME": str(home), "NO_COLOR": "1"}
    command = [sys.executable, "-m", "bocage.cli", *words]
    return subprocess.run(command, env=environment, input=lines, capture_output=True, text=True, check=False)


def test_guests_are_listed_after_our_own_and_described_by_their_package(guests: Path) -> None:
    assert bots.names()[:4] == ["random", "greedy", "planner", "search"]
    assert bots.names()[4:] == ["absent", "any", "cheat", "dumb", "last", "nameless", "unmakeable"]
    assert bots.about("last") == "Bots for a test. From the package some-guests."
    assert (bots.known("last"), bots.seconds("last")) == ("last", None)
    told = {info.name: info for info in opponents()}
    assert told["last"].about == bots.about("last")
    assert told["last"].seconds == []


def test_nobody_takes_the_name_of_one_of_ours(guests: Path) -> None:
    assert type(bots.make("random", 1)).__module__ == "bocage.bots.ladder"
    assert type(bots.make("simple", 1)).__module__ == "bocage.bots.ladder"
    assert "human" not in bots.names()


def test_a_guest_plays_and_says_why(guests: Path) -> None:
    match = bocage.new_match("roundup", seed="guest")
    guest = bots.make("last", "seed")
    wanted = match.prompt.actions[-1]
    assert bots.answer(match, guest).action is wanted
    assert bots.reason(guest) == "The last of the list, for the 1th time."
    with pytest.raises(bocage.BadInput, match="only planner and search can be given a time, not 'last'"):
        bots.make("last:5", 1)


@pytest.mark.parametrize("name", BROKEN)
def test_a_guest_that_cannot_be_made_is_told_in_a_sentence(guests: Path, name: str) -> None:
    with pytest.raises(bocage.BadInput) as told:
        bots.make(name, 1)
    assert str(told.value) == BROKEN[name]


def test_guests_on_the_command_line(guests: Path, tmp_path: Path) -> None:
    listed = program(guests, tmp_path, "bots")
    assert "last       Bots for a test. From the package some-guests." in listed.stdout
    played = program(guests, tmp_path, "play", "roundup", "--allied", "last", "--german", "human", "--seed", "1")
    assert "“The last of the list, for the" in played.stdout
    simulated = program(guests, tmp_path, "simulate", "roundup", "--games", "1", "--bots", "random", "any")
    assert simulated.returncode == 0, simulated.stderr
    assert "1 games of roundup, random against any" in simulated.stdout


def test_broken_guests_on_the_command_line(guests: Path, tmp_path: Path) -> None:
    for words in (("play", "roundup", "--german", "absent"), ("simulate", "roundup", "--bots", "absent", "random")):
        told = program(guests, tmp_path, *words)
        assert (told.returncode, told.stderr) == (1, f"bocage: {BROKEN['absent']}.\n")
    told = program(guests, tmp_path, "play", "roundup", "--allied", "cheat")
    assert told.returncode == 1
    assert told.stderr.startswith("bocage: the bot of the Allies broke down (")
    assert "the match is kept, go on with another bot: " in told.stderr
    assert told.stderr.count("\n") == 1


def test_guests_at_the_table(guests: Path, tmp_path: Path) -> None:
    config = Config(port=0, database=f"sqlite:///{tmp_path / 'table.sqlite'}", **UNHURRIED)
    with running(config) as table:
        (shelf, *_) = table.get("/api/games")["games"]
        assert [info["name"] for info in shelf["bots"]] == bots.names()
        new = table.new(bot("last"), None)
        new.wait_until(lambda info: info.get("moment", 0) >= 1)
        said = [line["text"] for line in new.get("/log")["lines"] if line.get("kind") == "remark"]
        assert said[0] == "The last of the list, for the 1th time."
        for name, sentence in BROKEN.items():
            new = table.new(bot(name), None)
            info = new.wait_until(lambda info: info["seats"][0].get("failed"))
            assert info["seats"][0]["failed"] == sentence


def test_the_example_of_the_docs_installs_and_plays_every_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps"]
    command = [*pip, "--no-build-isolation", "--target", str(tmp_path / "installed"), str(EXAMPLE)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    monkeypatch.syspath_prepend(tmp_path / "installed")
    bots._guests.cache_clear()
    try:
        assert "cautious" in bots.names()
        assert bots.about("cautious").startswith("Plays like greedy, but dreams")
        for game in bocage.slugs():
            match = bocage.new_match(game, seed="cautious")
            players = {name: bots.make("cautious" if name == "allied" else "random", 1) for name in match.game.sides}
            said, voluntary = set(), False
            while match.prompts and match.position.turn < 3:
                side = match.prompt.side
                verbs = match.prompt.sets.keys()
                voluntary |= side == "allied" and "end" in verbs and bool(verbs & {"attack", "assault"})
                action = players[side].choose(take(match, side))
                assert action in match.prompt.actions
                match.play(action)
                said.add(bots.reason(players["allied"]))
            # Where every attack must be made, as in Fortress Europa, there is none to dream of.
            assert any("I dreamt of 'a" in text for text in said) is voluntary, said
    finally:
        bots._guests.cache_clear()
        sys.modules.pop("cautious_bot", None)
    assert len((EXAMPLE / "cautious_bot.py").read_text(encoding="utf-8").splitlines()) <= 32
