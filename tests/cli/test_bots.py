"""Bots in the terminal: they say why, where that betrays nothing, and give advice."""

from __future__ import annotations

from pathlib import Path

import bocage
from bocage import bots
from bocage.terminal.thoughts import Advisors, Thoughts
from tests.cli.conftest import Run
from tests.cli.tables import in_order, position

START = ("play", "roundup", "--seed", "utah")
AGAINST = ("--allied", "planner", "--german", "human")


def test_the_bots_are_listed_with_what_they_are_like(run: Run) -> None:
    in_order(run("bots").stdout, "random ", "greedy ", "planner ", "search ", "planner:2, search:10")


def test_a_bot_says_why_after_what_it_did(run: Run) -> None:
    result = run(*START, *AGAINST, lines=["reasons 3", "reasons all", "quit"])
    in_order(
        result.stdout,
        "Meanwhile the Allies:", "“", "”", "('reasons ",
        "> reasons 3", ".",
        "> reasons all", "say how many, as in 'reasons 40'",
    )  # fmt: skip
    said = result.stdout.split("> reasons 3\n")[1].split("german>")[0]
    assert len([line for line in said.splitlines() if line[:5].strip().isdigit()]) == 3


def test_a_bot_can_be_told_to_be_quiet_and_stays_so(run: Run) -> None:
    result = run(*START, *AGAINST, "--quiet-bot", lines=["reasons", "quit"])
    assert "“" not in result.stdout
    assert "No bot has said anything." in result.stdout
    assert "--allied planner --german human --quiet-bot --load" in result.stdout


def test_where_sides_have_secrets_a_bot_gives_its_reasons_at_the_end(run: Run) -> None:
    result = run(
        "play", "rhine", "--allied", "human", "--german", "planner", "--seed", "utah", lines=["reasons", "quit"]
    )
    assert "“" not in result.stdout
    assert "In this game bots keep their reasons to the end." in result.stdout


def test_reasons_are_for_their_own_side_until_a_game_with_secrets_is_over() -> None:
    match = bocage.new_match("rhine", seed="utah")
    thoughts = Thoughts(match, wanted=True)
    german = bots.make("random", 1)
    for _ in range(3):
        bots.answer(match, german, "german")
        thoughts.add("german", german)
    (thought,) = thoughts.told("german")
    assert (thought.moment, thought.text) == (1, "I take any legal action.")
    assert thoughts.told("allied") == thoughts.told(None) == []
    match.concede("allied")
    assert thoughts.told("allied") == thoughts.told(None) == [thought]
    assert thoughts.told("allied", since=2) == []


def test_the_planner_advises_whoever_is_asked(run: Run) -> None:
    result = run(*START, lines=["advice", "advice greedy", "advice deep", "quit"])
    in_order(
        result.stdout,
        "> advice", "planner: ", "-beachhead ", "    I ",
        "> advice greedy", "greedy: ", "-beachhead ",
        "> advice deep", "there is no bot 'deep'",
        "Nothing was played.",
    )  # fmt: skip


def test_advice_is_given_from_what_the_side_may_know() -> None:
    units = "UK-1 1515; US-2 1619; UK-3 1719; US-3 1516; DE-156R 1618; DE-712 1914"
    given = []
    for strategy in (1, 4):
        match = bocage.position(
            "roundup", turn=3, at="allied order", units=units, options={"R27": True}, strategy=strategy,
            us_beachheads="1516 1619", uk_beachheads="1515 1719", seed="hidden",
        )  # fmt: skip
        advisors = Advisors(match)
        given.append(advisors.ask("allied", "planner"))
        assert advisors.ask("allied", "planner") == given[-1]
        assert match.moment == 0
    assert str(given[0]) == str(given[1])


def test_a_time_follows_the_name_of_a_bot_that_thinks(run: Run, tmp_path: Path) -> None:
    start = position(tmp_path, turn=10, at="german order", units="US-1 2010; DE-712 2109", us_beachheads="1308")
    result = run("play", "roundup", "--load", start, "--german", "search:0.1", lines=["quit"])
    assert result.exit_code == 0, result.stderr
    assert "The record of the game is" in result.stdout or "--german search:0.1" in result.stdout
