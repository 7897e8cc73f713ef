"""The course of a turn (4, 5, 6.1): draws, actions, Turn End, and the cards that are picked (19.1, 19.2)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bocage import Match
from bocage.engine.errors import Refusal
from bocage.games.festung.rules.cards.draw import limit
from bocage.games.festung.rules.position import HandChange
from tests.cases import rule
from tests.festung import soak
from tests.festung.playing import game, look, play, position, refused

FRONT = "US-1A 0411; BR-2A 0512; GE-7A 0412; GE-ISS 0513"
LANDED = {"allied_control": "0410 0411 0512", "marked": "0410"}


def acting(side: str = "axis", **more: Any) -> Match:
    """A side is to act in Summer 1944."""
    return position(f"{side} action", FRONT, **{**LANDED, **more})


def cards(match: Match, side: str, pile: str) -> set[str]:
    """The cards of a side in a pile."""
    found = getattr(match.position.decks[side], pile)
    return {name for number, name in enumerate(match.game.card_ids) if found >> number & 1}


def whole_game(seed: int = 3) -> list[tuple[int, int, str, str]]:
    """Turn, round, whose action and phase of every question of a random game."""
    rng, match = random.Random(seed), Match(game("overlord"), seed=f"turn {seed}")
    found = []
    while match.outcome is None:
        side, prompt = next(iter(match.prompts.items()))
        phase = match.game.phase(match.position)
        found.append((match.position.turn, match.position.round, match.position.active, phase))
        match.play(soak.choose(prompt, rng, "verbs"), side=side)
    return found


@rule("4", "4.1", "4.2", "4.3", "4.5", "5.1", "5.14")
def test_a_turn_goes_from_the_air_over_six_rounds_to_the_discards() -> None:
    order = []
    for turn, number, _, phase in whole_game():
        if turn == 5 and (not order or order[-1] != (number, phase)):
            order.append((number, phase))
    assert order[0] == (0, "air power")
    rounds = [number for number, phase in order if "action" in phase]
    assert sorted(set(rounds)) == [1, 2, 3, 4, 5, 6]
    assert rounds == sorted(rounds)
    assert order[-1][1] in ("axis discards", "allied discards", "allied action")


@rule("5.11", "5.1", "4.3")
def test_the_axis_acts_first_in_every_round() -> None:
    """T014: in each of six rounds, then the Allies."""
    seen: dict[tuple[int, int], list[str]] = {}
    for turn, number, active, _ in whole_game(4):
        if number and active and active not in seen.setdefault((turn, number), []):
            seen[turn, number].append(active)
    *whole, last = seen.values()
    assert {tuple(sides) for sides in whole} == {("axis", "allied")}
    assert tuple(last) in {("axis", "allied"), ("axis",)}, "the game may have ended in between"
    first = min(turn for turn, _ in seen)
    assert [number for turn, number in seen if turn == first] == [1, 2, 3, 4, 5, 6]


@rule("5.13", "5.14", "4.3")
def test_after_the_sixth_round_the_turn_ends() -> None:
    match = position("allied action", "US-1A UK; GE-7A 0712", round=6, turn=5, vp=12, infrastructure=9)
    play(match, "automatic")
    play(match, *(["end"] if match.prompt.step == "activation" else []))
    assert match.position.turn == 6
    assert match.position.round == 0


@rule("5.13")
def test_after_an_earlier_round_the_next_one_comes() -> None:
    match = position("allied action", "US-1A UK; GE-7A 0712", round=2, vp=12, infrastructure=9)
    play(match, "automatic", "end")
    assert (match.position.round, match.position.active) == (3, "axis")


@rule("5.12", "6.1", "6.12")
def test_a_card_serves_in_one_of_four_ways_or_none_is_played() -> None:
    match = acting(axis_hand="axis-3", vp=12, infrastructure=9)
    assert {str(action) for action in match.prompt.actions} == {
        "ops axis-3", "event axis-3", "rd axis-3", "rp axis-3", "automatic",
    }  # fmt: skip
    assert refused(match, "ops axis-4") == "6.1"
    assert refused(match, "ops allied-3") == "6.1"


@rule("5.12", "6.1")
def test_an_automatic_operation_has_one_point() -> None:
    """T013: whoever plays no card makes one; there is no way to pass."""
    assert {action.verb for action in acting(vp=12, infrastructure=9, axis_hand="").prompt.actions} <= {"automatic"}
    match = play(acting(axis_hand="axis-3", vp=12, infrastructure=9), "automatic")
    assert match.prompt.step == "activation"
    play(match, "mark-move 0412")
    assert {str(action) for action in match.prompt.actions} == {"end"}
    assert "axis-3" in cards(match, "axis", "hand")


@rule("R81", "5.12")
@pytest.mark.parametrize("use", ["ops", "rd", "rp", "event"])
def test_a_card_that_is_named_is_not_taken_back(use: str) -> None:
    """The other side has seen it; an Automatic Operation shows nothing."""
    match = play(acting(axis_hand="axis-3 axis-18", vp=12, infrastructure=9), f"{use} axis-3")
    with pytest.raises(Refusal):
        match.undo()
    assert "axis-3" not in cards(match, "axis", "hand")
    match = play(acting(axis_hand="axis-3", vp=12, infrastructure=9), "automatic")
    match.undo()
    assert match.prompt.step == "action"


@rule("6.12", "6.52", "20:asterisk", "20:discard pile")
@pytest.mark.parametrize(("action", "pile"), [("rp axis-11", "discards"), ("event axis-11", "gone")])
def test_a_starred_card_leaves_the_game_only_as_an_event(action: str, pile: str) -> None:
    match = acting(axis_hand="axis-11", vp=12, infrastructure=9)
    play(match, action)
    while match.position.active == "axis":
        play(match, "end")
    assert "axis-11" in cards(match, "axis", pile)


@rule("6.12", "R66")
def test_a_card_that_was_played_is_known_among_the_discards() -> None:
    match = play(acting(axis_hand="axis-3 axis-18", vp=12, infrastructure=9), "ops axis-18", "end")
    assert match.view("allied")["cards"]["axis"]["discards_known"] == ["axis-18"]
    assert match.view("allied")["cards"]["axis"]["hand"] == []
    assert match.view("allied")["cards"]["axis"]["in_hand"] == 1


@rule("6.63")
def test_combat_cards_on_the_table_go_to_the_discards_at_turn_end() -> None:
    match = position("turn end", FRONT, axis_face_up="axis-4", vp=12, infrastructure=9, **LANDED)
    assert cards(match, "axis", "face_up") == set()
    assert "axis-4" in cards(match, "axis", "discards")


@rule("4.2", "4.21", "3.14")
@pytest.mark.parametrize(("turn", "hand"), [(1, 8), (2, 8), (3, 9), (6, 9), (7, 10), (10, 10)])
def test_the_hand_is_filled_to_the_limit_of_the_year(turn: int, hand: int) -> None:
    match = position("draw", turn=turn, vp=12, infrastructure=9)
    assert [match.position.decks[side].hand.bit_count() for side in ("axis", "allied")] == [hand, hand]


@rule("4.21", "14.2", "15.2")
@pytest.mark.parametrize(("collapsed", "hand"), [(False, 7), (True, 5)])
def test_attacks_on_industry_and_the_collapse_lower_the_axis_limit(collapsed: bool, hand: int) -> None:
    """T016: two SAC on industry in 1944."""
    bombers = {"UK BC": "industry", "US 8th AF": "industry", "US 15th AF": "oil"}
    match = position("draw", turn=5, vp=12, infrastructure=9, collapsed=collapsed, bombers=bombers)
    assert match.position.decks["axis"].hand.bit_count() == hand
    assert match.position.decks["allied"].hand.bit_count() == 9


@rule("4.21")
def test_a_change_of_the_limit_counts_once() -> None:
    changes = (HandChange("allied", -1, "axis-2"),)
    match = position("draw", turn=5, vp=12, infrastructure=9, hand_changes=changes)
    assert match.position.decks["allied"].hand.bit_count() == 8
    assert limit(look(match), "allied") == 9


@rule("4.21", "R19")
def test_a_hand_beyond_the_limit_is_kept() -> None:
    hand = " ".join(f"axis-{number}" for number in range(1, 11))
    match = position("draw", turn=5, axis_hand=hand, vp=12, infrastructure=9)
    assert match.position.decks["axis"].hand.bit_count() == 10


@rule("4.22", "R105")
def test_an_empty_pile_is_made_of_the_discards() -> None:
    everything = " ".join(f"axis-{number}" for number in range(1, 42))
    match = position("draw", turn=5, axis_discards=everything, vp=12, infrastructure=9)
    deck = match.position.decks["axis"]
    assert (deck.hand.bit_count(), deck.pile.bit_count(), deck.discards) == (9, 32, 0)


@rule("R105", "4.22", "6.12")
@pytest.mark.parametrize(("discards", "hand"), [("allied-3", {"allied-3"}), ("", set())])
def test_an_event_draws_from_the_discards_but_never_itself_or_nothing_at_all(discards: str, hand: set[str]) -> None:
    """Anti-Submarine Warfare with an empty pile; with empty discards too there is no card, and the event stands."""
    rest = " ".join(f"allied-{number}" for number in range(1, 42) if number not in (2, 3) or not discards)
    match = acting(
        "allied", allied_gone=rest, allied_hand="allied-2", allied_discards=discards, vp=12, infrastructure=9
    )
    play(match, "event allied-2")
    assert cards(match, "allied", "hand") == hand
    assert cards(match, "allied", "discards") == {"allied-2"}
    assert "asw" in match.position.flags


@rule("R105")
def test_an_event_draws_beyond_the_limit_of_the_hand() -> None:
    held = " ".join(f"allied-{number}" for number in range(2, 13))
    match = play(acting("allied", allied_hand=held, vp=12, infrastructure=9), "event allied-2")
    assert len(cards(match, "allied", "hand")) == 11


@rule("4.22")
def test_who_draws_five_with_two_in_the_pile_takes_three_of_the_discards() -> None:
    """T006."""
    numbers = range(1, 42)
    hand, discards = [f"axis-{n}" for n in numbers[:4]], [f"axis-{n}" for n in numbers[4:-2]]
    match = position(
        "draw", turn=5, axis_hand=" ".join(hand), axis_discards=" ".join(discards), vp=12, infrastructure=9
    )
    now = cards(match, "axis", "hand")
    assert len(now) == 9
    assert {"axis-40", "axis-41", *hand} <= now, "the two that were left are taken first"
    assert not cards(match, "axis", "discards")
    assert cards(match, "axis", "pile") == set(discards) - now


@rule("6.71", "6.72", "6.11", "6.52")
@pytest.mark.parametrize(("turn", "year"), [(3, 1944), (7, 1945)])
def test_the_cards_of_a_new_year_are_shuffled_with_pile_and_discards(turn: int, year: int) -> None:
    """T005: removed cards stay away, and what is held stays in hand."""
    fields = {"axis_hand": "axis-3", "axis_discards": "axis-2 axis-5", "axis_gone": "axis-1"}
    options = {"19.1": False, "19.2": False}
    match = position("next turn", turn=turn - 1, vp=12, infrastructure=9, options=options, **fields)
    assert not cards(match, "axis", "hand") & {card.id for card in match.game.data.cards if card.year == year}
    play(match, "end", "end")  # the Air Power Phase
    hand = cards(match, "axis", "hand")
    use = {card.id for card in match.game.data.cards if card.side == "axis" and card.year <= year}
    assert "axis-3" in hand
    assert cards(match, "axis", "gone") == {"axis-1"}
    assert cards(match, "axis", "discards") == set()
    assert hand | cards(match, "axis", "pile") == use - {"axis-1"}
    assert len(hand) == match.game.data.turns[turn - 1].hand
    assert match.view("allied")["cards"]["axis"]["discards_known"] == []


@rule("19.1", "19.2")
def test_both_sides_may_pick_a_card_in_a_new_year_unseen() -> None:
    match = position("new year", turn=3, vp=12, infrastructure=9)
    match.play("take axis-30", side="axis")
    assert "axis-30" not in str(match.view("allied"))
    match.play("take allied-23", side="allied")
    assert "axis-30" in cards(match, "axis", "hand")
    assert "allied-23" in cards(match, "allied", "hand")
    assert match.position.decks["axis"].hand.bit_count() == 9
    assert not any("Severe Weather" in line.sentence for line in match.log("allied"))


@rule("19.1", "19.2")
@pytest.mark.parametrize(("option", "asked"), [("19.1", ["allied"]), ("19.2", ["axis"])])
def test_only_who_has_the_option_picks(option: str, asked: list[str]) -> None:
    match = position("new year", turn=7, vp=12, infrastructure=9, options={option: False})
    assert list(match.prompts) == asked
    case = {"axis": "19.1", "allied": "19.2"}[asked[0]]
    assert match.prompt.rule == case
    assert refused(match, "take axis-1" if asked == ["allied"] else "take allied-1") == case
    held = match.position.decks[asked[0]].hand
    assert not held
    play(match, f"take {asked[0]}-30")
    told = next(line for line in match.log("axis" if asked == ["allied"] else "allied") if "of choice" in line.sentence)
    assert told.rule == case


@rule("19.1", "19.2")
def test_without_both_options_nobody_picks() -> None:
    options = {"19.1": False, "19.2": False}
    match = position("new year", turn=3, vp=12, infrastructure=9, options=options)
    assert match.prompt.step not in ("year pick", "year picks")


@rule("R114")
def test_overlord_is_taken_late_in_a_game_without_the_option() -> None:
    match = position("late overlord", turn=5, vp=12, infrastructure=9, options={"19.2": False})
    play(match, "take allied-23")
    assert "allied-23" in cards(match, "allied", "hand")
    assert any("Overlord" in line.sentence for line in match.log("axis")), "it is open"


@rule("R114")
def test_who_holds_overlord_is_asked_all_the_same() -> None:
    match = position("late overlord", turn=5, allied_hand="allied-23", vp=12, infrastructure=9, options={"19.2": False})
    assert match.prompt.step == "late overlord"
    assert refused(match, "take allied-23") == "R114"


@rule("R114")
@pytest.mark.parametrize("options", [{}, {"19.2": False, "R114": True}])
def test_no_late_overlord_with_the_option_or_against_the_ruling(options: dict[str, Any]) -> None:
    match = position("late overlord", turn=5, vp=12, infrastructure=9, options=options)
    assert match.prompt.step != "late overlord"


@rule("3.31", "R41", "R80")
def test_the_other_invasion_stays_among_the_cards() -> None:
    holds = set()
    for seed in range(40):
        match = Match(game(), seed=f"opening {seed}")
        match.play("take axis-6", side="axis")
        match.play("take allied-1", side="allied")
        assert match.position.decks["allied"].hand.bit_count() == 8
        assert "allied-5" in cards(match, "allied", "hand") | cards(match, "allied", "pile")
        holds.add("allied-5" in cards(match, "allied", "hand"))
    assert holds == {True, False}, "it may be among the seven cards drawn"


@rule("R41", "6.561")
def test_after_husky_roundup_is_no_event_any_more() -> None:
    match = acting("allied", allied_hand="allied-5", played="allied-1", turn=5, vp=12, infrastructure=9)
    assert refused(match, "event allied-5") == "6.51"
    assert refused(match, "ops allied-5") == ""


@rule("R43", "4.21")
@pytest.mark.parametrize(("options", "hand"), [({}, 8), ({"R43": True}, 7)])
def test_attacks_on_industry_spare_the_first_hand_unless_the_option_says_so(options: dict[str, Any], hand: int) -> None:
    match = Match(game(**options), seed="first hand")
    match.play("take axis-6", side="axis")
    match.play("take allied-1", side="allied")
    play(match, "end", "industry UK_BC", "end")
    assert match.position.decks["axis"].hand.bit_count() == hand


@rule("6.53", "6.54")
def test_allied_reinforcements_come_to_boxes_landed_beaches_and_paris() -> None:
    match = play(
        acting("allied", allied_hand="allied-32", turn=6, vp=12, infrastructure=9), "event allied-32", "pick US-IV"
    )
    assert {str(action) for action in match.prompt.actions} == {"place 0410", "place UK", "place NA"}
    paris = {**LANDED, "allied_control": "0410 0411 0512 0712"}
    match = acting("allied", allied_hand="allied-32", turn=6, vp=12, infrastructure=9, **paris)
    play(match, "event allied-32", "pick US-IV")
    assert "place 0712" in {str(action) for action in match.prompt.actions}


@rule("6.53", "6.55", "R107")
def test_axis_reinforcements_come_to_the_reserve_capitals_and_industry_in_germany() -> None:
    match = play(acting(axis_hand="axis-25", vp=12, infrastructure=9), "event axis-25")
    names = {match.game.data.names[action.index] for action in match.prompt.actions}
    assert names == {
        "Oslo", "Copenhagen", "Amsterdam", "Brussels", "Paris", "Prague", "Vienna", "Berlin", "The Ruhr", "Munich",
        "Breslau", "OKW Reserve",
    }  # fmt: skip


@rule("6.55", "R49")
def test_no_german_army_arrives_in_rome_before_italy_is_disarmed() -> None:
    match = play(acting(axis_hand="axis-25", vp=12, infrastructure=9), "event axis-25")
    assert refused(match, "place 1617") == "6.53"


@rule("6.511", "20:event name")
def test_underlined_names_are_those_that_other_events_ask_for() -> None:
    asked = set()
    for card in game().data.cards:
        for part in str(card.effects).split("played=(")[1:]:
            asked |= {name.strip("' ") for name in part.split(")")[0].split(",") if name.strip("' ")}
    underlined = {card.id for card in game().data.cards if card.underlined}
    assert underlined <= asked
