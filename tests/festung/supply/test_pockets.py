"""Pockets and their end: what attrition takes, and what it leaves (4.4, 11.7), and the surrender of Italy (13.2)."""

from __future__ import annotations

from typing import Any

import pytest

from bocage import Match
from bocage.games.festung.rules import replacements
from bocage.games.festung.rules.supply.tracing import FULL, LIMITED, OUT, grade
from bocage.games.festung.rules.victory import verdict
from tests.cases import rule
from tests.festung.playing import in_force, look, midway, movement, operation, place, play, position, refused

from .test_supply import but

BREST = "GE-XXV 0212; FORT-Brest 0212"


def attrition(side: str, units: str, **more: Any) -> Match:
    """The attrition phase of a side."""
    return midway(lambda made: made.start("attrition", side), units, **more)


def holds(match: Match, side: str, *labels: str) -> list[bool]:
    """Which of some hexes a side controls."""
    held = look(match).controls(side)
    return [bool(held >> match.game.board.index[label] & 1) for label in labels]


@rule("11.43", "11.71", "11.72")
def test_the_pockets_of_brittany() -> None:
    """T112: without another port of that sea only the fortress keeps its hex; with Danzig both are fed by sea."""
    alone = attrition("axis", BREST, allied_control=but("0212", "0313"))
    assert [place(alone, unit) for unit in ("GE-XXV", "FORT-Brest")] == ["0212", "0212"]
    assert holds(alone, "axis", "0212", "0313") == [True, False]
    fed = attrition("axis", BREST, allied_control=but("0212", "0313", "1604", "1505", "1506", "1406", "1307"))
    assert holds(fed, "axis", "0212", "0313") == [True, True]
    numbers = fed.game.unit_numbers
    assert [grade(look(fed), numbers[unit]) for unit in ("GE-XXV", "FORT-Brest")] == [LIMITED, LIMITED]


@rule("8.38", "11.72", "16.2", "R57")
def test_closed_cities_do_not_fall_to_the_allies() -> None:
    """T121: Berlin, Vienna and Breslau stay as they were after Enemy at the Gates, with their points and industry."""
    cut_off = but("1307", "1711", "1607", "0712")
    match = attrition("axis", "", allied_control=cut_off, closed="both", turn=7, vp=9, infrastructure=7)
    assert holds(match, "allied", "1307", "1711", "1607", "0712") == [False, False, False, True]
    assert match.position.vp == 8, "Paris alone"
    assert match.position.infrastructure == 6
    made = match.position.copy()
    made.hitler, made.turn = -1, 8
    assert verdict(match.game.look(made)) is None


@rule("11.72", "R90")
def test_a_beach_head_that_nobody_invaded_does_not_change_hands() -> None:
    """T180: it is no port either, and nobody arrives there."""
    held = "1016 0916 0816 0716"
    match = attrition("axis", "", allied_control=held)
    beach = 1 << match.game.board.index["0917"]
    assert not match.position.allied_control & beach
    assert not look(match).controls("axis") & beach
    rd = midway(lambda made: made.push(replacements.Replacing("allied", 2)), "US-V pool reduced", allied_control=held)
    play(rd, "pick US-V")
    assert refused(rd, "place 0917") == "12.31"


@rule("8.38", "11.41", "11.71", "R12")
def test_who_is_caught_behind_the_closed_border() -> None:
    """T141: XIII Corps in Leipzig is lost at Allied attrition, 9th Army in Magdeburg is not."""
    units = "US-9A 1207; US-XIII 1308; GE-LXXX 1307"
    fields: dict[str, Any] = {"allied_control": "1108 1107 1106", "turn": 8, "closed": "allied"}
    match = attrition("allied", units, **fields)
    assert [place(match, unit) for unit in ("US-9A", "US-XIII")] == ["1207", "pool"]
    attack = operation("allied", 4, units, **fields)
    play(attack, "mark-attack 1207", "end", "attack 1307", "join US-9A")
    go = movement("allied", units, "1207 1308", **fields)
    assert refused(go, "pick US-XIII") == "8.38"
    play(go, "pick US-9A")
    assert not refused(go, "move 1108")
    assert refused(go, "move 1206") == "8.38"


@rule("13.2", "4.4", "R29")
def test_italy_surrenders_at_the_end_of_an_allied_action_only() -> None:
    """T129: Axis attrition makes Potenza the eighth hex; the surrender waits for the end of the sixth Allied action."""
    seven = "1721 1820 1821 1920 1921 2019 2018"
    match = position(
        "axis action", "IT-VII BALKANS; IT-XII 1617; US-5A 1817; US-II 1917; US-VI 2017", turn=1, round=6,
        allied_control=seven.replace("1820 1721 ", ""), vp=12, infrastructure=9, marked="1922",
    )  # fmt: skip
    for label in ("1721", "1820", "1821"):  # seven in all, with those where units stand
        match.position.allied_control &= ~(1 << match.game.board.index[label])
    assert (look(match).controls("allied") & match.game.surrender_hexes).bit_count() == 7
    play(match, "automatic", "end")
    assert match.prompt.side == "allied"
    assert holds(match, "allied", "1918") == [True]
    assert not match.position.surrendered
    assert place(match, "IT-VII") == "BALKANS"
    play(match, "automatic", "end")
    assert match.position.surrendered
    assert [place(match, unit) for unit in ("IT-VII", "IT-XII")] == ["pool", "pool"]


@rule("11.31", "11.33", "R27")
def test_italians_and_germans_have_sources_of_their_own() -> None:
    for unit, kind in (("GE-LXXX", OUT), ("IT-XII", FULL)):
        match = position("axis action", f"{unit} 1617", allied_control=but("1617"))
        assert grade(look(match), match.game.unit_numbers[unit]) == kind


# Replacements


@rule("6.42", "14.2", "15.2", "R71")
@pytest.mark.parametrize(("collapsed", "lost"), [(False, 1), (True, 2)])
def test_a_second_card_that_gives_nothing_costs_a_point_all_the_same(collapsed: bool, lost: int) -> None:
    """T128: two bombers on oil leave nothing of a card of two; the first such card counts though it gave nothing."""
    match = position(
        "axis action", "GE-LXXX 1008 reduced; US-V 0410", turn=8, axis_hand="axis-2 axis-14", vp=12,
        infrastructure=0 if collapsed else 9, collapsed=collapsed, bombers={"UK BC": "oil", "US 8th AF": "oil"},
    )  # fmt: skip
    play(match, "rp axis-2")
    first = 12 - match.position.vp
    assert (match.prompt.side, match.position.rp_rounds, first) == ("allied", 1, int(collapsed))
    play(match, "automatic", "end", "rp axis-14")
    assert match.prompt.side == "allied"
    assert 12 - match.position.vp - first == lost


@rule("19.32", "6.42", "15.2", "R85")
def test_disbanding_is_no_first_card() -> None:
    """T143: 4 + 1 - 2 points, no point lost; a card later in the turn is the first one and costs by collapse only."""
    match = position(
        "axis action", "GE-LXXX 1008 reduced; US-V 0410", turn=8, options={"19.32": True}, collapsed=True, vp=9,
        infrastructure=0, flags=in_force("volkssturm", "forced_labor"), axis_hand="axis-18",
        bombers={"UK BC": "oil", "US 8th AF": "oil"},
    )  # fmt: skip
    play(match, "disband")
    assert "3 points" in match.prompt.text
    play(match, "end")
    assert match.position.vp == 9
    play(match, "automatic", "end", "rp axis-18")
    assert match.position.vp == 8


@rule("12.33", "13.3", "R30")
@pytest.mark.parametrize("cards", [1, 2])
def test_before_the_surrender_two_italian_corps_may_come_back_in_a_turn(cards: int) -> None:
    """T186: by one card or one by each."""
    match = position(
        "axis action", "IT-VII pool reduced; IT-XIII pool reduced; US-V NA", turn=1, vp=21, infrastructure=20,
        axis_hand="axis-2 axis-14",
    )  # fmt: skip
    play(match, "rp axis-2", "pick IT-VII")
    for where in ("BALKANS", "1617", "1214", "1115"):
        assert not refused(match, f"place {where}")
    play(match, "place BALKANS")
    if cards == 2:
        play(match, "end", "automatic", "end", "rp axis-14")
    play(match, "pick IT-XIII", "place 1214")
    assert [place(match, unit) for unit in ("IT-VII", "IT-XIII")] == ["BALKANS", "1214"]


@rule("6.42", "12.4", "14.2")
def test_panzer_refit_is_no_replacement_card() -> None:
    """T183: exactly two points for German armour, whatever flies against the oil, and no point is lost."""
    for spent in (("GE-XIVPZ", "GE-LVIIIPZ", "GE-XXIVPZ", "GE-XLVIIIPZ"), ("GE-5PZA", "GE-6SSA")):
        units = "; ".join(
            [*(f"{unit} 1008 reduced" for unit in spent[:3]), *(f"{unit} OKW reduced" for unit in spent[3:])]
        )
        match = position(
            "axis action", f"{units}; GE-LXXX 1307 reduced; GE-XLVIIPZ OKW reduced; US-V 0410", turn=5, rp_rounds=1,
            vp=12, infrastructure=9, axis_hand="axis-3", bombers={"UK BC": "oil", "US 8th AF": "oil"},
        )  # fmt: skip
        play(match, "event axis-3")
        assert "2 points" in match.prompt.text
        assert refused(match, "rebuild GE-LXXX") == "6.51"
        play(match, *(f"rebuild {unit}" for unit in spent))
        assert match.prompt.side == "allied", "all is spent"
        assert (match.position.vp, match.position.rp_rounds) == (12, 1)
