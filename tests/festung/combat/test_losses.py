"""Losses (9.3): who pays, in which order, and which corps stand in for armies."""

from __future__ import annotations

from tests.cases import rule
from tests.festung.combat.fighting import at, attack, fighting, legal, look, steps
from tests.festung.playing import refused


@rule("9.31", "9.16", "9.27")
def test_the_attacker_pays_first_and_only_with_those_who_attacked() -> None:
    match = fighting(
        "allied", "US-V 0611; US-VII 0611; US-VIII 0611; GE-LXXXI 0711; GE-LXXX 0711", dice="4", allied="0712"
    )
    attack(match, "0711", "US-V", "US-VII")  # 4 against 4: 1:1, 1/1
    assert match.prompt.side == "allied"
    assert legal(match, "lose") == {"US-V", "US-VII"}
    assert refused(match, "lose US-VIII") == "9.16"
    match.play("lose US-V")
    assert match.prompt.side == "axis"
    assert legal(match, "lose") == {"GE-LXXXI", "GE-LXXX"}
    assert refused(match, "lose US-VII") == "9.31"
    match.play("lose GE-LXXX")
    assert [steps(match, unit) for unit in ("US-V", "US-VII", "GE-LXXX", "GE-LXXXI")] == [1, 2, 1, 2]


@rule("9.41", "9.51", "R48")
def test_equal_losses_have_no_winner_even_if_the_hex_is_empty() -> None:
    """T059, T100."""
    match = fighting(
        "allied", "US-V 0611; US-VII 0611; GE-LXXXI 0711 reduced; GE-LXXX 0711 reduced", dice="3", allied="0712"
    )
    attack(match, "0711", "US-V", "US-VII")  # 4 against 2: 2:1, 1/1
    match.play("lose US-V")
    match.play("lose GE-LXXX")
    assert match.prompts == {}
    assert at(match, "GE-LXXXI") == "0711"
    alone = fighting("allied", "US-V 0611; GE-LXXXI 0711 reduced", dice="3", allied="0712")
    attack(alone, "0711", "US-V")  # 2 against 1: 2:1, 1/1
    assert at(alone, "GE-LXXXI") == "pool"
    assert alone.prompts == {}
    assert not alone.position.allied_control >> alone.game.board.index["0711"] & 1


@rule("9.41", "9.27", "R7")
def test_surplus_losses_count_for_winning() -> None:
    """T101: 1/2 against a unit of one step is a win by one."""
    match = fighting("allied", "US-V 0611; US-VII 0611 reduced; GE-IFJ 0711 reduced", dice="6", allied="0712")
    attack(match, "0711", "US-V", "US-VII")  # 3 against 2: 1:1, 1/2
    match.play("lose US-V")
    assert at(match, "GE-IFJ") == "pool"
    assert match.prompt.step == "advance"
    match.play("pick US-VII")
    match.play("advance 0711")
    assert at(match, "US-VII") == "0711"
    assert legal(match, "advance") == set()


@rule("9.32", "9.323", "9.36")
def test_a_german_army_is_relieved_out_of_okw_alone() -> None:
    """T058."""
    units = "US-5A 0810; US-1A 0810; GE-19A 0811 reduced; GE-LXXIV OKW; GE-LXXX EAST; GE-LXXXI BALKANS; IT-XXXI BALKANS"
    for answer, where in (("stand-in GE-LXXIV", "0811"), ("pass", "OKW")):
        match = fighting("allied", units, "0810", dice="6", allied="0609 0610 0410 0411")
        attack(match, "0811", "US-5A", "US-1A")
        assert match.prompt.side == "axis"
        assert legal(match, "stand-in") == {"GE-LXXIV"}
        assert refused(match, "stand-in GE-LXXX") == "9.32"
        match.play(answer)
        assert at(match, "GE-19A") == "pool"
        assert at(match, "GE-LXXIV") == where


@rule("9.32", "9.31", "9.441", "R56")
def test_no_more_of_the_result_falls_on_the_stand_in() -> None:
    """T125: 0/3 against a reduced army in the forest of Liege; the corps arrives whole, and must go or hold."""
    units = "US-3A 0810; US-1A 0810; US-9A 0810; GE-19A 0910 reduced; GE-LXXIV OKW"
    match = fighting("allied", units, "0810", dice="4", allied="0609 0610 0410 0411 0709 0809")
    attack(match, "0910", "US-3A", "US-1A", "US-9A")
    match.play("stand-in GE-LXXIV")
    assert (at(match, "GE-LXXIV"), steps(match, "GE-LXXIV")) == ("0910", 2)
    assert match.prompt.step == "hold"
    assert legal(match, "hold") == {"GE-LXXIV"}
    match.play("hold GE-LXXIV")
    assert (at(match, "GE-LXXIV"), steps(match, "GE-LXXIV")) == ("0910", 1)
    assert match.prompts == {}


@rule("9.34")
def test_nobody_stands_in_for_italian_armies_or_fortresses() -> None:
    match = fighting(
        "allied", "US-5A 1821; US-7A 1821; IT-6A 1820 reduced; GE-LXXIV OKW; IT-XXXI OKW", turn=1, dice="6"
    )
    attack(match, "1820", "US-5A", "US-7A")
    assert at(match, "IT-6A") == "pool"
    assert match.prompt.step == "advance"


@rule("9.32", "9.321", "9.322", "9.35", "R37", "R61", "R62", "2.22")
def test_allied_armies_are_relieved_by_the_sea_that_feeds_them() -> None:
    """T134."""
    units = (
        "US-3A 0909 reduced; GE-6SSA 1008; GE-5PZA 1008; US-V UK; FF-I UK; AB-C UK; BR-XII UK; US-II NA; GE-XIISS 1009"
    )
    port = "0809"
    for more, found in (("0709", {"US-V", "FF-I", "AB-C"}), ("", set())):
        match = fighting("axis", units, "1008", dice="6", allied=f"{port} {more}")
        attack(match, "0909", "GE-6SSA", "GE-5PZA")
        match.play("lose GE-6SSA")
        assert legal(match, "stand-in") == found
        assert at(match, "US-3A") == "pool"
    south = fighting("axis", "US-5A 1717 reduced; GE-6SSA 1616; GE-5PZA 1616; US-V UK; US-II NA; US-VI NA", "1616",
                     dice="6", allied="1718", flags="italian_disarmament")  # fmt: skip
    attack(south, "1717", "GE-6SSA", "GE-5PZA")
    if legal(south, "lose"):
        south.play("lose GE-6SSA")
    assert legal(south, "stand-in") == {"US-II", "US-VI"}
    airborne = fighting("axis", "AB-1A 0909 reduced; GE-6SSA 1008; GE-5PZA 1008; US-V UK; AB-C UK", "1008", dice="6",
                        allied=f"{port} 0709")  # fmt: skip
    attack(airborne, "0909", "GE-6SSA", "GE-5PZA")
    if legal(airborne, "lose"):
        airborne.play("lose GE-6SSA")
    assert legal(airborne, "stand-in") == {"AB-C"}


@rule("9.16", "9.32", "R102")
def test_the_stand_in_of_an_attacker_may_advance() -> None:
    """T155: British 2nd Army dies at Antwerp, XII Corps takes its place and goes in; not by the other reading."""
    units = "BR-2A 0810 reduced; GE-LXXXI 0809; GE-LXXXII 0809; BR-XII UK"
    for options, goes in (({}, True), ({"R102": True}, False)):
        match = fighting("allied", units, "0810", dice="6", allied="0712 0811", options=options)
        match.play("attack 0809")
        match.play("join BR-2A")
        found = match.game.forecast(match.position, "allied")
        assert (found.odds, found.column) == ("1:2", "1:1")
        match.play("fight")
        assert at(match, "BR-2A") == "pool"
        match.play("stand-in BR-XII")
        match.play("lose GE-LXXXI")
        match.play("lose GE-LXXXII")
        for unit in ("GE-LXXXI", "GE-LXXXII"):
            if legal(match, "pick"):
                match.play(f"pick {unit}")
            assert legal(match, "retreat") == {"0910", "0909"}, "the zone of the army went with it"
            match.play("retreat 0910")
        assert bool(match.prompts) is goes
        if goes:
            assert legal(match, "pick") == {"BR-XII"}
        assert look(match).position.attacked >> match.game.unit_numbers["BR-XII"] & 1
