"""The odds laboratory: do forecasts agree with what happens when the dice are really rolled?

Positions are taken from games that bots play and from arranged ones. In each an attack is chosen, its exact chances are
asked for as a player would, and then the same attack is rolled many times through the ordinary steps of the game, each
time with a dice key of its own. A forecast ends where a player decides (who takes a loss, where a unit retreats); there
the comparison ends too. How counts and chances are compared is told in `chances.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

import bocage
from bocage import bots, shelf
from bocage.engine.errors import BadInput
from bocage.engine.matches.match import Match
from bocage.lab.attacks import Attacks, Case, Request, at, attacks_of
from bocage.lab.measuring.chances import ALARM, SIGMAS, Cell, Fit, beyond, cells, fit, impossible, most, together

POSITIONS = 500
ROLLS = 400
FROM_ONE_GAME = 8  # positions at most, so that they come from many games
OFTEN = 0.25  # how often a moment with a possible attack is taken
OPTION_CHANCE = 0.15  # that an optional rule is in force
WORST = 8  # cells that are shown
LONGEST = 20_000  # answers after which a game of wanderers is given up
RANDOM, ARRANGED, PLANNER = "random", "arranged", "planner"
ORIGINS = (RANDOM, ARRANGED, PLANNER)  # where positions come from, in turns


class Trial(NamedTuple):
    """One attack that was rolled many times: what is read -> its cells."""

    number: int
    origin: str
    case: Case
    tables: Mapping[str, list[Cell]]
    impossible: tuple[str, ...]


class Worst(NamedTuple):
    """A cell that is far out."""

    trial: Trial
    reading: str
    cell: Cell


class Reading(NamedTuple):
    """What was found for one thing that is read off attacks, such as the printed result."""

    name: str
    tables: int
    cells: int
    within: tuple[float, float, float]  # the share of cells within one, two and three standard deviations
    beyond: int  # cells beyond three
    expected: float  # cells that would be expected there
    off: float  # standard deviations of the sum of all chi-squares
    tail: float


class Finding(NamedTuple):
    """What a study found, and what speaks against the forecasts."""

    game: str
    positions: int
    rolls: int
    origins: Mapping[str, int]
    asked: Mapping[str, int]
    readings: tuple[Reading, ...]
    beyond: int  # positions with a cell beyond three standard deviations
    allowed: int
    expected: float
    worst: tuple[Worst, ...]
    troubles: tuple[str, ...]

    @property
    def agrees(self) -> bool:
        """Do forecasts and dice agree?"""
        return not self.troubles


# Positions


def some_options(game: str, scenario: str, random: Random) -> dict[str, Any]:
    """Some optional rules of a scenario that go together; half of the time none."""
    if random.random() < 0.5:
        return {}
    catalogue = {name: option for name, option in shelf.options(game).items() if option.offered_in(scenario)}
    chosen: dict[str, Any] = {}
    for name, option in catalogue.items():
        values = [value for value in option.values if value != option.default]
        if values and random.random() < OPTION_CHANCE and not set(option.excludes) & set(chosen):
            chosen[name] = random.choice(values)
    try:
        bocage.new_match(game, scenario=scenario, options=chosen, seed="")
    except BadInput:
        return {}  # they do not go together after all
    return chosen


def cases(game: str, count: int, seed: str, origins: tuple[str, ...] = ORIGINS) -> Iterator[tuple[str, Match, Case]]:
    """So many attacks: where the position comes from, a match with its game, and the attack."""
    attacks = attacks_of(game)
    found = source = 0
    while found < count:
        random = Random(f"{seed}/{source}")
        origin = origins[source % len(origins)]
        walk = _arranged(game, attacks, random) if origin == ARRANGED else _played(game, attacks, random, origin)
        for match, case in walk:
            yield origin, match, case
            found += 1
            if found == count:
                return
        source += 1


def _arranged(game: str, attacks: Attacks, random: Random) -> Iterator[tuple[Match, Case]]:
    first = next(iter(bocage.game_class(game).scenarios))
    for _ in range(FROM_ONE_GAME):
        match = attacks.arranged(random, some_options(game, first, random))
        case = attacks.find(match, random)
        if case is not None:
            yield match, case


def _played(game: str, attacks: Attacks, random: Random, who: str) -> Iterator[tuple[Match, Case]]:
    """Attacks that come up while bots play. Half of the wanderers choose a verb first, which makes for quick phases."""
    scenario = random.choice(sorted(bocage.game_class(game).scenarios))
    options = some_options(game, scenario, random)
    match = bocage.new_match(game, scenario=scenario, options=options, seed=str(random.random()))
    players = {side: bots.make(who, str(random.random())) for side in match.game.sides} if who != RANDOM else {}
    by_verb = random.random() < 0.5
    found = 0
    while match.prompts and match.moment < LONGEST:
        if random.random() < OFTEN and (case := attacks.find(match, random)) is not None:
            yield match, case
            found += 1
            if found == FROM_ONE_GAME:
                return
        prompt = match.prompt
        if players:
            bots.answer(match, players[prompt.side], prompt.side)
        else:
            verbs = prompt.verbs()
            listed = verbs[random.choice(list(verbs))] if by_verb else prompt.actions
            match.play(random.choice(listed), side=prompt.side)


# Rolling


def simulate(
    match: Match, case: Case, rolls: int, seed: str, attacks: Attacks | None = None
) -> dict[str, Counter[str]]:
    """Roll an attack many times: what is read -> result -> how often it came."""
    attacks = attacks or attacks_of(match.game.slug)
    counts: dict[str, Counter[str]] = {reading: Counter() for reading in case.exact}
    for number in range(rolls):
        for reading, result in attacks.roll(at(match, case, f"{seed}/{number}"), case).items():
            counts[reading][result] += 1
    return counts


def try_out(number: int, origin: str, match: Match, case: Case, rolls: int, seed: str) -> Trial:
    """Roll an attack and put the counts beside the chances."""
    counts = simulate(match, case, rolls, seed)
    tables = {reading: cells(exact, counts[reading]) for reading, exact in case.exact.items()}
    never = [
        f"{reading}: {result}" for reading in counts for result in impossible(case.exact[reading], counts[reading])
    ]
    return Trial(number, origin, case, tables, tuple(never))


def run(
    game: str,
    positions: int = POSITIONS,
    rolls: int = ROLLS,
    seed: str = "1",
    progress: Callable[[int, int], object] | None = None,
    origins: tuple[str, ...] = ORIGINS,
) -> Finding:
    """Compare forecasts with dice in so many positions of a game."""
    trials = []
    for number, (origin, match, case) in enumerate(cases(game, positions, seed, origins), 1):
        trials.append(try_out(number, origin, match, case, rolls, f"{seed}/{number}"))
        if progress is not None:
            progress(number, positions)
    return judge(game, rolls, trials)


# Judging


def judge(game: str, rolls: int, trials: list[Trial]) -> Finding:
    """Do the counts of all trials agree with the chances? The questions are those of `chances.py`."""
    open_cells = [
        Worst(trial, reading, cell)
        for trial in trials
        for reading, table in trial.tables.items()
        for cell in table
        if 0 < cell.chance < 1
    ]
    troubles = [
        f"position {trial.number} ({trial.case.words}): {result} came, and it has no chance"
        for trial in trials
        for result in trial.impossible
    ]
    troubles += [
        f"position {trial.number} ({trial.case.words}): the chances of {reading} add up to {sum(table.values())}"
        for trial in trials
        for reading, table in trial.case.exact.items()
        if sum(table.values()) != 1
    ]
    risks: dict[int, float] = {}
    far: set[int] = set()
    for found in open_cells:
        number = found.trial.number
        risks[number] = risks.get(number, 0.0) + beyond(found.cell.rolls, found.cell.chance)
        if abs(found.cell.sigmas) > SIGMAS:
            far.add(number)
    allowed = most([min(1.0, risk) for risk in risks.values()])
    if len(far) > allowed:
        troubles.append(f"{len(far)} positions have a result beyond three sigma; at most {allowed} may")
    worst = sorted(open_cells, key=lambda found: found.cell.tail)[:WORST]
    troubles += [_far_words(found) for found in worst if found.cell.tail * len(open_cells) < ALARM]
    readings, more = _readings(trials, open_cells)
    troubles += more
    return Finding(
        game=game,
        positions=len(trials),
        rolls=rolls,
        origins=Counter(trial.origin for trial in trials),
        asked=Counter(trial.case.asked for trial in trials),
        readings=tuple(readings),
        beyond=len(far),
        allowed=allowed,
        expected=sum(min(1.0, risk) for risk in risks.values()),
        worst=tuple(worst),
        troubles=tuple(troubles),
    )


def _readings(trials: list[Trial], open_cells: list[Worst]) -> tuple[list[Reading], list[str]]:
    names = list(dict.fromkeys(reading for trial in trials for reading in trial.tables))
    fits: dict[str, list[Fit]] = {name: [] for name in names}
    troubles = []
    tables = sum(len(trial.tables) for trial in trials)
    for trial in trials:
        for name, table in trial.tables.items():
            found = fit(table)
            fits[name].append(found)
            if found.tail * tables < ALARM:
                troubles.append(
                    f"position {trial.number} ({trial.case.words}): {name} has a chi-square of {found.square:.1f} "
                    f"with {found.freedom} degrees of freedom"
                )
    readings = []
    for name in names:
        mine = [found.cell for found in open_cells if found.reading == name]
        sizes = [abs(cell.sigmas) for cell in mine]
        within = [sum(size <= limit for size in sizes) / len(sizes) if sizes else 1.0 for limit in (1, 2, 3)]
        off, tail = together(fits[name])
        if tail < ALARM:
            how = "large" if off > 0 else "small"
            troubles.append(f"{name}: the chi-squares of all positions are together too {how} ({off:+.1f} sigma)")
        readings.append(
            Reading(
                name,
                len(fits[name]),
                len(mine),
                (within[0], within[1], within[2]),
                sum(size > SIGMAS for size in sizes),
                sum(beyond(cell.rolls, cell.chance) for cell in mine),
                off,
                tail,
            )
        )
    return readings, troubles


def _far_words(found: Worst) -> str:
    cell = found.cell
    return (
        f"position {found.trial.number} ({found.trial.case.words}): {found.reading} {cell.result} has the chance "
        f"{cell.chance} and came {cell.seen} times of {cell.rolls} ({cell.sigmas:+.1f} sigma)"
    )


# Words


Table = tuple[str, list[str], list[list[str]]]


def tables(finding: Finding) -> list[Table]:
    """A finding as tables: title, heads, rows."""
    origins = ", ".join(f"{count} {origin}" for origin, count in sorted(finding.origins.items()))
    asked = ", ".join(f"{count} {kind}" for kind, count in sorted(finding.asked.items()))
    title = (
        f"{finding.game}: {finding.positions} positions ({origins}; {asked} attacks), {finding.rolls} rolls each, "
        f"{finding.positions * finding.rolls:,} battles"
    )
    heads = ["what is read", "tables", "cells", "within 1σ", "2σ", "3σ", "beyond 3σ", "expected", "all chi-squares"]
    rows = [
        [
            found.name,
            str(found.tables),
            str(found.cells),
            *(f"{share:.1%}" for share in found.within),
            str(found.beyond),
            f"{found.expected:.1f}",
            f"{found.off:+.2f}σ",
        ]
        for found in finding.readings
    ]
    worst = [
        [
            str(found.trial.number),
            found.trial.origin,
            found.trial.case.asked,
            found.trial.case.words,
            f"{found.reading} {found.cell.result}",
            str(found.cell.chance),
            f"{found.cell.seen}/{found.cell.rolls}",
            f"{found.cell.sigmas:+.2f}",
        ]
        for found in finding.worst
    ]
    return [
        (title, heads, rows),
        ("The worst cells", ["no.", "from", "asked", "attack", "result", "exact", "rolled", "σ"], worst),
    ]


def plain(finding: Finding) -> dict[str, Any]:
    """A finding as plain data, for scripts."""
    return {
        "game": finding.game,
        "positions": finding.positions,
        "rolls": finding.rolls,
        "from": dict(finding.origins),
        "asked": dict(finding.asked),
        "readings": [found._asdict() for found in finding.readings],
        "beyond": finding.beyond,
        "expected": finding.expected,
        "allowed": finding.allowed,
        "agrees": finding.agrees,
        "troubles": list(finding.troubles),
    }


def verdict(finding: Finding) -> str:
    """A finding in a sentence or two."""
    count = f"{finding.beyond} of {finding.positions} positions have a result beyond three sigma"
    bound = f"at most {finding.expected:.1f} are expected and {finding.allowed} allowed"
    if finding.agrees:
        return f"Forecasts and dice agree: {count}; {bound}. Nothing impossible was rolled."
    return f"Forecasts and dice DISAGREE ({count}; {bound}): " + "; ".join(finding.troubles) + "."


def beside(case: Case, counts: Mapping[str, Mapping[str, int]]) -> list[Table]:
    """For one attack: the exact chances beside what was rolled."""
    found: list[Table] = []
    for reading, exact in case.exact.items():
        rows = [
            [
                cell.result,
                str(cell.chance),
                f"{float(cell.chance):.1%}",
                f"{cell.seen / cell.rolls:.1%}",
                f"{cell.sigmas:+.1f}",
            ]
            for cell in cells(exact, counts[reading])
        ]
        rows += [
            [result, "0", "0.0%", f"{counts[reading][result] / sum(counts[reading].values()):.1%}", "impossible"]
            for result in impossible(exact, counts[reading])
        ]
        found.append((f"{case.words}: {reading}", ["result", "exact", "", "rolled", "σ"], rows))
    return found


def one(match: Match, request: Request, rolls: int, seed: str) -> tuple[Case, dict[str, Counter[str]]]:
    """The attack that a user asks about: its exact chances, and how often each result came."""
    if not match.prompts:
        raise BadInput("the game is over, so nobody attacks any more")
    case = attacks_of(match.game.slug).named(match, request)
    return case, simulate(match, case, rolls, seed)
