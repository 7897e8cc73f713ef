"""Whole combats, from the marker to the last hex of the retreat (9.1 to 9.5)."""

from __future__ import annotations

from typing import Any

import pytest

from bocage import Match
from bocage.games.festung.rules import redeployment
from bocage.games.festung.rules.supply.tracing import OUT, grade
from tests.cases import rule
from tests.festung.combat.fighting import at, attack, fighting, legal, look, odds, steps
from tests.festung.playing import midway, place, play, refused

KESSELRING, WINTER_LINE, HOLD_FAST, COUNTERATTACK, WESTWALL = "axis-4", "axis-5", "axis-12", "axis-18", "axis-35"
RANGERS = "allied-16"


def rolled(match: Match) -> list[str]:
    """What the log says of each combat: the column, the die, and what came of it."""
    return [
        line.sentence.split("rolled on ")[1]
        for line in match.log()
        if line.rule == "9.27" and "rolled on" in line.sentence
    ]


def controlled(match: Match, side: str, label: str) -> bool:
    """Does a side control a hex?"""
    return bool(look(match).controls(side) >> match.game.board.index[label] & 1)


# Retreats


@rule("9.42", "9.43", "9.441", "R9")
@pytest.mark.parametrize(
    ("more", "options", "ends"),
    [
        ("", {}, {"1108", "1009", "1109"}),
        ("; US-XII 1108", {}, {"1009", "1109"}),
        ("", {"R9": True}, set()),  # one way only, which is taken
    ],
)
def test_out_of_the_ruhr(more: str, options: dict[str, Any], ends: set[str]) -> None:
    """T131: a lone corps on 3:1, 0/1: it flips and goes; the ground is urban, so it may not stay."""
    units = f"US-V 0909; US-VII 0909; US-XIII 0909; GE-LXXX 1008{more}"
    match = fighting(
        "allied", units, "0909", dice="4", allied="0809 0709", flags="rhine_bridgehead", airfields="0809 0809",
        fighters={"US-A": "ground support", "US-B": "ground support"}, options={**options, "19.35": True},
    )  # fmt: skip
    attack(match, "1008", "US-V", "US-VII", "US-XIII", help=["support US-A", "support US-B"])
    assert rolled(match)[0].startswith("3:1: 4, 0/1")
    assert steps(match, "GE-LXXX") == 1
    assert match.prompt.step != "hold"
    if ends:
        assert legal(match, "retreat") == ends
        for never in ("1007", "0908", "0909"):
            assert refused(match, f"retreat {never}"), "Osnabruck, Arnhem and Venlo lead nowhere"
    else:
        assert at(match, "GE-LXXX") == "1108"


@rule("9.46", "9.41")
def test_out_of_nantes() -> None:
    """T138: 0/2 against a full and a reduced corps; the way out leads two hexes through what the Allies hold."""
    units = "US-V 0412; US-VII 0313; US-VIII 0313; US-XV 0412; US-XIX 0412; GE-LXXX 0413; GE-LXXXVI 0413 reduced"
    match = fighting(
        "allied", units, "0412 0313", dice="6", allied="0414 0512 0612 0613 0614 0515 0410 0411"
    )  # 10 against 3, all across the Loire: 2:1
    attack(match, "0413", "US-V", "US-VII", "US-VIII", "US-XV", "US-XIX")
    assert rolled(match)[0].startswith("2:1: 6, 0/2")
    match.play("lose GE-LXXXVI")
    assert (at(match, "GE-LXXXVI"), steps(match, "GE-LXXX")) == ("pool", 1)
    assert legal(match, "retreat") == {"0512", "0612", "0613", "0614", "0515"}
    match.play("retreat 0512")
    assert controlled(match, "axis", "0512")


@rule("9.45", "8.32", "10.7", "R96")
def test_a_landing_in_norway_may_leave_again_on_turn_two() -> None:
    """T149: no hold in a Beach Head; the survivors go to the box or are lost, and come back by redeployment alone."""
    units = "US-V 0600; BR-I 0600; GE-NORA 0701; GE-XXXIII 0701; GE-LXX 0701"
    match = fighting("axis", units, "0701", dice="6", turn=2, flags="roundup", allied="0600")
    attack(match, "0600", "GE-NORA", "GE-XXXIII", "GE-LXX")  # 4 against 4, one left: 1:2, 1/1
    assert rolled(match)[0].startswith("1:2")
    match = fighting("axis", f"{units}; GE-6SSA 0701", "0701", dice="6", turn=2, flags="roundup", allied="0600")
    attack(match, "0600", "GE-6SSA", "GE-NORA", "GE-XXXIII")  # 10 against 4: 2:1, and armour for the Beach Head: 0/2
    match.play("lose US-V")
    match.play("lose BR-I")
    assert match.prompt.step != "hold"
    match.play("pick US-V")
    assert legal(match, "retreat") == {"UK"}
    match.play("retreat UK")
    assert at(match, "US-V") == at(match, "BR-I") == "UK"
    for held, case in (("0600", ""), ("", "10.4")):
        back = midway(
            lambda made: redeployment.begin(made, "allied", 2), "US-V UK; GE-LXX 0702", turn=2, marked="0600",
            allied_control=held,
        )  # fmt: skip
        play(back, "pick US-V")
        assert refused(back, "redeploy 0600") == case


@rule("9.46", "9.441", "R109")
def test_out_of_belfort_by_the_last_free_hex() -> None:
    """T162: Strasbourg lies in the zone of 1st Army, and the last hex counts; to hold would take its last step."""
    more = "0917 0816 0915 0914 0411 0712 0811 0410 0512 0612 0812"
    for unit, ends in (("", {"1112"}), ("; GE-LXXX 1011", {"1011", "1112"})):
        units = f"FF-I 0913; US-V 0913; US-VII 0913; FF-1A 0912; GE-LXXXV 1012{unit}"
        match = fighting("allied", units, "0913", dice="5", allied=more)
        attack(match, "1012", "FF-I", "US-V", "US-VII")  # 6 against 2, forest: 2:1, 0/1
        assert steps(match, "GE-LXXXV") == 1
        assert match.prompt.step == "hold", "in a forest it might stay, but for its last step"
        match.play("withdraw")
        assert (legal(match, "retreat") or {at(match, "GE-LXXXV")}) == ends
    match = fighting("allied", units, "0913", dice="5", allied=more)
    attack(match, "1012", "FF-I", "US-V", "US-VII")
    match.play("hold GE-LXXXV")
    assert at(match, "GE-LXXXV") == "pool"


@rule("9.43", "11.33")
def test_italians_without_rome_turn_where_they_like() -> None:
    """T142: out of Rimini, and out of supply everywhere."""
    units = "BR-X 1615; BR-XIII 1615; BR-XXX 1615; IT-XXXI 1515"
    match = fighting("allied", units, dice="3", turn=1, allied="1617")
    attack(match, "1515", "BR-X", "BR-XIII")  # 4 against 1: 4:1, 0/1
    assert rolled(match)[0].startswith("4:1: 3, 0/1")
    assert legal(match, "retreat") == {"1414", "1415", "1516", "1514"}
    for where in sorted(legal(match, "retreat")):
        there = fighting("allied", units, dice="3", turn=1, allied="1617")
        attack(there, "1515", "BR-X", "BR-XIII")
        there.play(f"retreat {where}")
        assert grade(look(there), there.game.unit_numbers["IT-XXXI"]) == OUT


@rule("9.46")
def test_out_of_reims_into_a_pocket() -> None:
    """T190: Metz is friendly but cut off, and comes before Brussels, which is Allied and in supply."""
    units = "US-V 0912; US-VII 0812; US-VIII 0712; US-XII 0712; US-XIX 0712; US-XV 0711; GE-LXXX 0811"
    match = fighting("allied", units, "0712", dice="4", allied="0810 0910 1010 1011 0410 0511 0611")
    attack(match, "0811", "US-VIII", "US-XII", "US-XIX")  # 6 against 2: 3:1, 0/1
    assert rolled(match)[0].startswith("3:1: 4, 0/1")
    assert at(match, "GE-LXXX") == "0911"
    assert grade(look(match), match.game.unit_numbers["GE-LXXX"]) == OUT


# Combats one after another


@rule("9.12", "9.14", "9.17", "6.62", "R99", "R100")
def test_two_nationalities_attack_one_hex_one_after_the_other() -> None:
    """T152, T153: out of Palermo, then out of Messina; the card of the first combat is named in the second."""
    units = "IT-6A 1820; GE-XIVPZ 1920; BR-XIII 1921"
    match = fighting("axis", units, "1820 1920", turn=1, allied="1821 1922", axis_hand="axis-32", dice="3 1")
    for alone in ("IT-6A", "GE-XIVPZ"):
        single = fighting("axis", units, "1820 1920", turn=1, allied="1821 1922")
        single.play("attack 1921")
        single.play(f"join {alone}")
        assert refused(single, "fight") == ""
    attack(match, "1921", "GE-XIVPZ")
    match.play("combat axis-32")  # Tigers and Panthers
    match.play("attack 1921")
    assert refused(match, "join GE-XIVPZ") == "9.14"
    match.play("join IT-6A")
    match.play("fight")
    later = fighting(
        "axis", f"{units}; GE-LXXVIPZ 1820", "1820 1920", turn=1, allied="1821 1922", axis_hand=COUNTERATTACK,
        dice="1 1",
    )  # fmt: skip
    attack(later, "1921", "IT-6A", "GE-LXXVIPZ")
    later.play(f"combat {COUNTERATTACK}")
    later.play("lose GE-LXXVIPZ")
    attack(later, "1921", "GE-XIVPZ")
    assert later.prompt.step == "combat cards"
    assert legal(later, "combat") == {COUNTERATTACK}
    mixed = fighting("axis", f"{units}; GE-IFJ 1820", "1820 1920", turn=1, allied="1821 1922")
    for action in ("attack 1921", "join GE-XIVPZ", "join IT-6A"):
        mixed.play(action)
    assert refused(mixed, "fight") == "", "I Parachute Corps links Palermo though it does not attack"


@rule("6.62", "9.441", "9.25")
@pytest.mark.parametrize(
    ("card", "target", "base", "attackers"),
    [
        (WESTWALL, "1110", "1111", ("US-V", "US-VII", "US-XII")),  # 6 against 2: 3:1
        (WINTER_LINE, "1717", "1718", ("US-V", "US-VII", "US-XII")),  # mountain: 2:1
    ],
)
def test_a_line_of_forts_serves_one_combat(card: str, target: str, base: str, attackers: tuple[str, ...]) -> None:
    """T171: a five less one; LXXX flips and stays for nothing, and a second attack meets no card."""
    units = "; ".join([*(f"{unit} {base}" for unit in attackers), f"GE-LXXX {target}", f"US-VI {base}"])
    allied = "0712 0812 0913 1011 0911 1010 0811 1718"
    match = fighting("allied", units, base, axis_hand=card, dice="5 6" if card == WESTWALL else "6 6", allied=allied)
    attack(match, target, *attackers)
    match.play(f"combat {card}")
    first = rolled(match)[0]
    assert first.startswith("3:1: 5; -1" if card == WESTWALL else "2:1: 6; -1")
    assert first.endswith("0/1.")
    assert match.prompt.step == "hold"
    match.play("stay")
    assert (at(match, "GE-LXXX"), steps(match, "GE-LXXX")) == (target, 1)
    assert match.position.decks["axis"].in_discards == 1
    attack(match, target, "US-VI")
    second = rolled(match)[1]
    assert "-1" not in second
    assert legal(match, "stay") == set()


@rule("9.25", "9.24")
def test_rangers_make_a_column_at_cherbourg() -> None:
    """T172: 3:1, two for the aircraft and one for the card: 6:1; the card stays on the table."""
    units = "US-1A 0410; BR-2A 0410; AB-C 0410; US-V 0410; BR-I 0410; GE-LXXXIV 0411; FORT-Cherbourg 0411"
    match = fighting(
        "allied", units, landing="0410", fighters={"US-A": "ground support", "UK-A": "ground support"},
        allied_hand=f"{RANGERS} allied-3", dice="3",
    )  # fmt: skip
    attack(match, "0411", "US-1A", "BR-2A", "AB-C", "US-V", "BR-I", help=["support US-A", "support UK-A"])
    assert (odds(match).odds, odds(match).column) == ("3:1", "5:1")
    match.play(f"combat {RANGERS}")
    assert rolled(match)[0].startswith("6:1")
    assert match.position.decks["allied"].face_up >> match.game.card_numbers[RANGERS] & 1


@rule("9.441", "9.41")
@pytest.mark.parametrize(("die", "stays"), [("5", True), ("6", False)])
def test_hold_fast_holds_whoever_is_left(die: str, stays: bool) -> None:
    """T189: at 3:1 a five leaves the corps a step, a six nothing."""
    units = "US-V 0913; US-VII 0913; US-XII 0913; GE-LXXX 0912"
    match = fighting(
        "allied", units, axis_hand=HOLD_FAST, dice=die, allied="0712 0812 1011 0911 1010 0811"
    )  # the corps has its supply through Belfort
    attack(match, "0912", "US-V", "US-VII", "US-XII")
    match.play(f"combat {HOLD_FAST}")
    assert rolled(match)[0].startswith(f"3:1: {die}")
    if stays:
        match.play("stay")
        assert (at(match, "GE-LXXX"), steps(match, "GE-LXXX")) == ("0912", 1)
    else:
        assert at(match, "GE-LXXX") == "pool"
        assert match.prompt.step == "advance"


@rule("9.131", "6.26", "9.51", "R98")
def test_armour_that_is_barred_from_a_beach_head_neither_fights_nor_advances() -> None:
    """T151: LXXXV attacks by itself, XXIV Panzer beside it gives no shift and does not advance."""
    units = "GE-XXIVPZ 0916; GE-LXXXV 0916; US-VI 0917 reduced"
    match = fighting("axis", units, "0916", dice="6", allied="0917")
    attack(match, "0917", "GE-LXXXV")  # 1 against 1, Beach Head: 1:2, 1/1
    assert rolled(match)[0].startswith("1:2")
    assert "9.243" not in "".join(line.sentence for line in match.log())
    assert place(match, "GE-XXIVPZ") == "0916"
    assert match.prompts == {}
