"""Stored games, one for each way in which a game can end and more, replayed bit for bit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from bocage.engine.matches.match import Entry, Match
from bocage.games.rhine.rules.look import members
from bocage.games.rhine.rules.position import RETURNS, STAYS, UNKNOWN
from bocage.rules import Question
from tests import storing
from tests.cases import rule
from tests.rhine.make_fixtures import FOLDER, GAMES, depends_on_options, fits, play, verbs
from tests.storing import kinds

FILES = sorted(path.name for path in FOLDER.glob("*.txt"))
ENDS = {
    ("allied", "across the Rhine in strength, with Paris and Brussels", "WIN.1"),
    ("german", "the Allies have not crossed the Rhine in time", "WIN.5"),
    ("german", "the Allies have not crossed the Rhine in time", "SR.5"),
    ("german", "allied concedes", "NOTE.3"),
    ("allied", "german concedes", "NOTE.3"),
}
# The whole south edge would have to be barred on turn 5 (ruling R58).
NEVER_TOLD = {"reinforcement waits"}


def load(name: str) -> Match:
    """A stored game, read once; the tests only look at it."""
    return storing.load(FOLDER / name)


def walk(match: Match) -> Iterator[tuple[Match, Entry]]:
    """The same match played once more: how it stands before each entry, and the entry."""
    again = Match(match.game, seed=match.seed, start=match.start)
    for entry in match.entries:
        yield again, entry
        again.repeat(entry)


def turns(match: Match) -> list[int]:
    """The turns in which the Allies began a player-turn, in order."""
    events = [event for entry in (match.opening, *match.entries) for event in entry.events]
    return [event.data[1] for event in events if event.kind == "player turn" and event.data[0] == "allied"]


def test_each_way_to_end_a_game_has_its_stored_game() -> None:
    assert sorted(f"{name}.txt" for name in GAMES) == FILES
    assert {(game.winner, game.level, game.rule) for game in GAMES.values()} == ENDS


@pytest.mark.parametrize("name", FILES)
def test_a_stored_game_replays_to_its_hashes(name: str) -> None:
    wanted = GAMES[name.removesuffix(".txt")]
    storing.replays(FOLDER / name, wanted, fits, 1)


@pytest.mark.parametrize("name", FILES)
def test_a_stored_game_proves_its_dice(name: str) -> None:
    assert storing.proven(load(name)) >= GAMES[name.removesuffix(".txt")].battles


# What the Allies may read


def hidden(match: Match) -> set[int]:
    """The Germans of whom the Allies do not know where they are."""
    if match.outcome is not None:
        return set()
    look = match.inquire("german")
    if match.game.phase(match.position) == "german set-up":
        return set(members(look.game.set_up_units))
    return {unit for node in look.game.board.nodes(look.concealed()) for unit in look.stack(node)}


@cache
def name_of(name: str) -> re.Pattern[str]:
    """A unit's name or id, and not the end of a longer one."""
    return re.compile(rf"(?<![\w.-]){re.escape(name)}(?!\w)")


def named(game: Any, units: set[int], text: str) -> list[str]:
    """Those of some units that a text names."""
    counters = [game.counters[unit] for unit in sorted(units)]
    return [
        counter.id for counter in counters if name_of(counter.name).search(text) or name_of(counter.id).search(text)
    ]


@pytest.mark.parametrize("name", FILES)
@rule("SET.7", "SR.4")
def test_no_line_for_the_allies_names_what_lies_concealed_from_them(name: str) -> None:
    match = load(name)
    game = match.game
    before: set[int] = set()
    for stands, _ in walk(match):
        now = hidden(stands)
        if stands.entries:
            events = [event for event in stands.entries[-1].events if event.seen_by("allied")]
            told = [game.sentence(event) for event in events]
            # Whoever came out or went into hiding in this very entry was seen doing so; so was whoever was turned up
            # (R44) where another face-down piece lies and conceals him (R40).
            turned = {event.data[0] for event in events if event.kind == "turned up"}
            assert not named(game, (before & now) - turned, " ".join(told)), f"entry {stands.moment}: {told}"
        asked = stands.prompts.get("allied")
        if asked is not None and now:
            shown = " ".join([asked.text, *asked.warnings, *map(str, asked.actions)])
            assert not named(game, now, shown), f"moment {stands.moment}: {asked.text}"
            seen = stands.inquire("allied").position
            assert {seen.units[unit].at for unit in now} == {UNKNOWN}
        before = now


@pytest.mark.parametrize("name", FILES)
@rule("SET.7", "SR.4")
def test_lines_for_german_eyes_are_in_no_record_of_the_allies(name: str) -> None:
    match = load(name)
    secret = {
        (match.moment_of("german", number), match.game.sentence(event))
        for number, entry in enumerate((match.opening, *match.entries))
        for event in entry.events
        if event.eyes is not None and "allied" not in event.eyes
    }
    everything = {(number, line) for number, _, line in match.log("german")}
    for side in ("allied", None):
        # Each side has its own count of moments.
        meant = {moment: match.moments_behind(side, moment)[0] for moment, _, _ in match.log(side)}
        read = {(match.moment_of("german", meant[moment]), line) for moment, _, line in match.log(side)}
        assert not secret & read
        assert read | secret == everything
    assert bool(secret) == (match.start is None)  # every set-up has its secrets
    seen = match.text("allied")
    assert match.seed is not None
    assert match.seed not in seen
    assert "Your record" not in seen
    assert "(It is " not in seen
    assert " is set up at " not in seen


# What the games are about


def test_together_the_games_tell_of_everything_that_can_happen() -> None:
    told = {kind for name in FILES for kind in kinds(load(name))}
    assert set(load(FILES[0]).game.sentences) - told == NEVER_TOLD


def test_together_the_games_ask_every_question_and_use_every_verb() -> None:
    game = load(FILES[0]).game
    asked = {stands.prompt.step for name in FILES for stands, _ in walk(load(name)) if stands.prompts}
    assert asked == {name for name, step in game.steps.items() if isinstance(step, Question)}
    assert {verb for name in FILES for verb in verbs(load(name))} == set(game.actions.verbs)


def test_all_ends_but_one_are_the_ends_of_whole_games() -> None:
    assert [name for name, wanted in GAMES.items() if wanted.start is not None] == ["allied-rhine-from-its-bank"]


@rule("WIN.1", "WIN.2", "WIN.3", "WIN.4")
@pytest.mark.parametrize("name", [name for name in FILES if name.startswith("allied-rhine")])
def test_the_allies_won_with_four_units_a_city_paris_and_brussels(name: str) -> None:
    match = load(name)
    position, game = match.position, match.game
    look = match.inquire()
    over = [
        unit
        for unit in members(look.units_in(game.data.across_rhine, "allied") & ~position.disrupted & ~game.dumps)
        if look.supply(unit) in ("full", "short")
    ]
    assert len(over) >= 4
    assert look.hexes_of(over) & game.data.major_cities
    held = game.paris | game.brussels
    assert position.allied_control & held == held
    assert position.paris_passed
    assert position.brussels_passed


@rule("WIN.5", "SET.7")
def test_a_whole_campaign_begins_with_pieces_face_down_and_goes_through_fourteen_turns() -> None:
    match = load("german-last-turn.txt")
    assert turns(match) == list(range(1, 15))
    for stands, entry in walk(match):
        if entry.action is not None and entry.action.verb == "end":
            assert stands.game.phase(stands.position) == "german set-up"
            assert stands.position.face_down.bit_count() >= 8
            break
    assert {"place", "hide", "deploy"} <= verbs(match)
    assert "set up as suggested" not in kinds(match)


@rule("NB.5", "NB.6")
def test_another_campaign_has_the_suggested_set_up_and_a_second_d_day() -> None:
    match = load("german-last-turn-as-suggested.txt")
    assert kinds(match).count("set up as suggested") >= 1
    assert match.position.turn == 14
    assert 3 <= match.position.second_landing_turn <= 14
    assert match.position.second_beaches
    assert not match.position.second_beaches & match.position.first_beaches
    assert match.position.naval == match.position.second_beaches


def test_the_counteroffensive_comes_with_the_blitz_and_ruthlessness() -> None:
    match = load("german-counteroffensive.txt")
    position = match.position
    assert position.reserve_turn == 5
    assert position.blitz_turn == position.ruthless_turn == 7
    assert (position.reserve_record, position.reserve_back) == (RETURNS, True)
    told = kinds(match)
    assert told.index("reserve withdrawn") < told.index("blitz") < told.index("counteroffensive")


@rule("SB.5", "WIN.5")
@pytest.mark.parametrize("name", [name for name in FILES if "bombing" in name])
def test_bombing_took_a_turn_off_the_game_for_each_pair(name: str) -> None:
    match = load(name)
    bombings, turn = match.position.bombings, match.position.turn
    assert kinds(match).count("bombardier") >= bombings >= 2
    last = 14 - bombings // 2 - (2 if match.position.reserve_record == STAYS else 0)
    if name == "german-bombing-past-the-last-turn.txt":
        # The last bombs fell on what was then the last turn: the game ended with it, and no earlier.
        assert turn == last + 1
        assert bombings % 2 == 0
        assert match.position.bombing_turn == turn
    else:
        assert turn == last


@rule("SR.4", "SR.5")
@pytest.mark.parametrize("name", [name for name in FILES if name.startswith("german-reserve")])
def test_the_record_is_opened_when_the_game_ends_and_not_before(name: str) -> None:
    match = load(name)
    assert kinds(match)[-2:] == ["record opened", "won"]
    assert match.position.reserve_record == STAYS
    for stands, _ in walk(match):
        if stands.position.reserve_turn:
            shown = stands.view("allied")
            assert shown["strategic_reserve"]["record"] == "sealed"
            assert shown["last_turn"] == 14 - stands.position.bombings // 2
            if stands.position.turn > stands.position.reserve_turn:
                break


def test_one_game_is_played_with_both_options_and_cannot_be_replayed_without_either() -> None:
    (name,) = [name for name, wanted in GAMES.items() if wanted.options]
    match = load(f"{name}.txt")
    assert match.game.options == {"R5": True, "R11": True}
    assert depends_on_options(match)


def test_the_restless_games_have_undos_and_rollbacks() -> None:
    storing.have_undos_and_rollbacks(load(f"{name}.txt") for name, wanted in GAMES.items() if wanted.restless)


@pytest.mark.parametrize("name", [name for name in FILES if "concede" in name])
def test_either_side_gives_up_while_the_other_is_asked(name: str) -> None:
    match = load(name)
    assert match.outcome is not None
    asked = [sorted(stands.prompts) for stands, entry in walk(match) if entry.word == "concede"]
    assert asked == [[match.outcome.winner]]
    assert match.entries[-1].side != match.outcome.winner


def test_the_same_seed_makes_the_same_game() -> None:
    wanted = GAMES["allied-germans-concede"]
    assert play(wanted, 3).text() == play(wanted, 3).text()


def test_the_stored_games_stay_small() -> None:
    sizes = [(FOLDER / name).stat().st_size for name in FILES]
    assert max(sizes) < 300_000
    assert sum(sizes) < 2_000_000
