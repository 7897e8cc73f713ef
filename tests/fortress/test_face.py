"""Fortress Europa as a page is shown it: the box, charts in force, markers, questions, odds and overlays."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest

from bocage import Match, shelf
from bocage.engine.errors import BadInput
from bocage.games.fortress.data import FOLDER, rows
from bocage.games.fortress.game import Fortress
from bocage.games.fortress.table.face import FortressFace
from bocage.table.showing import sheets
from bocage.table.wire.box import Box, Chart
from bocage.table.wire.sheet import Choice, Layer, Sheet
from tests.fortress.playing import game, look, position

from ..cases import rule

FRONT = "US-1-Inf L5; US-2-Inf L6; US-Bradley L4; Mulberry-12 M5; GE-91-Inf K4 frozen; GE-Rommel R11; GE-709-Co K2"


@pytest.fixture(autouse=True)
def on_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table finds this face and its map whether or not the game stands on the shelf."""
    monkeypatch.setattr(sheets, "face_class", lambda slug: FortressFace)
    monkeypatch.setattr(shelf, "folder", lambda slug, room: FOLDER)


def face(match: Match) -> FortressFace:
    """The face of a match."""
    return FortressFace(match.game)


def box(scenario: str = "campaign", options: Mapping[str, Any] | None = None) -> Box:
    """Everything printed of a scenario with options."""
    return FortressFace(Fortress(scenario, options)).box()


def chart(made: Box, name: str) -> Chart:
    """A chart of a box."""
    return next(found for found in made.charts if found.id == name)


def layers(match: Match, overlay: str, unit: str = "") -> dict[str, Layer]:
    """What an overlay shows, by the names of its layers."""
    return {layer.name: layer for layer in face(match).overlay(look(match), overlay, unit)}


def signs(match: Match, label: str) -> list[str]:
    """The markers in a hex."""
    return [marker.sign for marker in face(match).markers(look(match)).get(label, [])]


def choice(shown: Sheet, verb: str) -> Choice:
    """A verb of the question."""
    assert shown.question is not None
    return next(found for found in shown.question.choices if found.verb == verb)


# The box


def test_every_verb_of_the_rules_has_a_button_that_takes_what_it_takes() -> None:
    made = game()
    assert {verb.verb: verb.noun for verb in box().verbs} == {
        verb: domain.noun for verb, domain in made.actions.verbs.items()
    }


def test_counters_places_and_turns_are_all_in_the_box() -> None:
    made = box()
    ids = {counter.id: counter for counter in made.counters}
    assert set(ids) == set(game().unit_ids)
    assert ids["GE-Rommel"].note.startswith("other side: Model (Army Group B)")
    assert ids["GE-709-Co"].symbol == "static infantry"
    assert ids["US-82-AB"].symbol == "parachute"
    assert ids["GE-19-Pz"].note.endswith("withdrawn on turn 5")
    assert [place.id for place in made.places] == list(game().place_names)
    assert [turn.number for turn in made.turns] == list(range(1, 38))
    assert [turn.number for turn in box("bulge").turns] == [27, 28, 29, 30]
    assert "US 7 Armored Division" in made.turns[2].note
    assert made.back is not None
    assert (made.back.short, made.back.symbol) == ("?", "unknown")
    assert len(made.layout.hexes) == len(game().board.index)
    assert [(base.label, base.name) for base in made.layout.boxes] == [("england", "England"), ("africa", "Africa")]


def test_nations_can_be_told_apart_by_lightness() -> None:
    def lightness(colour: str) -> float:
        red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
        return (0.299 * red + 0.587 * green + 0.114 * blue) / 255

    for side in ("allied", "german"):
        faces = sorted(lightness(nation.face) for nation in box().nations if nation.side == side)
        assert all(after - before > 0.1 for before, after in pairwise(faces)), side


def test_cases_that_the_box_names_are_in_the_ledger() -> None:
    cases = {row["case"] for row in rows("ledger.csv")} | {row["ruling"] for row in rows("rulings.csv")}
    made = box()
    told = {found.rule for found in made.charts} | {found.rule for found in made.phases}
    told |= {found.rule for found in made.places if found.rule}
    told |= {row[-1] for row in chart(made, "missions").rows}
    assert told <= cases


@rule("15.1", "5.4", "17.10", "20.9", "18.7")
def test_charts_show_the_rules_in_force() -> None:
    made = box()
    combat = chart(made, "crt")
    assert combat.columns[1:] == ["1-5", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1"]
    assert combat.rows[2] == ["3", "AE", "A2", "A1", "AR", "E2", "EX", "DR", "D1", "DE", "DE"]
    assert ["german armored", "full / half", "full / half", "half / 1", "half / –"] in chart(made, "movement").rows
    assert chart(made, "ports").rows[0] == ["Brest", "B2", "Atlantic", "6", "–"]
    assert len(chart(made, "missions").rows) == 9
    advanced = chart(box(options={"17.1(adv)": True}), "missions")
    assert len(advanced.rows) == 10
    assert "5 SAC" in advanced.note
    assert "Allied 5, German 2" in chart(made, "paradrop").note
    assert "Allied 0, German 1" in chart(box("bulge"), "paradrop").note
    assert chart(made, "weather").note == "Not rolled for: June I Clear."
    assert "December III" in chart(box("bulge"), "weather").note
    assert [row[0] for row in chart(box("bulge"), "months").rows] == ["December", "January"]


# The sheet


@rule("16.3", "17.10.4", "18.7.8", "31.7")
def test_markers_lie_where_something_has_changed() -> None:
    match = position(
        "allied first movement", "US-1-Inf K2", forts_destroyed="W4", bombed=("Seine-1",), port_damage={"K2": 4},
        markers={"Y4": 2}, volkssturm_cities="II11", sites_taken="B2",
    )  # fmt: skip
    assert "FORT ✕" in signs(match, "W4")
    assert "PORT 3" in signs(match, "K2")
    assert signs(match, "Y4") == ["DECOY 2"]
    assert signs(match, "II11") == ["VS"]
    assert signs(match, "B2") == ["U-BOATS ✕"]
    bank = match.game.board.names(look(match).game.data.section_hexes["Seine-1"])
    assert all("BRIDGES ✕" in signs(match, label) for label in bank)


@rule("3.3", "31.6")
def test_hidden_units_are_nowhere_and_those_under_decoys_have_no_name() -> None:
    units = "US-1-Inf L5; GE-2-Pz M9 hidden; GE-9-Pz MM20; GE-10SS-Pz MM20; GE-116-Pz NN20"
    match = position(
        "allied first movement", units, options={"31.6": True}, decoys="GE-9-Pz GE-10SS-Pz GE-116-Pz", turn=5
    )
    seen = face(match).units(match.inquire("allied"))
    assert seen["GE-2-Pz"].at == seen["GE-9-Pz"].at == "unknown"
    assert seen["GE-2-Pz"].text == "8-6"
    assert sorted(name for name in seen if name.startswith("?")) == ["?MM20", "?MM20/2", "?NN20"]
    assert seen["?NN20"].text == "?"
    mine = face(match).units(match.inquire("german"))
    assert mine["GE-9-Pz"].at == "MM20"
    assert "decoy" in mine["GE-9-Pz"].flags.split()
    assert not [name for name in mine if name.startswith("?")]
    assert layers(match, "supply", "?NN20") == {}


@rule("17.9.1", "17.10.4")
def test_missions_and_river_sections_are_chosen_from_lists_with_words() -> None:
    match = position("allied allocation", "US-Bradley L4", turn=3)
    shown = sheets.sheet(match, "allied")
    assert choice(shown, "tac").operands == ["strafing", "ground_support", "bridges", "v1_sites", "counter_air"]
    assert choice(shown, "sac").words["railways"] == "Railway Attacks: 2 German rail moves less for each"
    bombing = position("bridge attacks", "US-Bradley L4", turn=3, missions={"bridges": (1, 1)})
    sections = choice(sheets.sheet(bombing, "allied"), "bomb")
    assert "Seine-1" in sections.operands
    assert sections.words["Seine-1"].startswith("Seine 1: ")


@rule("5.2", "14.3")
def test_a_move_shows_hexes_and_way_and_an_attack_its_odds() -> None:
    match = position("allied first movement", FRONT, impulse=1, phasing="allied")
    match.play("pick US-2-Inf")
    move = choice(sheets.sheet(match, "allied"), "move")
    assert len(move.costs) == len(match.prompt.verbs()["move"])
    assert set(move.costs) <= set("1234")
    found = next(action for action in match.prompt.actions if str(action) == "move L7")
    path = face(match).path(look(match), match.position.frames[-1], found)
    assert (path.hexes, path.cost) == (["L6", "L7"], "1 hex of 4")
    with pytest.raises(BadInput):
        face(position("german first combat", FRONT)).path(look(match), None, found)

    battle = position("allied first combat", "US-1-Inf K7; US-4-Inf K7; GE-77-Inf K8", impulse=1)
    card = face(battle).odds(look(battle), "allied", "K8", None)
    assert (card.attack, card.defence, card.odds, card.column, card.chart) == (12, 4, "3-1", "3-1", "crt")
    assert [(found.result, found.share) for found in card.chances] == [
        ("A1", "1/6"), ("E2", "1/6"), ("EX", "1/6"), ("DR", "1/6"), ("D1", "1/6"), ("DE", "1/6"),
    ]  # fmt: skip
    battle.play("join US-1-Inf")
    question = sheets.sheet(battle, "allied").question
    assert question is not None
    assert question.odds is not None
    assert question.odds.attackers == ["US-1-Inf"]
    assert question.focus == "K8"


# Overlays


@rule("7.1", "9.1", "10.7", "12.10", "17.4", "18.1", "30.2")
def test_overlays_are_drawn_by_the_functions_of_the_rules() -> None:
    match = position("allied first movement", FRONT, german_rail="R11", impulse=1, phasing="allied", released=False)
    assert "7th district, frozen (9.1)" in layers(match, "areas")
    assert layers(match, "railways")["Railways under German control (10.7)"].hexes == ["R11"]
    assert [name for name in layers(match, "invasions") if name.startswith("Normandy: 42 factors, then 5 units")]
    assert set(layers(match, "zones")) == {"Allied zones of control", "German zones of control"}
    supply = layers(match, "supply", "US-2-Inf")
    (name,) = supply
    assert name == "US 2 Infantry Division: supplied by Bradley (12th Army Group) (18.1)"
    (line,) = supply[name].lines
    assert (line[0], line[-1]) == ("L6", "M5")
    everyone = layers(match, "supply")
    assert everyone["Ports and mulberries in use, with what they carry (18.2)"].texts == {"M5": "12"}
    (reach,) = layers(match, "reach", "US-2-Inf").values()
    assert reach.texts["L7"] == "1"
    (still,) = layers(match, "reach", "GE-91-Inf")
    assert still == "German 91 Infantry Division: frozen, it does not move"
    assert layers(match, "tac")["In range of Allied TAC (17.4)"].hexes


# A match


@pytest.mark.parametrize(("scenario", "seed"), [("campaign", "D"), ("bulge", "B"), ("west_wall", "W")])
def test_sheets_of_a_random_match_are_whole(scenario: str, seed: str) -> None:
    match, chance = Match(game(scenario), seed=seed), Random(seed)
    made = face(match).box()
    phases, verbs = {phase.id for phase in made.phases}, {verb.verb for verb in made.verbs}
    shown = 0
    while shown <= 90:
        if not match.prompts:  # a short game: another one
            match = Match(game(scenario), seed=f"{seed} again")
        side = chance.choice(sorted(match.prompts))
        if match.moment % 4 == 0:
            for who in ("allied", "german", None):
                sheet = sheets.sheet(match, who)
                assert msgspec.json.decode(msgspec.json.encode(sheet), type=Sheet) == sheet
                assert sheet.phase in phases
                told = {named(flag) for piece in sheet.units.values() for flag in piece.flags.split()}
                assert told <= set(made.flags)
                if sheet.question:
                    assert {found.verb for found in sheet.question.choices} <= verbs
                shown += 1
        actions = match.prompts[side].actions
        closing = [action for action in actions if action.verb in ("end", "suggested", "roll")]
        match.play(chance.choice(closing if closing and chance.random() < 0.3 else actions), side=side)


def named(flag: str) -> str:
    """A flag without its number."""
    name, _, number = flag.rpartition("-")
    return name if number.isdigit() else flag
