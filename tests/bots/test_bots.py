"""What every bot does: it chooses from the list, knows only what its side may know, and comes to an end."""

from __future__ import annotations

import random
import time
from random import Random
from typing import Any

import pytest

import bocage
from bocage import bots
from bocage.bots.ladder import GreedyBot, PlannerBot, RandomBot, SearchBot
from bocage.bots.seat import Seat, take
from bocage.engine.dice import KeyedDice
from bocage.engine.matches.match import Match
from tests.engine import toy

RUNGS = ("random", "greedy", "planner", "search")
QUICK = "search:0.05"  # thinks, but not for long


def finish(match: Match, players: dict[str, bots.Bot], limit: int = 20_000) -> int:
    """Play to the end; every answer must be on the list."""
    answers = 0
    while match.prompts:
        side = match.prompt.side
        action = players[side].choose(take(match, side))
        assert action in match.prompt.actions
        match.play(action)
        answers += 1
        assert answers < limit, "the bots go in circles"
    return answers


# Names and times


def test_the_ladder_has_four_rungs_the_weakest_first() -> None:
    assert bots.names()[:4] == ["random", "greedy", "planner", "search"]
    made = [type(bots.make(name, 1)) for name in RUNGS]
    assert made == [RandomBot, GreedyBot, PlannerBot, SearchBot]
    assert all(bots.about(name).endswith(".") for name in RUNGS)


@pytest.mark.parametrize("ask", [lambda name: bots.make(name, 1), bots.known])
def test_an_unknown_bot_is_refused_in_a_sentence(ask: Any) -> None:
    with pytest.raises(bocage.BadInput, match="there is no bot 'deep'; there are: random, greedy, planner, search"):
        ask("deep")


def test_the_planner_still_answers_to_the_name_it_had_before() -> None:
    assert isinstance(bots.make("simple", 1), PlannerBot)
    said = (bots.known("simple"), bots.seconds("simple"), bots.about("simple"))
    assert said == ("planner", 1.0, bots.about("planner"))
    assert "simple" not in bots.names()


@pytest.mark.parametrize(
    ("name", "known", "seconds"),
    [
        ("random", "random", 0.0),
        ("greedy", "greedy", 0.0),
        ("planner", "planner", 1.0),
        ("search", "search", 5.0),
        ("search:10", "search:10", 10.0),
        ("search:0.50", "search:0.5", 0.5),
        ("simple:2", "planner:2", 2.0),
    ],
)
def test_bots_that_think_can_be_given_a_time(name: str, known: str, seconds: float) -> None:
    assert (bots.known(name), bots.seconds(name)) == (known, seconds)
    bots.make(name, 1)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("search:soon", "after 'search:' stand the seconds that it may think in a player-turn, not 'soon'"),
        ("search:0", "not '0'"),
        ("search:-1", "not '-1'"),
        ("search:nan", "not 'nan'"),
        ("planner:86400", "not '86400'"),
        ("greedy:5", "only planner and search can be given a time, not 'greedy'"),
    ],
)
@pytest.mark.parametrize("ask", [lambda name: bots.make(name, 1), bots.known])
def test_a_time_that_makes_no_sense_is_refused(ask: Any, name: str, sentence: str) -> None:
    with pytest.raises(bocage.BadInput) as refused:
        ask(name)
    assert sentence in str(refused.value)


def test_a_bot_whose_time_has_run_out_still_answers_from_the_list() -> None:
    ticks = iter(range(0, 10**9, 100))
    for name in ("planner", "search"):
        match = bocage.new_match("roundup", seed="late")
        bot = bots.make(name, 1, clock=lambda: float(next(ticks)))
        for _ in range(12):
            if match.prompt.side != "allied":
                break
            action = bot.choose(take(match, "allied"))
            assert action in match.prompt.actions
            match.play(action)
        assert match.moment > 5


# Reasons


class Silent:
    """A bot that gives no reasons."""

    def choose(self, seat: Seat) -> bocage.Action:
        return seat.prompt.actions[0]


def test_a_bot_need_not_give_reasons() -> None:
    bot = Silent()
    bots.answer(bocage.new_match("roundup", seed="silent"), bot)
    assert bots.reason(bot) == ""


@pytest.mark.parametrize("name", ["random", "greedy", "planner", QUICK])
@pytest.mark.parametrize("game", ["roundup", "storming", "rhine", "fortress", "festung"])
def test_every_rung_can_say_why_in_one_line(game: str, name: str) -> None:
    match = bocage.new_match(game, seed="reasons")
    players = {side: bots.make(name, side) for side in match.game.sides}
    assert bots.reason(players["allied"]) in ("", "I take any legal action."), "nothing was chosen yet"
    said = set()
    for _ in range(120):
        side = match.prompt.side
        bots.answer(match, players[side], side)
        text = bots.reason(players[side])
        assert "\n" not in text
        assert text == text.strip()
        said.add(text)
    wanted = 1 if name == "random" else 4
    assert len(said - {""}) >= wanted


# Answers


def test_answer_asks_the_side_that_decides_and_plays_what_it_chose() -> None:
    match = bocage.new_match("roundup", seed="answer")
    asked: list[str] = []

    class Last:
        def choose(self, seat: Seat) -> bocage.Action:
            asked.append(seat.side)
            return seat.prompt.actions[-1]

    wanted = match.prompt.actions[-1]
    entry = bots.answer(match, Last())
    assert asked == ["allied"]
    assert entry.action is wanted
    assert match.moment == 1


def test_a_bot_that_invents_an_action_is_refused() -> None:
    match = bocage.new_match("roundup", seed="cheat")

    class Cheat:
        def choose(self, seat: Seat) -> bocage.Action:
            return seat.look.game.actions.find("move 2114")

    with pytest.raises(bocage.Refusal):
        bots.answer(match, Cheat())
    assert match.moment == 0


def test_the_random_bot_has_dice_of_its_own() -> None:
    match = bocage.new_match("roundup", seed="own dice")
    seat = take(match, "allied")
    actions = seat.prompt.actions
    random.seed(1)
    before = random.getstate()
    bot, dice = bots.make("random", "seed"), Random("seed")
    assert [bot.choose(seat) for _ in range(20)] == [dice.choice(actions) for _ in range(20)]
    assert random.getstate() == before


def test_the_random_bot_chooses_everything_on_the_list() -> None:
    match = bocage.position("roundup", turn=2, at="allied order", units="US-1 2010; DE-712 2109")
    seat = take(match, "allied")
    bot = bots.make("random", 3)
    assert {str(bot.choose(seat)) for _ in range(60)} == {"move-first", "combat-first"}


@pytest.mark.parametrize(("allied", "german"), [("random", "greedy"), ("greedy", "planner"), ("planner", QUICK)])
def test_whole_games_choose_from_the_list_and_end(allied: str, german: str) -> None:
    match = bocage.new_match("roundup", seed=f"{allied} {german}")
    answers = finish(match, {"allied": bots.make(allied, 1), "german": bots.make(german, 2)})
    assert answers > 200
    assert match.outcome is not None
    assert match.position.turn == 10


@pytest.mark.parametrize("game", [1, 2])
def test_the_planner_beats_random_as_the_allies(game: int) -> None:
    match = bocage.new_match("roundup", seed=f"for the allies {game}")
    finish(match, {"allied": bots.make("planner", game), "german": bots.make("random", game)})
    assert match.outcome is not None
    assert match.outcome.winner == "allied"


@pytest.mark.parametrize("game", [1, 2])
def test_the_planner_beats_random_as_the_germans(game: int) -> None:
    match = bocage.new_match("roundup", seed=f"for the germans {game}")
    finish(match, {"allied": bots.make("random", game), "german": bots.make("planner", game)})
    assert match.outcome is not None
    assert match.outcome.winner == "german"


def test_a_game_with_every_option_on_ends_too() -> None:
    options: dict[str, Any] = {f"15.{number}": True for number in range(2, 21)}
    options |= {"13.3": "chosen", "R27": True, "R35": True}
    match = bocage.new_match("roundup", options=options, seed="everything")
    finish(match, {"allied": bots.make("planner", 1), "german": bots.make("planner", 2)})
    assert match.outcome is not None


@pytest.mark.long
@pytest.mark.parametrize("sides", [("planner", "random"), ("random", "planner")])
def test_the_planner_wins_nine_games_of_ten_that_are_not_drawn(sides: tuple[str, str]) -> None:
    from bocage.lab.running import simulate

    report = simulate.run("roundup", 100, sides, seed="soak", processes=2)
    assert report["errors"] == report["dead_ends"] == 0
    own = "allied" if sides[0] == "planner" else "german"
    won = sum(count for outcome, count in report["outcomes"].items() if outcome.startswith(own))
    decided = sum(count for outcome, count in report["outcomes"].items() if outcome != "draw")
    assert decided >= 80
    assert won >= 0.9 * decided


def test_the_planner_takes_at_most_a_second_a_player_turn() -> None:
    match = bocage.new_match("roundup", seed="clock")
    players = {side: bots.make("planner", side) for side in match.game.sides}
    spent: dict[tuple[int, str], float] = {}
    while match.prompts and match.position.turn < 7:
        side = match.prompt.side
        start = time.process_time()
        action = players[side].choose(take(match, side))
        turn = (match.position.turn, side)
        spent[turn] = spent.get(turn, 0.0) + time.process_time() - start
        match.play(action)
    assert max(spent.values()) < 1.0


@pytest.mark.parametrize("name", ["greedy", "planner", QUICK])
def test_the_same_seed_plays_the_same_game(name: str) -> None:
    records = []
    for _ in range(2):
        match = bocage.new_match("roundup", seed="again")
        players = {side: bots.make(name, side) for side in match.game.sides}
        while match.position.turn < 3:
            bots.answer(match, players[match.prompt.side])
        records.append(match.text())
    assert records[0] == records[1]


# What a bot gets


def _reachable(thing: Any) -> list[Any]:
    """Everything that can be got at from a thing by attributes and containers."""
    seen: dict[int, Any] = {}
    todo = [thing]
    while todo:
        item = todo.pop()
        if id(item) in seen or isinstance(item, (type, str, int, float)) or callable(item):
            continue
        seen[id(item)] = item
        if isinstance(item, dict):
            todo += [*item.keys(), *item.values()]
        elif isinstance(item, (list, tuple, set, frozenset)):
            todo += list(item)
        else:
            names = [name for kind in type(item).__mro__ for name in getattr(kind, "__slots__", ())]
            names += getattr(type(item), "__struct_fields__", ())
            todo += [getattr(item, name) for name in names if hasattr(item, name)]
            todo += list(getattr(item, "__dict__", {}).values())
    return list(seen.values())


def test_a_bot_gets_neither_the_match_nor_the_dice_nor_the_key() -> None:
    match = bocage.new_match("roundup", seed="secret")
    seat = take(match, "allied")
    seat.view()
    things = _reachable([seat, seat.look, seat.prompt])
    assert match.position.units in things  # the search does look inside
    assert not any(isinstance(thing, (Match, KeyedDice)) for thing in things)
    assert not any(thing == match.key for thing in things if isinstance(thing, bytes))


def test_a_bot_may_scribble_on_its_look_without_changing_the_match() -> None:
    match = bocage.new_match("roundup", seed="scribble")
    before = match.position_hash
    look = take(match, "allied").look
    look.position.units.clear()
    look.position.turn = 9
    look.position.frames.clear()
    assert match.position_hash == before


def test_a_seat_tells_the_side_its_view_its_question_and_the_odds() -> None:
    match = bocage.position("roundup", turn=2, at="allied combat", units="US-1 2010; US-2 2011; DE-712 2109")
    seat = take(match, "allied")
    assert (seat.game, seat.side, seat.phase) == ("roundup", "allied", "allied combat")
    assert seat.view()["turn"] == 2
    assert [str(action) for action in seat.prompt.actions] == ["attack 2109", "end"]
    assert seat.forecast("2109", ["US-1"]) == bocage.forecast(match, "2109", ["US-1"])


@pytest.mark.parametrize("name", ["greedy", "planner", QUICK])
def test_a_secret_does_not_change_what_the_bots_do(name: str) -> None:
    units = "UK-1 1515; US-2 1619; UK-3 1719; US-3 1516; UK-5 1616; US-1A 1717; DE-156R 1618; DE-712 1914; DE-16P 2015"
    chosen = []
    for strategy in (1, 4):
        match = bocage.position(
            "roundup", turn=3, at="allied order", units=units, options={"R27": True}, strategy=strategy,
            us_beachheads="1516 1619", uk_beachheads="1515 1719", seed="hidden",
        )  # fmt: skip
        bot = bots.make(name, 7)
        answers = []
        while match.prompts and match.prompt.side == "allied" and len(answers) < 30:
            answers.append(str(bots.answer(match, bot).action))
            answers.append(bots.reason(bot))
        chosen.append(answers)
    assert len(chosen[0]) > 5
    assert chosen[0] == chosen[1]


# Games that nobody has taught the bots


@pytest.mark.parametrize("name", ["greedy", "planner", "search"])
def test_an_untaught_game_is_played_at_random(name: str) -> None:
    match = toy.new("elsewhere")
    side = next(iter(match.prompts))
    seat = take(match, side)
    assert len(seat.prompt.actions) > 1
    bot, dice = bots.make(name, "seed"), Random("seed")
    assert [bot.choose(seat) for _ in range(10)] == [dice.choice(seat.prompt.actions) for _ in range(10)]
    assert bots.reason(bot) == "I take any legal action: The Ford brings no bot/judgement.py to teach me better."


# Taking back


@pytest.mark.parametrize("slug", ["roundup", "storming", "rhine", "fortress", "festung"])
def test_a_planner_does_not_forget_whom_it_wanted_to_move_when_that_is_taken_back(slug: str) -> None:
    """Nor whom it advised a player to take in hand who took somebody else, and put him back."""
    taken_back = 0
    for seed in ("taken back", "and again"):
        match = bocage.new_match(slug, seed=seed)
        players = {side: bots.make("planner", side) for side in match.game.sides}
        while match.prompts and match.position.turn < 5 and taken_back < 40:
            side = match.prompt.side
            action = players[side].choose(take(match, side))
            # In a game of actions, movement is a step inside one.
            where = f"{match.game.phase(match.position)} {match.prompt.step}"
            moving = "movement" in where and action.verb == "pick"
            match.play(action)
            if moving and match.undoable:
                match.undo()
                again = players[side].choose(take(match, side))
                assert str(again) == str(action)
                match.play(again)
                taken_back += 1
    assert taken_back > 10
