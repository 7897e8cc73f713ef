"""The observer of a match: what it counts is what happened, its luck is exact, and it changes nothing."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from typing import Any

import pytest

import bocage
from bocage.bots import make
from bocage.bots.seat import take
from bocage.engine.events import Event
from bocage.engine.matches.match import Match
from bocage.games.rhine.lab.notes import RUNGS
from bocage.games.roundup.lab.notes import WORTH
from bocage.lab.notes import Notes, notes_of
from bocage.lab.running.observing import Observer
from bocage.lab.running.playing import play_out
from bocage.lab.running.records import Job

GAMES = ("roundup", "storming", "rhine", "fortress", "festung")


def observed(slug: str, bot: str, seed: str, scenario: str = "campaign") -> tuple[Match, dict[str, Any]]:
    """A whole game with an observer."""
    match = bocage.new_match(slug, scenario=scenario, seed=seed)
    observer, player = Observer(match), make(bot, seed)
    while match.prompts:
        prompt = match.prompt
        action = player.choose(take(match, prompt.side))
        observer.before(prompt, action)
        observer.after(match.play(action, side=prompt.side))
    return match, observer.result()


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> tuple[Match, dict[str, Any]]:
    # Whoever plays cards at random never lands, and the Axis has won before anything has happened.
    return observed(request.param, "planner" if request.param == "festung" else "random", "observed")


def test_every_turn_is_kept_once_and_the_last_one_is_the_end(game: tuple[Match, dict[str, Any]]) -> None:
    match, result = game
    turns = [turn.turn for turn in result["history"]]
    assert turns == list(range(1, match.position.turn + 1))
    last = result["history"][-1]
    # Beach Heads, where a game has them, are no ground.
    ground = notes_of(match.game).control(match.game.look(match.position))["allied"]
    assert last.control == {"allied": f"{ground:x}"}
    assert ground & ~match.position.allied_control == 0
    look = match.game.look(match.position)
    assert last.units == {side: f"{look.occupied(side):x}" for side in match.game.sides}


def test_key_figures_are_those_of_the_position(game: tuple[Match, dict[str, Any]]) -> None:
    match, result = game
    figures = result["history"][-1].figures
    notes = notes_of(match.game)
    assert figures["ground"] == (match.position.allied_control & notes.land()).bit_count()
    assert set(figures) == {name for chart in notes.charts for name in chart.lines}, "each figure is in one chart"
    assert set(figures) == set(notes.figure_words)


def test_every_line_of_the_log_counts_for_its_case(game: tuple[Match, dict[str, Any]]) -> None:
    match, result = game
    told = Counter(event.rule for entry in (match.opening, *match.entries) for event in entry.events)
    assert told
    assert all(result["rules"][case] >= times for case, times in told.items() if case)


def test_losses_are_what_the_log_tells(game: tuple[Match, dict[str, Any]]) -> None:
    match, result = game
    notes = notes_of(match.game)
    lost = Counter[tuple[str, str, str]]()
    for entry in (match.opening, *match.entries):
        for event in entry.events:
            for unit, _ in notes.losses(event):
                lost[notes.owner(unit)] += 1
    kept = {
        (side, nation, kind): steps
        for side, nations in result["losses"].items()
        for nation, kinds in nations.items()
        for kind, steps in kinds.items()
    }
    assert set(kept) == set(lost)
    # A unit that is removed with two steps at once is told once and counts twice.
    assert all(lost[owner] <= steps <= 2 * lost[owner] for owner, steps in kept.items())
    assert all(kind in notes.kind_words and nation in notes.nation_words for _, nation, kind in kept)


def test_key_moments_have_words_and_a_turn(game: tuple[Match, dict[str, Any]]) -> None:
    match, result = game
    assert result["key_moments"]
    for moment, turn in result["key_moments"].items():
        assert moment in notes_of(match.game).moment_words
        assert 1 <= turn <= match.position.turn


@pytest.mark.parametrize("slug", GAMES)
def test_an_observer_changes_nothing(slug: str) -> None:
    job = Job(0, 0, slug, "campaign", {}, dict.fromkeys(bocage.game_class(slug).sides, "random"), "quiet")
    with_it, without = (play_out(job, observed=seen).record for seen in (True, False))
    assert with_it.position == without.position
    assert with_it.history
    assert not without.history


def test_a_battle_of_known_dice() -> None:
    """10 against 4 in polder is rolled on 1:1: ASR, AS, SM, EX, DR, DS; a six costs the German a step."""
    match = bocage.position(
        "roundup", turn=3, at="allied combat", weather="Clear", units="US-1 2208; US-2 2309; DE-712 2308",
        us_beachheads="1411", dice="6",
    )  # fmt: skip
    observer = Observer(match)
    for action in ("attack 2308", "join US-1", "join US-2", "roll"):
        observer.after(match.play(action))
    result = observer.result()
    assert result["losses"] == {"german": {"DE": {"infantry": 1}}}
    dice = result["dice"]["allied"]
    assert (dice.rolls, dice.pips) == (1, 6)
    assert dice.luck == pytest.approx(1 - -1 / 6)
    assert dice.variance == pytest.approx(3 / 6 - 1 / 36)
    assert result["dice"]["german"].rolls == 0
    assert result["rules"]["11.6"] == 1, "the shift for polder is at work"


def test_luck_is_measured_against_the_odds_that_the_game_foretells() -> None:
    """Battle by battle, bombers included: what came less what the forecast expected."""
    battles = Counter[str]()
    for number in range(6):
        battles += battles_of(f"luck/{number}")
    assert battles["roll"] > 20
    assert battles["bombers"] > 0


def battles_of(seed: str) -> Counter[str]:
    """Check the luck of each battle of a game; how they were fought."""
    match = bocage.new_match("roundup", seed=seed)
    player, notes = make("random", seed), notes_of(match.game)
    found = Counter[str]()
    while match.prompts:
        prompt = match.prompt
        action = player.choose(take(match, prompt.side))
        chances = {}
        if action.verb in ("roll", "bombers"):
            chances = match.game.forecast(match.position, prompt.side, bombers=action.verb == "bombers").chances
        entry = match.play(action, side=prompt.side)
        rolls = [roll for event in entry.events for roll in notes.rolls(event)]
        if not chances:
            assert not rolls
            continue
        (roll,) = rolls
        result = str(next(event for event in entry.events if event.kind == "battle").data[-1])
        mean = sum(float(chance) * WORTH[printed] for printed, chance in chances.items())
        spread = sum(float(chance) * (WORTH[printed] - mean) ** 2 for printed, chance in chances.items())
        assert roll.side == prompt.side
        assert roll.luck == pytest.approx(WORTH[result] - mean)
        assert roll.variance == pytest.approx(spread)
        found[action.verb] += 1
    return found


def test_fire_is_measured_against_all_faces_of_its_die() -> None:
    match = bocage.new_match("storming", seed="fire")
    notes = notes_of(match.game)
    column = match.game.data.fire_columns[4]
    table = match.game.data.fire[column]
    fire = Event("fire", "13.7.3", ("german", 9, column, ((1, "13.9.A", "because"),), 3, table[3]))
    (roll,) = notes.rolls(fire)
    expected = sum(table[min(face + 1, len(table)) - 1] for face in range(1, 7)) / 6
    assert (roll.side, roll.pips) == ("german", 3)
    assert roll.luck == pytest.approx(table[3] - expected)
    assert list(notes.cases(fire)) == ["13.9.A"]


def rhine_die(notes: Notes, rule: str, die: int, column: str, printed: str, shaken: bool = False) -> float:
    told = [
        Event("battle", "SEQ.5", ("allied", (1,), (1,), (2,))),
        Event("odds", "CRT.1", (6, 2, "3:1", (), "3:1", shaken)),
        Event("battle die", rule, (die, column, column, printed)),
    ]
    (roll,) = [roll for event in told for roll in notes.rolls(event)]
    assert roll.side == "allied"
    return roll.luck


def test_a_pressed_attack_is_measured_on_both_its_columns() -> None:
    game = bocage.new_match("rhine", seed="press").game
    notes, results, columns = notes_of(game), game.data.results, game.data.odds
    at = columns.index("3:1")
    steady = [RUNGS[printed] for printed in results["3:1"]]
    assert rhine_die(notes, "CRT.1", 6, "3:1", results["3:1"][5]) == pytest.approx(steady[5] - sum(steady) / 6)
    low, high = results[columns[at - 1]], results[columns[at + 1]]
    pressed = [RUNGS[printed] for printed in (*low[:3], *high[3:])]
    assert rhine_die(notes, "PRESS.3", 6, "3:1", high[5]) == pytest.approx(pressed[5] - sum(pressed) / 6)
    shaken = [RUNGS[printed] for printed in high]
    assert rhine_die(notes, "CRT.1", 1, "3:1", high[0], shaken=True) == pytest.approx(shaken[0] - sum(shaken) / 6)


@pytest.mark.parametrize("scenario", ["breakout", "final"])
def test_other_scenarios_are_observed_too(scenario: str) -> None:
    match, result = observed("storming", "random", "other", scenario)
    turns = [turn.turn for turn in result["history"]]
    assert turns == list(range(turns[0], match.position.turn + 1))
    assert all(turn.figures["ground"] <= notes_of(match.game).land().bit_count() for turn in result["history"])


def test_observing_needs_no_drawing() -> None:
    """Simulations and `bocage --help` stay light."""
    code = (
        "import sys, bocage.cli, bocage.lab.running.observing, bocage.games.rhine.lab.notes; "
        "sys.exit(' '.join({'matplotlib', 'numpy', 'duckdb', 'ray'} & set(sys.modules)) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
