"""The ladder: bots against their neighbours, each pair of games with the same seed and the sides swapped.

A pairing is two cells of a study: the first bot plays one side, then the other. So a ladder is kept in a folder like
any study, and goes on where it was stopped.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise, zip_longest
from statistics import fmean

import msgspec

import bocage
from bocage import bots, shelf
from bocage.engine.errors import BadInput
from bocage.lab.measuring.intervals import Pairing, Rating, paired, percentile, ratings, wilson, worth
from bocage.lab.running.records import Record, Timing
from bocage.lab.running.shards import Kept
from bocage.lab.running.study import Cell, Study

RUNGS = ("random", "greedy", "planner", "search")  # weakest first


class Score(msgspec.Struct, frozen=True):
    """Wins, draws and losses, and the share of the points with its 95 % interval; a draw is half a point."""

    wins: int
    draws: int
    losses: int
    share: float
    low: float
    high: float


class Duel(msgspec.Struct, frozen=True):
    """What came out between two bots, from the point of view of the first (the higher rung)."""

    first: str
    second: str
    score: Score
    by_side: dict[str, Score]  # the first bot on this side
    sides: dict[str, Score]  # this side of the board, whichever bot plays it
    worth: float  # how many independent games the pairs are worth
    broken: int  # games that broke down, which are not counted


class Pace(msgspec.Struct, frozen=True):
    """How long a bot thinks about a player-turn on one side, in seconds."""

    bot: str
    side: str
    player_turns: int
    mean: float
    p95: float
    slowest: float
    core_mean: float  # the same, but only while a core worked on it
    core_p95: float
    core_slowest: float


class Ladder(msgspec.Struct, frozen=True):
    """All that a ladder tells."""

    game: str
    scenario: str
    seed: str
    games: int  # of each pairing, when all are played
    duels: list[Duel]
    ratings: list[Rating]
    paces: list[Pace]
    program: str


def plan(game: str, games: int, pairs: Sequence[tuple[str, str]], seed: str, scenario: str = "") -> Study:
    """The study of a ladder: so many games for each pair of bots (the lower rung first).

    >>> [cell.name for cell in plan("roundup", 10, [("random", "greedy")], "1").cells]
    ['greedy (allied) - random (german)', 'greedy (german) - random (allied)']
    """
    seeds = pairs_in(games)
    scenario = shelf.scenario(game, scenario)
    sides = bocage.game_class(game).sides
    bocage.new_match(game, scenario=scenario, seed=seed)  # complains about a scenario that does not exist
    cells = []
    for low, high in pairs:
        for name in (low, high):
            bots.make(name, seed)
        if low == high:
            raise BadInput(f"{low!r} against itself says nothing about bots; `bocage simulate` plays that")
        for side, other in (sides, sides[::-1]):
            named = {side: high, other: low}
            players = {each: named[each] for each in sides}
            cells.append(Cell(f"{high} ({side}) - {low} ({other})", scenario, {}, players))
    return Study(f"ladder of {game}", game, seeds, seed, cells)


def pairs_in(games: int) -> int:
    """How many seeds that is, each played twice."""
    if games < 2 or games % 2:
        raise BadInput(f"each seed is played twice, with sides swapped: name an even number of games, not {games}")
    return games // 2


def neighbours(names: Sequence[str] = RUNGS) -> list[tuple[str, str]]:
    """Each rung with the next.

    >>> neighbours()
    [('random', 'greedy'), ('greedy', 'planner'), ('planner', 'search')]
    """
    return list(pairwise(names))


def pairings(study: Study) -> list[tuple[str, str]]:
    """The bots of each pairing, the higher rung first; a study that is no ladder raises `BadInput`."""
    found = []
    for straight, swapped in zip_longest(study.cells[::2], study.cells[1::2]):
        first, second = straight.bots.values()
        if swapped is None or list(swapped.bots.values()) != [second, first] or first == second:
            raise BadInput("these are not the games of a ladder; `bocage lab report` tells of other studies")
        found.append((first, second))
    return found


def sum_up(kept: Kept) -> Ladder:
    """What the games of a ladder's folder say."""
    study = kept.study
    sides = bocage.game_class(study.game).sides
    by_cell: list[dict[int, Record]] = [{} for _ in study.cells]
    for record in kept.records:
        by_cell[record.job.cell][record.job.number] = record
    duels = [
        _duel(first, second, sides, by_cell[2 * number], by_cell[2 * number + 1])
        for number, (first, second) in enumerate(pairings(study))
    ]
    played = [
        Pairing(duel.first, duel.second, _points(duel.score), _games(duel.score), duel.worth)
        for duel in duels
        if _games(duel.score)
    ]
    found = ratings(played, _middle(played)) if played else []
    return Ladder(
        study.game,
        study.cells[0].scenario,
        study.seed,
        2 * study.games,
        duels,
        found,
        _paces(study, kept.timings, sides),
        kept.program,
    )


def _duel(
    first: str, second: str, sides: Sequence[str], straight: Mapping[int, Record], swapped: Mapping[int, Record]
) -> Duel:
    """The first bot has the first side in `straight` and the second side in `swapped`."""
    halves = {
        sides[0]: {number: record for number, record in straight.items() if not record.trouble},
        sides[1]: {number: record for number, record in swapped.items() if not record.trouble},
    }
    by_side = {side: [_won(record, side) for record in games.values()] for side, games in halves.items()}
    everything = [record for games in halves.values() for record in games.values()]
    both = sorted(halves[sides[0]].keys() & halves[sides[1]].keys())
    pairs = [(_won(halves[sides[0]][number], sides[0]), _won(halves[sides[1]][number], sides[1])) for number in both]
    scores = [one for games in by_side.values() for one in games]
    score = _score(scores)
    if 2 * len(pairs) == len(scores):
        known = paired(pairs)
        score = msgspec.structs.replace(score, low=known.low, high=known.high)
    return Duel(
        first,
        second,
        score,
        {side: _score(games) for side, games in by_side.items()},
        {side: _score([_won(record, side) for record in everything]) for side in sides},
        worth(pairs) if 2 * len(pairs) == len(scores) else float(len(scores)),
        len(straight) + len(swapped) - len(scores),
    )


def _won(record: Record, side: str) -> float:
    """A side's points in a game."""
    return 0.5 if not record.winner else float(record.winner == side)


def _score(points: Sequence[float]) -> Score:
    share, low, high = wilson(sum(points), len(points))
    return Score(points.count(1.0), points.count(0.5), points.count(0.0), share, low, high)


def _games(score: Score) -> int:
    return score.wins + score.draws + score.losses


def _points(score: Score) -> float:
    return score.wins + score.draws / 2


def _middle(played: Iterable[Pairing]) -> str:
    """The bot that most is known about; of equals the strongest, which stands last."""
    counts: dict[str, float] = {}
    for pairing in played:
        for name in (pairing.second, pairing.first):
            counts[name] = counts.get(name, 0.0) + pairing.games
    return max(reversed(counts), key=lambda name: counts[name])


def _paces(study: Study, timings: Sequence[Timing], sides: Sequence[str]) -> list[Pace]:
    found = []
    for bot in dict.fromkeys(name for cell in study.cells for name in cell.bots.values()):
        for side in sides:
            own = [timing for timing in timings if study.cells[timing.cell].bots[side] == bot]
            turns = [seconds for timing in own for seconds in timing.turns.get(side, [])]
            core = [seconds for timing in own for seconds in timing.core.get(side, [])]
            if turns:
                found.append(Pace(bot, side, len(turns), *_spread(turns), *_spread(core)))
    return found


def _spread(seconds: Sequence[float]) -> tuple[float, float, float]:
    return (fmean(seconds), percentile(seconds, 0.95), max(seconds)) if seconds else (0.0, 0.0, 0.0)


# Telling it


def tables(ladder: Ladder) -> list[tuple[str, list[str], list[list[str]]]]:
    """What a ladder tells, as tables: a title, the heads of the columns, the rows."""
    sides = list(ladder.duels[0].by_side)
    duels = (
        "Win rates, with 95 % intervals (a draw is half a win)",
        ["pairing", "games", "won-drawn-lost", "win rate", *(f"as {side}" for side in sides)],
        [
            [
                f"{duel.first} - {duel.second}",
                str(_games(duel.score)) + (f" ({duel.broken} broken)" if duel.broken else ""),
                f"{duel.score.wins}-{duel.score.draws}-{duel.score.losses}",
                _percent(duel.score),
                *(_percent(duel.by_side[side]) for side in sides),
            ]
            for duel in ladder.duels
        ],
    )
    balance = (
        "How the sides did, whichever bot played them",
        ["pairing", *sides],
        [[f"{duel.first} - {duel.second}", *(_percent(duel.sides[side]) for side in sides)] for duel in ladder.duels],
    )
    rated = (
        "Ratings",
        ["bot", "rating", "95 %"],
        [
            [
                rating.bot,
                f"{rating.points:.0f}",
                "" if rating.low == rating.high else f"{rating.low:.0f}–{rating.high:.0f}",
            ]
            for rating in ladder.ratings
        ],
    )
    paces = (
        "Seconds a player-turn, and of those the work of the core",
        ["bot", "side", "player-turns", "mean", "95 % within", "slowest", "core: mean", "95 % within", "slowest"],
        [
            [
                pace.bot,
                pace.side,
                str(pace.player_turns),
                *(_seconds(number) for number in (pace.mean, pace.p95, pace.slowest)),
                *(_seconds(number) for number in (pace.core_mean, pace.core_p95, pace.core_slowest)),
            ]
            for pace in ladder.paces
        ],
    )
    return [duels, balance, rated, paces]


def markdown(ladder: Ladder) -> str:
    """The tables as Markdown."""
    lines = [
        f"# Ladder of {ladder.game}",
        "",
        f"Games for each pairing: {ladder.games}. Scenario: {ladder.scenario}. Seed: {ladder.seed}.",
        f"Program: bocage {ladder.program}.",
    ]
    for title, heads, rows in tables(ladder):
        lines += ["", f"## {title}", "", f"| {' | '.join(heads)} |", f"|{' --- |' * len(heads)}"]
        lines += [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join(lines) + "\n"


def _percent(score: Score) -> str:
    if not _games(score):
        return "-"
    return f"{score.share:.1%} ({score.low:.1%}–{score.high:.1%})"


def _seconds(seconds: float) -> str:
    return f"{seconds:.2f}" if seconds >= 0.1 else f"{seconds:.4f}"
