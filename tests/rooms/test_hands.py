"""A game with cards: hands and piles on the table, as far as each side may know them."""

from __future__ import annotations

import msgspec
import pytest

import bocage
from bocage.engine.matches.match import Match
from bocage.lab.running.simulate import run as simulate
from bocage.table import showing
from bocage.table.wire.sheet import Sheet


def in_battle(seed: str = "mill") -> Match:
    """Both sides are about to be asked for a card in a battle."""
    match = bocage.position("brook", at="blue cards", units="B-1 A3; B-2 B2; G-1 C3; G-2 E6", seed=seed)
    for action in ("end", "pick B-1", "move B3", "end", "attack C3", "join B-1", "join B-2", "roll"):
        match.play(action)
    return match


def holding(sheet: Sheet, side: str) -> dict[str, object]:
    (found,) = [msgspec.to_builtins(one) for one in sheet.cards if one.side == side]
    return found


def piles(sheet: Sheet, side: str) -> dict[str, tuple[int, list[str]]]:
    return {pile["id"]: (pile["count"], list(pile.get("cards", []))) for pile in holding(sheet, side)["piles"]}  # type: ignore


def test_the_box_has_what_is_printed_on_every_card(cards: str) -> None:
    box = showing.box(cards)
    card = {card.id: card for card in box.cards}["blue-2"]
    assert (card.title, card.value, card.kind, card.star) == (
        "The ferryman", "1", "Event", "leaves the game when it is played as an event"
    )  # fmt: skip
    assert [use.verb for use in card.uses] == ["event", "refit", "burn"]
    assert {verb.noun for verb in box.verbs} >= {"card", "hex", "unit", ""}


def test_one_sees_ones_own_hand_and_the_others_backs(cards: str) -> None:
    match = bocage.new_match(cards, seed="mill")
    mine = showing.sheet(match, "blue")
    assert holding(mine, "blue")["hand"] == ("blue-1", "blue-2", "blue-3")
    assert "hand" not in holding(mine, "grey")
    assert holding(mine, "grey")["backs"] == 3
    assert piles(mine, "grey")["draw"] == (2, [])
    watched = showing.sheet(match, None)
    assert [(one.hand, one.backs) for one in watched.cards] == [((), 3), ((), 3)]


def test_what_the_others_hold_is_nowhere_in_what_one_is_told(cards: str) -> None:
    match = in_battle()
    for side, other in (("blue", "grey"), ("grey", "blue")):
        told = msgspec.json.encode(showing.sheet(match, side)).decode()
        assert f'"{other}-' not in told
        assert f'"{side}-1"' in told


def test_a_card_is_an_operand_like_any_other_with_the_referees_reason(cards: str) -> None:
    match = bocage.new_match(cards, seed="mill")
    question = showing.sheet(match, "blue").question
    assert question is not None
    choices = {choice.verb: choice.operands for choice in question.choices}
    assert choices["event"] == ["blue-1", "blue-2"]
    assert choices["burn"] == ["blue-1", "blue-2", "blue-3"]
    (why,) = showing.why(match, "blue", action="event blue-3")
    assert (why.text, why.rule) == ("A battle card is no event.", "5.21")
    (why,) = showing.why(match, "blue", action="refit blue-1")
    assert why.text == "None of your units has lost a step."


def test_cards_wander_and_the_odds_follow_them(cards: str) -> None:
    match = in_battle()
    before = showing.sheet(match, "blue").question
    assert before is not None
    assert before.odds is not None
    match.play("lay blue-3")
    theirs = showing.sheet(match, "grey")
    assert piles(theirs, "blue")["open"] == (1, ["blue-3"])
    assert holding(theirs, "blue")["backs"] == 2
    assert theirs.question is not None
    assert theirs.question.odds is not None
    assert theirs.question.odds.defence == before.odds.defence - 2
    assert match.undoable == []  # a card that was named has been seen
    match.play("pass")
    assert piles(showing.sheet(match, "grey"), "blue")["discards"] == (1, ["blue-3"])


def test_a_starred_event_leaves_the_game(cards: str) -> None:
    match = bocage.new_match(cards, seed="mill")
    match.play("event blue-2")
    assert piles(showing.sheet(match, "grey"), "blue")["gone"] == (1, ["blue-2"])
    assert holding(showing.sheet(match, "blue"), "blue")["hand"] in (
        ("blue-1", "blue-3", "blue-4"),
        ("blue-1", "blue-3", "blue-5"),
    )


def test_games_without_cards_say_nothing_of_them(brook: str) -> None:
    match = bocage.new_match(brook, seed="mill")
    assert b'"cards"' not in msgspec.json.encode(showing.sheet(match, "blue"))
    assert b'"cards"' not in msgspec.json.encode(showing.box(brook))


def test_old_moments_and_films_show_the_hands_of_then(cards: str) -> None:
    match = in_battle()
    match.play("lay blue-3")
    then = showing.sheet_at(match, "blue", match.moment_of("blue") - 1)
    assert holding(then, "blue")["hand"] == ("blue-1", "blue-2", "blue-3")
    film = showing.film(match, "grey", match.moment_of("grey") - 1, match.moment_of("grey"))
    assert "cards" in film.frames[-1].delta.fields


@pytest.mark.parametrize("seed", ["1", "2"])
def test_bots_play_it_to_the_end(cards: str, seed: str) -> None:
    assert simulate(cards, 3, seed=seed)["errors"] == 0
