"""Festung Europa on the table: the box, hands as far as a side may know them, odds that follow the cards."""

from __future__ import annotations

import random
import re
from typing import Any

import msgspec

from bocage import Match
from bocage.games.festung.data import effects
from bocage.games.festung.rules.combat import fight
from bocage.games.festung.table import box
from bocage.games.festung.table.face import FestungFace
from bocage.games.festung.words import cards, telling
from bocage.table.showing.sheets import _question, picture_of
from bocage.table.wire.sheet import Question, Sheet
from tests.cases import rule
from tests.festung.combat.fighting import fighting
from tests.festung.playing import game, position
from tests.festung.playing import play as played


def sheet(match: Match, side: str | None) -> Sheet:
    face: Any = FestungFace(match.game)
    return picture_of(face, match.inquire(side), side, 0)


def question(match: Match) -> Question:
    face: Any = FestungFace(match.game)
    return _question(face, match.inquire(match.prompt.side), match.prompt)


def in_combat() -> Match:
    """The Allies attack with Montgomery in hand."""
    match = fighting(
        "allied", "BR-8A 1821; BR-XXX 1821; GE-ST-C 1820", "1821", dice="4 4 4", allied="1922 1821",
        allied_hand="allied-8 allied-3", axis_hand="axis-12 axis-2",
    )  # fmt: skip
    return played(match, "attack 1820", "join BR-8A", "join BR-XXX", "fight")


def test_every_card_is_told_in_whole_sentences() -> None:
    for card in cards.printed(game()):
        assert card.effect, card.id
        for line in card.effect:
            assert re.fullmatch(r"[A-Z0-9+−].*\.", line), (card.id, line)
            assert "_" not in line
            assert "  " not in line
        assert [use.verb for use in card.uses] in (["ops", "event", "rd", "rp"], ["ops", "combat", "rd", "rp"])


def test_every_kind_of_effect_has_words() -> None:
    assert set(effects.VERBS) == set(telling.TOLD)


def test_the_box_knows_every_verb_by_what_it_takes() -> None:
    assert len(cards.printed(game())) == 110
    assert {verb.verb: verb.noun for verb in box.VERBS} == {
        verb: domain.noun for verb, domain in game().actions.verbs.items()
    }
    assert {counter.nation for counter in game().counters} <= {nation.id for nation in box.NATIONS}


def test_one_sees_ones_own_hand_and_counts_the_others() -> None:
    match = in_combat()
    mine = {holding.side: holding for holding in sheet(match, "allied").cards}
    assert mine["allied"].hand == ("allied-3", "allied-8")
    assert (mine["axis"].hand, mine["axis"].backs) == ((), 2)
    for side in ("axis", None):
        told = msgspec.json.encode(sheet(match, side).cards).decode()
        hand = re.findall(r'"hand":\[(.*?)\]', told)
        assert "allied-8" not in "".join(hand)


def test_the_odds_follow_the_cards_that_are_played() -> None:
    match = in_combat()
    asked = question(match)
    assert match.prompt.step == "combat cards"
    assert asked.passes == "pass"
    assert set(sheet(match, "allied").spans) == {"turn", "combat"}
    assert asked.odds is not None
    before = [note.name for note in asked.odds.notes]
    match.play("combat allied-8")
    after = question(match).odds
    assert after is not None
    laid = {holding.side: holding for holding in sheet(match, "axis").cards}["allied"].piles
    assert [pile.cards for pile in laid if pile.open] == [("allied-8",)]
    assert match.undoable == []  # a card that was named has been seen (R81)
    assert sum("on the die" in name for name in before) + 1 == sum("on the die" in note.name for note in after.notes)


def test_random_play_is_shown_to_everybody() -> None:
    match, chance, fights = Match(game("overlord"), seed="table"), random.Random(2), 0
    for number in range(400):
        if not match.prompts:
            break
        prompt = next(iter(match.prompts.values()))
        if number % 9 == 0 or isinstance(prompt.frame, fight.Battling):
            for side in ("axis", "allied", None):
                msgspec.json.encode(sheet(match, side))
            face: Any = FestungFace(match.game)
            msgspec.json.encode(_question(face, match.inquire(prompt.side), prompt))
            fights += 1
        match.play(chance.choice(prompt.actions), side=prompt.side)
    assert fights > 5


@rule("6.61")
def test_a_combat_card_says_by_its_title_when_it_is_played() -> None:
    match = position("allied action", "US-II 1922", allied_hand="allied-16 allied-2")
    refusal = match.why_not("combat allied-16")
    assert refusal is not None
    assert refusal.rule == "6.61"
    assert refusal.why == "Rangers and Commandos is played in a battle, when you are asked for Combat Cards"
