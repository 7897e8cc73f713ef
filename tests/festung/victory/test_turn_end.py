"""Who has won at Turn End, Infrastructure, and what failed demands cost (4.5, 15, 16)."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.games.festung.rules import control, replacements
from bocage.games.festung.rules.cards.draw import limit
from bocage.games.festung.rules.victory import verdict
from tests.cases import rule
from tests.festung.cards.carding import event, tracks
from tests.festung.playing import game, in_force, look, midway, play, position, refused

HUSKY, ROUNDUP = "allied-1", "allied-5"
SOUTH, NORTH = "1016 0712 1617", "1016 1000 1008"  # Marseilles, Paris, Rome; Marseilles, Oslo, The Ruhr


def ends(turn: int, **fields: Any) -> tuple[str | None, str]:
    """Who has won at the end of a turn, and by which case; nobody, if the game goes on."""
    fields = {"vp": 12, "infrastructure": 9, "hitler": "1307", "played": HUSKY, **fields}
    outcome = position("turn end", "US-V UK; GE-LXXX 1008", turn=turn, **fields).outcome
    return (outcome.winner, outcome.rule) if outcome is not None else (None, "")


@rule("16.2")
def test_no_victory_points_left_is_a_victory_of_the_allies() -> None:
    """T082."""
    assert ends(5, vp=0) == ("allied", "16.2")
    assert ends(5, vp=1) == (None, "")


@rule("16.2")
def test_berlin_and_no_hitler_is_a_victory_of_the_allies() -> None:
    def won(hitler: int, held: str) -> bool:
        def begin(play: Any) -> None:
            play.position.hitler = hitler
            play.start("victory", "")

        match = midway(begin, turn=8, vp=5, allied_control=held)
        return match.outcome is not None and match.outcome.winner == "allied"

    assert won(-1, "1307")
    assert not won(-1, "1207")
    assert not won(game().board.index["1311"], "1307")


@rule("16.2", "R54")
@pytest.mark.parametrize(
    ("turn", "played", "goals"), [(6, HUSKY, SOUTH), (4, ROUNDUP, NORTH)], ids=["husky", "roundup"]
)
def test_the_axis_wins_with_three_cities_in_the_year_of_the_invasion(turn: int, played: str, goals: str) -> None:
    """T083, T084: Marseilles, Paris and Rome in Fall 1944, or Marseilles, Oslo and The Ruhr in Spring 1944."""
    assert ends(turn, played=played) == ("axis", "16.2")
    for lost in goals.split():
        assert ends(turn, played=played, allied_control=lost) == (None, "")
    others = " ".join(set(f"{SOUTH} {NORTH}".split()) - set(goals.split()))
    assert ends(turn, played=played, allied_control=others) == ("axis", "16.2")
    for other in {4, 5, 6, 7} - {turn}:
        assert ends(other, played=played) == (None, "")
    assert ends(turn, played=played, vp=0) == ("allied", "16.2"), "Allied tests come first"


@rule("16.2", "18.3")
def test_a_game_from_1944_on_is_one_with_husky() -> None:
    for turn, winner in ((4, None), (6, "axis")):
        start = game("overlord").first_position()
        start.turn = turn
        assert look_at(start) == winner


def look_at(start: Any) -> str | None:
    """Who wins if the turn ends now."""
    found = verdict(game("overlord").look(start))
    return found[0] if found else None


@rule("16.3", "17.1")
@pytest.mark.parametrize(("vp", "winner"), [(1, "axis"), (0, "allied")])
def test_after_fall_1945_the_axis_has_won_unless_the_allies_have(vp: int, winner: str) -> None:
    """T085."""
    assert ends(10, vp=vp)[0] == winner


@rule("4.5")
def test_when_the_game_is_over_nobody_discards_and_no_turn_follows() -> None:
    match = position("turn end", "US-V UK", turn=10, vp=3, axis_hand="axis-3", allied_hand="allied-3", hitler="1307")
    assert match.outcome is not None
    assert not match.prompts
    assert match.position.turn == 10


@rule("16.44", "16.43")
def test_a_failed_valkyrie_doubles_what_disasters_cost_until_hitler_dies() -> None:
    """T086: declined, a disaster costs two points; after Hitler Dies one."""
    hand = {"allied_hand": "allied-10", "turn": 7}
    match = event("allied-29", "GE-XVM EAST", dice="1", **hand)
    assert tracks(match)[0] == 21
    while match.prompt.side == "axis":
        play(match, "automatic" if match.prompt.step == "action" else "end")
    play(match, "event allied-10", "refuse")
    assert tracks(match)[0] == 19
    match = event("allied-29", "GE-XVM EAST", dice="1", axis_hand="axis-42", **hand)
    play(match, "event axis-42")
    assert match.position.hitler < 0
    play(match, "event allied-10", "refuse")
    assert tracks(match)[0] == 20


# Infrastructure (15)


@rule("15.1", "R33", "16.1")
def test_an_industrial_center_is_charged_when_it_is_first_captured() -> None:
    """T080: Munich is captured, lost and recaptured."""
    told = []

    def begin(play: Any) -> None:
        munich = play.game.named_hexes("Munich")
        for side in ("allied", "axis", "allied"):
            control.give(play, munich, side)
            told.append((play.position.infrastructure, play.position.vp))

    midway(begin, "GE-LXXX 0712", infrastructure=12, vp=15)
    assert told == [(11, 14), (11, 15), (11, 14)]


@rule("15.2")
def test_collapse_lowers_the_axis_hand_for_good_and_stops_the_v2() -> None:
    """T081."""
    card = {"axis_hand": "axis-23", "played": "axis-22", "turn": 6}
    assert not refused(position("axis action", infrastructure=1, **card), "event axis-23")
    match = event("allied-3", infrastructure=1, **card)
    assert match.position.infrastructure == 0
    assert refused(match, "event axis-23") == "6.51"
    assert not refused(match, "ops axis-23")
    assert limit(look(match), "axis") == 9 - 2
    later = position("draw", turn=8, collapsed=True, infrastructure=0, vp=9)
    assert later.position.decks["axis"].hand.bit_count() == 10 - 2


@rule("16.1", "R39")
def test_victory_points_stop_at_zero() -> None:
    assert tracks(event("allied-12", vp=0)) == (0, 20)


# Replacements of the Axis (6.42, 12.4, 14.2)


@rule("6.42", "4.5")
def test_three_axis_cards_for_replacements_in_a_turn_cost_two_points() -> None:
    """T074: and the next turn begins anew."""
    hand = "axis-3 axis-6 axis-9 axis-11"
    match = position("axis action", "GE-LXXX 1008; US-V UK", turn=5, round=4, axis_hand=hand, vp=20, hitler="1307")
    told = []
    for card in hand.split()[:3]:
        play(match, f"rp {card}")
        while match.prompt.side == "axis":
            play(match, "end")
        told.append(match.position.vp)
        play(match, "automatic")
        while match.prompt.step == "activation":
            play(match, "end")
    assert told == [20, 19, 18]
    while match.prompt.step != "action":
        play(match, "end")
    assert match.position.turn == 6
    play(match, "rp axis-11")
    assert match.position.vp == 18


@rule("15.2", "6.42")
def test_after_the_collapse_the_first_axis_card_for_replacements_costs_a_point_too() -> None:
    """T075."""
    for collapsed, vp in ((True, 19), (False, 20)):
        fields = {"axis_hand": "axis-3", "vp": 20, "infrastructure": 0 if collapsed else 5, "collapsed": collapsed}
        match = position("axis action", "GE-LXXX 1008 reduced", **fields)
        assert play(match, "rp axis-3").position.vp == vp


@rule("14.2", "R16")
@pytest.mark.parametrize(
    ("flags", "points"),
    [((), "2 points"), (("forced_labor",), "3 points"), (("oil_ignored",), "3 points"),
     (("oil_ignored", "forced_labor"), "4 points")],
)  # fmt: skip
def test_a_marker_on_oil_takes_a_point_from_each_axis_card(flags: tuple[str, ...], points: str) -> None:
    """T076: a card of 3 is worth 2; 3 with Forced Labor; 3, or 4 with both, under Synthetic Fuel Reserves."""
    fields = {"bombers": {"UK BC": "oil", "US 8th AF": "carpet"}, "flags": in_force(*flags)}
    match = midway(lambda made: replacements.begin(made, "axis", 3), "GE-7A 1008 reduced", **fields)
    assert f"{points} left" in match.prompt.text


@rule("13.2")
def test_italy_surrenders_at_the_end_of_the_round_in_which_the_eighth_hex_falls() -> None:
    """T077: Sicily, Reggio and Cosenza are seven; Potenza is the eighth."""
    seven = "1721 1820 1821 1920 1921 2019 2018"
    match = position(
        "allied action", "US-II 2018; IT-XII 1617; IT-VII BALKANS; GE-LXXX 1617", turn=1, marked="2118 1922",
        allied_control=f"{seven} 2118 1922", vp=19, infrastructure=20, hitler="1307",
    )  # fmt: skip
    play(match, "automatic", "mark-move 2018", "end", "pick US-II", "move 1918")
    assert not match.position.surrendered, "the round is not over"
    play(match, "end")
    assert match.position.surrendered
    units = match.position.units
    assert all(units[match.game.unit_numbers[unit]].at < 0 for unit in ("IT-XII", "IT-VII"))
    assert units[match.game.unit_numbers["GE-LXXX"]].at >= 0
