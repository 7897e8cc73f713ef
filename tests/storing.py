"""Stored games: how the games are found that are kept as fixtures, and what must hold when they are read again.

Beside them, in `printed/`, lie the tables with which they were played: a corrected counter leaves them as they are.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import bocage
from bocage.engine import dice
from bocage.engine.actions import Action
from bocage.engine.game import Game
from bocage.engine.matches import record
from bocage.engine.matches.match import Match
from bocage.parts.data import Printed
from bocage.shelf import game_class
from tests.changed_data import home

Player = Callable[[Match, random.Random], Action]


def begin(slug: str, start: Mapping[str, Any] | None, **how: Any) -> Match:
    """The match before its first action: a whole game, or an arranged position."""
    return bocage.new_match(slug, **how) if start is None else bocage.position(slug, **how, **start)


def play(
    match: Match, players: Mapping[str, Player], rng: random.Random, unrest: float, concedes: Callable[[Match], str]
) -> Match:
    """One game between two players. Before each action somebody may concede, or with this chance disturb it."""
    while match.outcome is None:
        loser = concedes(match)
        if loser:
            match.concede(loser)
            break
        if unrest and rng.random() < unrest:
            disturb(match, rng)
        match.play(players[match.prompt.side](match, rng))
    return match


def disturb(match: Match, rng: random.Random) -> None:
    """A slip is taken back, or one side asks for more and is granted it or not."""
    if match.undoable and rng.random() < 0.7:
        match.undo_to(rng.choice(match.undoable[-3:]))
    elif match.moment > 10:
        match.ask_rollback(match.prompt.side, match.moment - rng.randrange(1, 8))
        (other,) = (side for side in match.game.sides if side != match.prompt.side)
        match.answer_rollback(other, rng.random() < 0.5)


def kinds(match: Match) -> list[str]:
    """The kinds of everything that happened, in order."""
    return [event.kind for entry in (match.opening, *match.entries) for event in entry.events]


def find(play: Callable[[int], Match], fits: Callable[[Match], bool], seeds: int, wish: str) -> tuple[Match, int]:
    """The first game that fits, and its seed."""
    for seed in range(seeds):
        match = play(seed)
        if fits(match):
            return match, seed
    raise SystemExit(f"no game of {seeds} {wish}")


def idler(*quiet: str) -> Player:
    """Somebody who does as little as the rules allow: the first of these verbs that is offered."""

    def player(match: Match, rng: random.Random) -> Action:
        verbs = match.prompt.verbs()
        return next((verbs[verb][0] for verb in quiet if verb in verbs), rng.choice(match.prompt.actions))

    return player


def renew(
    folder: Path,
    games: Mapping[str, Any],
    names: Collection[str],
    play: Callable[[Any, int], Match],
    fits: Callable[[Any, Match], bool],
    seeds: int,
    fight: str = "battle",
) -> list[Match]:
    """Write everything, or the games of these names only, and say of each how long it is; the games."""

    def wanted(name: str) -> tuple[Match, int]:
        wish = f"was fit to be {name}"
        return find(lambda seed: play(games[name], seed), lambda match: fits(games[name], match), seeds, wish)

    found = []
    for name, match, seed, text in write(folder, games, names, wanted):
        found.append(match)
        print(
            f"{name:38} seed {seed:3} turn {match.position.turn:2} {match.moment:5} entries "
            f"{kinds(match).count(fight):4} fights {len(text) // 1000:4} kB",
            flush=True,
        )
    return found


def write(
    folder: Path, games: Collection[str], names: Collection[str], find: Callable[[str], tuple[Match, int]]
) -> Iterator[tuple[str, Match, int, str]]:
    """Write everything, or the games of these names only: name, match, seed and text of each."""
    folder.mkdir(exist_ok=True)
    if not names:
        for old in folder.glob("*.txt"):
            if old.stem not in games:
                old.unlink()
    for name in names or games:
        match, seed = find(name)
        text = match.text()
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
        _keep_tables(folder, match.game)
        yield name, match, seed, text


def _keep_tables(folder: Path, game: Game[Any]) -> None:
    kept = folder / "printed"
    kept.mkdir(exist_ok=True)
    for table in import_module(f"bocage.games.{game.slug}.data.tables").PRINTED:
        shutil.copy(home(game.slug) / table.file, kept)


# Reading them again


@cache
def printed(slug: str, folder: Path) -> Printed:
    """The tables with which the games of a folder were played: those of today, unless they were corrected since."""
    data = import_module(f"bocage.games.{slug}.data")
    of_today: Printed = data.load()
    of_that_day: Printed = data.load(folder / "printed")
    return of_today if of_today.digest == of_that_day.digest else of_that_day


@cache
def load(path: Path, kind: Any = None) -> Match:
    """A stored game with the tables of its day, read once; the tests only look at it.

    Its class is found on the shelf, unless it is said.
    """

    def make(slug: str, scenario: str, options: Mapping[str, Any]) -> Game[Any]:
        game: Game[Any] = (kind or game_class(slug))(scenario, options, printed(slug, path.parent))
        return game

    return record.read(path.read_text(encoding="utf-8"), make, strict=True)


def replays(path: Path, wanted: Any, fits: Callable[[Any, Match], bool], first_turn: int, kind: Any = None) -> None:
    """A stored game replays to its hashes and is the one that is wanted."""
    text, match = path.read_text(encoding="utf-8"), load(path, kind)
    assert match.note == "", f"if a rule was corrected: python -m tests.{match.game.slug}.make_fixtures"
    assert match.history_moment == 0
    assert match.game.options == wanted.options
    assert (match.start is None) == (wanted.start is None)
    assert fits(wanted, match)
    assert f"end at {match.moment} hash {match.position_hash}\n" in text
    new_turns = match.position.turn - (first_turn if wanted.start is None else wanted.start["turn"])
    assert text.count("\nturn ") >= new_turns, "a snapshot for each new turn"
    if wanted.concede_on:
        assert match.position.turn == wanted.concede_on


def goes_on_after_a_cut(match: Match, moment: int) -> None:
    """What was played until a moment is saved and loaded; the rest comes out as in the stored game."""
    ((_, twin),) = match.walk(moment, moment)
    again = record.read(twin.text(), lambda *_: match.game.another())
    assert again.moment == moment
    for entry in match.entries[moment:]:
        again.repeat(entry)
    assert again.position_hash == match.position_hash
    assert again.log() == match.log()


def proven(match: Match) -> int:
    """The number of dice of a game, each of which its proof confirms."""
    rolled = sum(len(entry.dice) for entry in (match.opening, *match.entries))
    assert dice.check(match.proof()) == rolled
    return rolled


def have_undos_and_rollbacks(matches: Iterable[Match]) -> None:
    """Together these games have everything that may stand in a record beside actions."""
    words = {entry.word for match in matches for entry in match.entries}
    assert words == {"play", "undo", "ask", "refuse", "rollback", "concede"}
