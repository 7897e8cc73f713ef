"""Odd play: empty hands and decks, events that find nothing to do, demands upon demands, what is owed, going back."""

from __future__ import annotations

from typing import Any

import pytest

from bocage import Match
from bocage.engine.errors import Refusal
from tests.cases import rule
from tests.festung.cards.carding import event, hand, holding, lies, offered, to_the_end, tracks
from tests.festung.playing import game, in_force, place, play, position, refused

IN_USE = {side: [f"{side}-{number}" for number in range(1, 42)] for side in ("axis", "allied")}  # in 1944


def pass_by(match: Match, side: str) -> Match:
    """A side makes an Automatic Operation and does nothing with it."""
    assert match.prompt.side == side
    match.play("automatic")
    return to_the_end(match)


# Empty hands, empty decks


@rule("5.12", "6.1")
def test_whoever_has_no_cards_makes_automatic_operations() -> None:
    match = position("axis action", "GE-LXXX 0712")
    assert [str(action) for action in match.prompt.actions] == ["automatic"]
    assert refused(match, "ops axis-3") == "6.1"
    assert pass_by(match, "axis").prompt.side == "allied"


@rule("4.22")
def test_a_side_without_any_card_draws_none_and_nobody_is_told_of_a_shuffle() -> None:
    gone = " ".join(IN_USE["axis"])
    match = position("draw", turn=5, axis_gone=gone, vp=12, infrastructure=9)
    assert hand(match, "axis") == 0
    told = [line.sentence for line in match.log()]
    assert not any("The Axis draws" in line or "The Axis shuffles" in line for line in told)
    assert any("The Allies draw 9 cards" in line for line in told)


@rule("4.22", "R105")
def test_who_has_fewer_cards_than_his_limit_takes_all_of_them() -> None:
    gone, left = " ".join(IN_USE["axis"][:-3]), IN_USE["axis"][-3:]
    match = position("draw", turn=5, axis_gone=gone, axis_discards=" ".join(left[1:]), vp=12, infrastructure=9)
    assert hand(match, "axis") == 3


@rule("R105", "6.51")
def test_an_event_that_draws_stands_though_there_is_no_card() -> None:
    gone = " ".join(card for card in IN_USE["allied"] if card != "allied-24")
    match = event("allied-24", allied_gone=gone)
    assert "p51" in match.position.flags
    assert hand(match, "allied") == 0
    assert lies(match, "allied-24") == "gone"


@rule("4.5")
def test_whoever_holds_no_card_is_not_asked_to_throw_any_away() -> None:
    both = position("axis discards", axis_hand="axis-3", allied_hand="allied-3", turn=4, vp=12)
    assert both.prompt.step == "discards"
    none = position("axis discards", turn=4, vp=12, allied_hand="allied-3")
    assert (none.prompt.step, none.prompt.side) == ("discards", "allied")


# Cards used for what they are not


@rule("6.61", "6.12", "R66")
def test_a_combat_card_played_for_points_lies_seen_among_the_discards() -> None:
    match = position("allied action", "US-II 1821; GE-LXXV 1820", allied_hand="allied-7 allied-8")
    to_the_end(play(match, "ops allied-7"))
    assert lies(match, "allied-7") == "discards"
    deck = match.game.shown(match.position, "axis").decks["allied"]  # type: ignore[attr-defined]
    assert deck.discards == 1 << game().card_numbers["allied-7"]
    assert not match.position.played


@rule("6.52", "6.561")
def test_husky_for_points_leaves_roundup_an_event() -> None:
    match = holding("allied-1", {"turn": 1, "allied_hand": "allied-5", "units": "BR-2A UK; CA-1A UK; US-V UK; BR-I UK"})
    to_the_end(play(match, "rd allied-1"))
    match = pass_by(match, "axis")
    assert match.why_not("event allied-5") is None


# Events that find nothing to do are legal (facts 3.3)


@rule("6.51", "6.5")
@pytest.mark.parametrize(("card", "fields", "left"), [
    ("allied-14", {"units": "GE-ISS 0712"}, {"maquis"}),
    ("allied-19", {}, set()),
    ("allied-50", {"units": "CA-II UK", "turn": 7}, set()),
    ("allied-55", {"turn": 7, "surrendered": True,
                   "allied_control": "1215 1315 1415 1516 1613 1616 1716 1717 1817 1918 2018 2019"}, set()),
    ("allied-39", {"units": "AB-1A UK"}, set()),
    ("axis-7", {"surrendered": True, "units": "GE-IFJ gone"}, {"eiche"}),
    ("axis-20", {"played": "axis-1", "units": "GE-LXII 0712"}, {"rommel"}),
    ("axis-27", {"units": "GE-ISS 0712"}, set()),
    ("axis-31", {"allied_control": "0609 0610 0511 0411 0312 0212 0313 0413 0414 0516 1016 0709"}, set()),
    ("axis-39", {}, set()),
    ("axis-51", {"turn": 7}, set()),
    ("axis-54", {"turn": 7}, set()),
])  # fmt: skip
def test_an_event_that_finds_nothing_to_do_is_played_all_the_same(
    card: str, fields: dict[str, Any], left: set[str]
) -> None:
    units = fields.get("units", "GE-ISS 0712")
    match = holding(card, {**fields, "units": units})
    before = [(unit.at, unit.steps) for unit in match.position.units]
    to_the_end(play(match, f"event {card}"))
    assert [(unit.at, unit.steps) for unit in match.position.units] == before
    assert set(match.position.flags) == left
    assert lies(match, card) in ("discards", "gone")


# The same thing twice


@rule("6.51")
def test_a_card_played_again_prolongs_what_it_has_set() -> None:
    match = event("allied-2", turn=5)
    first = match.position.flags["asw"]
    again = event("allied-2", turn=6, flags={"asw": first})
    assert (first.turn, again.position.flags["asw"].turn) == (5, 6)
    assert len(again.position.flags) == 1


@rule("15.1", "6.51")
def test_dambusters_counts_every_time() -> None:
    match = event("allied-3", allied_hand="allied-18")
    assert tracks(match)[1] == 19
    match = play(pass_by(match, "axis"), "event allied-18")
    assert tracks(match)[1] == 18


# Demands upon demands


@rule("16.44", "6.51")
def test_a_unit_that_mincemeat_sent_away_can_be_lost_to_the_next_disaster() -> None:
    match = event("allied-4", "GE-XIVPZ 1920; GE-ISS 0712", "comply", "pick GE-XIVPZ", allied_hand="allied-15")
    assert place(match, "GE-XIVPZ") == "BALKANS"
    match = play(pass_by(match, "axis"), "event allied-15", "comply")
    assert place(match, "GE-XIVPZ") == "pool", "one unit with two steps there: nothing to choose"
    assert tracks(match)[0] == 21


@rule("16.44")
@pytest.mark.parametrize(("die", "vp"), [("1", 17), ("6", 18)])
def test_three_demands_refused_cost_twice_as_much_after_a_failed_plot(die: str, vp: int) -> None:
    units = "GE-ISS 0712; GE-XX EAST; GE-XVM BALKANS; GE-LXXV 1820; US-II 1821"
    match = event("allied-29", units, allied_hand="allied-4 allied-10", dice=die)
    for card in ("allied-4", "allied-10"):
        match = play(pass_by(match, "axis"), f"event {card}", "refuse")
    assert tracks(match)[0] == vp  # 21 - 2 - 2, or 21 - 1 for Hitler's death and 1 for each


# What is owed


@rule("6.51", "16.44")
def test_an_attack_at_the_odds_asked_for_pays_what_is_owed() -> None:
    units = "GE-XIVPZ 1920; GE-LXXVIPZ 1920; US-II 1921 reduced"
    match = event("allied-11", units, dice="6 6 6 6", axis_hand="axis-18", allied_control="1922")
    play(match, "ops axis-18", "mark-attack 1920", "end", "attack 1921", "join GE-XIVPZ", "join GE-LXXVIPZ", "fight")
    assert match.position.obligation is None or match.position.obligation.met
    to_the_end(match)
    assert match.position.obligation is None
    assert tracks(match)[0] == 21


@rule("6.51", "16.44")
def test_what_is_owed_outlives_the_turn_and_ends_with_the_next_action() -> None:
    match = event("allied-11", "GE-LXXX 1820; US-II 1821", round=6, turn=4, axis_hand="axis-3", allied_control="1922")
    while match.prompt.step != "action":
        match.play("end" if match.why_not("end") is None else str(match.prompt.actions[0]))
    assert (match.position.turn, match.position.round, match.prompt.side) == (5, 1, "axis")
    assert match.position.obligation is not None
    assert match.position.obligation.due
    before = tracks(match)[0]
    pass_by(match, "axis")
    assert (tracks(match)[0], match.position.obligation) == (before - 1, None)


@rule("16.44", "16.43")
def test_hitler_dies_in_the_action_that_owes_an_attack_and_the_penalty_is_single_again() -> None:
    match = event("allied-11", "GE-LXXX 1820; US-II 1821", turn=7, axis_hand="axis-42", flags=in_force("hitler_alert"))
    play(match, "event axis-42")
    assert tracks(match)[0] == 20


# Options together


@rule("19.37", "15.2", "14.2")
@pytest.mark.parametrize(("held", "fields", "hand_size"), [
    ("", {}, 10), ("1311 1008", {}, 8), ("1311 1008", {"collapsed": True}, 6),
    ("1311 1008 1607", {"collapsed": True, "bombers": {"UK BC": "industry", "US 8th AF": "industry"}}, 3),
])  # fmt: skip
def test_lost_industry_collapse_and_bombers_all_lower_the_axis_hand(
    held: str, fields: dict[str, Any], hand_size: int
) -> None:
    match = position("draw", turn=8, allied_control=held, vp=9, infrastructure=4, options={"19.37": True}, **fields)
    assert hand(match, "axis") == hand_size


@rule("19.4", "6.56")
def test_overlord_lands_in_holland_or_norway_only_with_the_option() -> None:
    units = "BR-2A UK; BR-I UK; US-V UK"
    plain = event("allied-23", units, turn=5)
    assert offered(plain, "land") == {"0510", "0410", "0211"}
    match = event("allied-23", units, turn=5, options={"19.4": True})
    assert offered(match, "land") == {"0510", "0410", "0211", "0600", "0708"}
    play(match, "land 0708", "pick US-V")
    assert place(match, "US-1A") == "0708"
    assert refused(match, "advance 0709") != "", "The Scheldt is not beside it"


@rule("19.33", "19.32", "6.51")
def test_options_reach_the_cards_they_speak_of_and_no_others() -> None:
    options = {"19.32": True, "19.33": True, "19.37": True}
    match = event("allied-44", turn=7, allied_control="1010", options=options, flags=in_force("volkssturm"))
    assert tracks(match)[0] == 19
    assert match.why_not("disband") is None
    assert refused(event("allied-44", turn=7, allied_control="1010"), "disband") != ""


# Going back


@rule("5.12", "R81")
def test_no_undo_goes_behind_a_card_that_was_shown_or_drawn() -> None:
    match = event("allied-2", axis_hand="axis-3")
    with pytest.raises(Refusal):
        match.undo()
    match.play("rd axis-3")
    with pytest.raises(Refusal):
        match.undo(side="axis")
    assert match.position.decks["axis"].in_hand == 0


@rule("4.5")
def test_cards_to_be_thrown_away_can_be_taken_back_until_it_is_done() -> None:
    match = position("axis discards", axis_hand="axis-3 axis-12", turn=4, vp=12)
    seen = match.text("allied")
    match.play("discard axis-3")
    match.undo()
    match.play("discard axis-12")
    assert match.text("allied") == seen, "nothing of it is noticed"
    match.play("end")
    assert (lies(match, "axis-3"), lies(match, "axis-12")) == ("hand", "discards")
    with pytest.raises(Refusal):
        match.undo(side="axis")


@rule("3.31", "R68")
def test_a_sealed_choice_can_be_taken_back_until_the_other_side_has_chosen() -> None:
    match = Match(game(), seed="sealed")
    match.play("take axis-6", side="axis")
    match.undo(side="axis")
    match.play("take axis-1", side="axis")
    match.play("take allied-1", side="allied")
    assert lies(match, "axis-1") == "hand"
    for side in ("axis", "allied"):
        with pytest.raises(Refusal):
            match.undo(side=side)


@rule("R81", "4.2")
def test_after_a_rollback_other_cards_are_drawn() -> None:
    """Dice and draws come anew: over many matches the card of the second time has nothing to do with the first."""
    same = 0
    for number in range(30):
        start = holding("allied-24", {"axis_hand": "axis-3"}).position
        match = Match(game(), seed=f"draws {number}", start=start)
        drawn = []
        for _ in range(2):
            moment = match.moment
            match.play("event allied-24")
            drawn.append(match.position.decks["allied"].hand)
            numbers = match.entries[-1].dice
            assert len(numbers) == 1
            match.ask_rollback("allied", moment)
            match.answer_rollback("axis", True)
            assert lies(match, "allied-24") == "hand"
            assert match.position.decks["allied"].in_hand == 1
        same += drawn[0] == drawn[1]
    assert same < 6


@rule("R81", "4.5")
def test_a_rollback_over_a_discard_shows_nothing_of_it() -> None:
    told = []
    for card in ("axis-3", "axis-12"):
        match = position("axis discards", axis_hand="axis-3 axis-12", turn=4, vp=12)
        play(match, f"discard {card}", "end")
        match.ask_rollback("axis", 0)
        match.answer_rollback("allied", True)
        told.append(match.text("allied"))
    assert told[0] == told[1]
