"""Festung Europa in the terminal: map, header, units, cards and odds in words, through a game."""

from __future__ import annotations

import random
import re

import pytest

from bocage import Match
from bocage.games.festung.rules.combat.battle import Fight
from bocage.games.festung.terminal.face import BOXES, FestungFace
from bocage.parts.cards import by_id
from bocage.terminal.prompt import Menu
from bocage.terminal.screen import Screen
from tests.festung.cards.test_turn import acting
from tests.festung.playing import game
from tests.festung.test_table import in_combat


def test_every_box_lies_where_no_hex_is() -> None:
    places = FestungFace().grid.places
    assert len(set(places.values())) == len(places)
    assert set(BOXES) <= set(places)


def test_a_combat_is_told_with_its_cards() -> None:
    match, face = in_combat(), FestungFace()
    look = match.inquire("allied")
    assert face.attack_declared(look, match.prompt)
    match.play("combat allied-8")
    told = [line.plain for line in face.odds(match.game.forecast(match.game.seen(match.position, "axis"), "allied"))]
    assert any("Montgomery" in line and "+1 on the die" in line for line in told)
    assert match.prompt.side == "axis" or "pass" in match.prompt.verbs()


def test_a_hand_is_told_card_by_card_with_the_number_of_every_use(capsys: pytest.CaptureFixture[str]) -> None:
    match = acting("axis", axis_hand="axis-3 axis-12 axis-18")
    menu = Menu(match.prompt, match.inquire("axis"), FestungFace())
    menu.show(Screen())
    told = capsys.readouterr().out
    for card in ("axis-3", "axis-12", "axis-18"):
        (row,) = [line for line in told.splitlines() if f" {card} " in line]
        uses = dict(re.findall(r"(\d+) (ops|event|rd|rp)\b", row))
        assert {str(menu.numbered[int(number) - 1]) for number in uses} == {
            str(action) for action in match.prompt.actions if action.operand == card
        }
        assert all(str(menu.numbered[int(number) - 1]) == f"{use} {card}" for number, use in uses.items())
    assert len(menu.numbered) == len(match.prompt.actions)


def test_random_play_is_told_to_whoever_decides() -> None:
    match, face, chance = Match(game("overlord"), seed="terminal"), FestungFace(), random.Random(4)
    printed = by_id(tuple(face.printed_cards(match.game)))
    for number in range(300):
        if not match.prompts:
            break
        prompt = next(iter(match.prompts.values()))
        look = match.inquire(prompt.side)
        if number % 11 == 0:
            menu = Menu(prompt, look, face)
            assert face.header(look, match.game.phase(look.position))[0].plain.startswith("Festung Europa")
            assert len(face.cells(look, prompt.side, menu.hexes())) == len(match.game.board.index)
            assert all(face.unit_line(look, unit).place for unit in face.units(look))
            assert face.off_board(look)
            for holding in face.cards(look, prompt.side):
                assert (holding.side == prompt.side) or not holding.hand
                assert set(holding.hand) <= set(printed)
            face.costs(look, prompt.frame)
        if isinstance(prompt.frame, Fight) and face.attack_declared(look, prompt):
            assert face.odds(match.game.forecast(look.position, prompt.frame.side))
        match.play(chance.choice(prompt.actions), side=prompt.side)
