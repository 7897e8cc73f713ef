"""Combat (9.1 to 9.3): who attacks what, odds and shifts, aircraft, modifiers, losses and stand-ins."""

from __future__ import annotations

import pytest

from bocage.engine.plain import from_plain, to_plain
from bocage.games.festung.rules.combat.battle import Fight
from bocage.games.festung.rules.combat.odds import _odds as ratio
from bocage.games.festung.rules.position import FestungPosition, Obligation
from tests.cases import rule
from tests.festung.combat.fighting import attack, fighting, legal, look, odds, steps
from tests.festung.playing import refused

SICILY = "US-7A 1821; US-II 1821; US-VI 1821; BR-8A 1921; BR-XIII 1921"


def shifts(found: object) -> dict[str, int]:
    """The shifts of a forecast by their cases."""
    return {shift.rule: shift.columns for shift in found.shifts}  # type: ignore[attr-defined]


def modifiers(found: object) -> dict[str, int]:
    """The modifiers of a forecast by their reasons."""
    return {part.why: part.number for part in found.modifiers}  # type: ignore[attr-defined]


# Who attacks what


@rule("9.1", "9.12", "9.22", "9.11")
def test_only_units_in_marked_hexes_next_to_the_target_attack() -> None:
    match = fighting("allied", "US-II 1821; BR-XIII 1921; US-VI 1820; GE-XIVPZ 1920", "1921")
    assert legal(match, "attack") == {"1920"}
    assert refused(match, "attack 1821") == "9.12"
    match.play("attack 1920")
    assert legal(match, "join") == {"BR-XIII"}
    assert refused(match, "join US-VI") == "9.1"
    assert refused(match, "join GE-XIVPZ") == "9.11"


@rule("9.1", "9.12")
def test_an_enemy_beside_units_without_a_marker_alone_is_no_target() -> None:
    match = fighting("allied", "BR-XIII 1921; US-VI 1721; GE-XIVPZ 1920; IT-XVI 1820", "1921", allied="1821")
    match.position.attack_marks = 1 << node(match, "1921")
    assert legal(match, "attack") == {"1920", "1820"}
    far = fighting("allied", "BR-XIII 2017; US-VI 1721; GE-XIVPZ 2018; IT-XVI 1820", "2017")
    assert legal(far, "attack") == {"2018"}
    assert refused(far, "attack 1820") == "9.1"


@rule("9.14", "9.53")
def test_a_landing_is_over_when_all_have_attacked() -> None:
    match = fighting("allied", "US-V 0410; US-VII 0410; GE-LXXXIV 0411", landing="0410", dice="1 1")
    attack(match, "0411", "US-V")
    assert legal(match, "attack") == {"0411"}
    attack(match, "0411", "US-VII")
    assert match.prompts == {}, "nobody is left who has not attacked"


@rule("9.13", "9.14", "R100")
def test_a_unit_attacks_once_and_others_of_its_hex_may_attack_the_same_hex_later() -> None:
    """T153: two combats against one hex in a round, each unit once."""
    match = fighting("allied", "US-II 1820; US-VI 1820; GE-XIVPZ 1920", dice="6")
    attack(match, "1920", "US-II")
    match.play("attack 1920")
    assert refused(match, "join US-II") == "9.14"
    assert legal(match, "join") == {"US-VI"}


@rule("6.25", "R38")
def test_every_marked_hex_attacks_unless_nobody_is_left_to_be_attacked() -> None:
    match = fighting("allied", "US-5A 1821; US-7A 1821; US-VI 1921; IT-XVI 1820 reduced", "1821 1921", dice="6")
    assert refused(match, "end") == "6.25"
    attack(match, "1820", "US-5A", "US-7A")
    match.play("end")  # no advance
    assert match.prompts == {}, "nobody is left to be attacked, so the combats are over"
    assert "Nobody is left to be attacked from Syracuse." in [line.sentence for line in match.log()]


@rule("6.25")
def test_a_hex_that_has_attacked_owes_nothing_more() -> None:
    match = fighting("allied", "US-II 1820; US-VI 1820; GE-XIVPZ 1920", dice="1")
    assert refused(match, "end") == "6.25"
    attack(match, "1920", "US-II")
    assert legal(match, "attack") == {"1920"}
    assert refused(match, "end") == ""


@rule("6.26", "9.131", "R6", "R74", "R98")
def test_german_armour_does_not_attack_beach_heads_in_france_before_rommel() -> None:
    """T065, T151: infantry always may."""
    for beach, near in (("0410", "0411"), ("0211", "0212"), ("0510", "0511")):
        units = f"GE-XXIVPZ {near}; GE-LXXXV {near}; US-VI {beach}"
        for flag, armour in (("", "6.26"), ("rommel", ""), ("roundup", "")):
            match = fighting("axis", units, near, flags=flag)
            match.play(f"attack {beach}")
            assert refused(match, "join GE-XXIVPZ") == armour
            assert not refused(match, "join GE-LXXXV")
    units = "GE-XXIVPZ 0916; GE-LXXXV 0916; US-VI 0917"
    match = fighting("axis", units, "0916")
    match.play("attack 0917")
    assert legal(match, "join") == {"GE-LXXXV"}
    assert refused(match, "join GE-XXIVPZ") == "6.26"
    match.play("join GE-LXXXV")
    assert "9.243" not in shifts(odds(match))
    for flag in ("rommel", "roundup"):
        match = fighting("axis", units, "0916", flags=flag)
        match.play("attack 0917")
        assert legal(match, "join") == {"GE-LXXXV", "GE-XXIVPZ"}
    assert fighting("axis", "GE-XXIVPZ 0916; US-VI 0917", "0916").prompts == {}, "no target, so nothing is asked"


@rule("9.17", "R63", "2.22")
def test_two_nationalities_attack_together_only_with_a_hex_that_holds_both() -> None:
    """T055, T126: the Airborne Corps links Liege, whether it attacks or not; alone in Trier it links nobody."""
    units = "US-XIII 0910; BR-XXX 0909; GE-LXXX 1009"
    for more, links in (("", False), ("; AB-C 0910", True), ("; AB-C 1010", False), ("; BR-XII 0910", True)):
        match = fighting("allied", units + more)
        match.play("attack 1009")
        match.play("join US-XIII")
        assert (refused(match, "join BR-XXX") == "") is links
        if not links:
            assert refused(match, "join BR-XXX") == "9.17"
    match = fighting("allied", units + "; US-XII 1010; BR-XII 1010")
    for action in ("attack 1009", "join US-XIII", "join BR-XXX"):
        match.play(action)  # somebody out of Trier, which holds both, can still join
    assert refused(match, "fight") == "9.17"
    match.play("join US-XII")
    assert refused(match, "fight") == ""
    match = fighting("allied", units + "; AB-C 1010; AB-1A 1010")
    for action in ("attack 1009", "join US-XIII", "join BR-XXX"):
        match.play(action)
    assert refused(match, "fight") == "9.17"
    match.play("join AB-C")
    assert refused(match, "fight") == "", "two airborne units stand for both in Trier"
    match = fighting("allied", units, flags="ignore_nationality")
    match.play("attack 1009")
    match.play("join US-XIII")
    assert refused(match, "join BR-XXX") == ""


@rule("9.17", "R99")
def test_germans_and_italians_are_two_nationalities() -> None:
    """T152."""
    units = "IT-6A 1820; GE-XIVPZ 1920; BR-XIII 1921"
    for more, links in (("", False), ("; GE-IFJ 1820", True)):
        match = fighting("axis", units + more, turn=1, allied="1821")
        match.play("attack 1921")
        match.play("join GE-XIVPZ")
        assert (refused(match, "join IT-6A") == "") is links


@rule("8.37", "R45", "R70")
def test_armour_that_came_under_a_marker_joins_as_it_was_fed_then() -> None:
    """T032, T099: it has moved, and attacks with the supply that it had when the operation began."""
    match = fighting("allied", "US-3A 0712; US-V 0712; GE-LXXX 0811", "0712", moved="US-3A")
    match.play("attack 0811")
    assert legal(match, "join") == {"US-3A", "US-V"}
    match.play("join US-3A")
    assert "9.245" not in shifts(odds(match))
    late = fighting("allied", "US-3A 0712; US-V 0712; GE-LXXX 0811", "0712", moved="US-3A")
    late.position.full &= ~(1 << late.game.unit_numbers["US-3A"])
    late.play("attack 0811")
    late.play("join US-3A")
    assert shifts(odds(late))["9.245"] == -1


# Odds and shifts


@rule("9.23", "9.15")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(17, 5, "3:1"), (11, 4, "2:1"), (9, 10, "1:2"), (5, 20, "1:3"), (30, 4, "7:1"), (0, 1, "1:3"), (4, 0, "7:1")],
)
def test_the_ratio_is_rounded_for_the_defender(attack: int, defence: int, column: str) -> None:
    """T046, T047; nobody who counts defends: 7:1."""
    match = fighting("allied", "US-II 1821; GE-XIVPZ 1920")
    assert ratio(look(match), attack, defence) == column


@rule("9.15", "R101")
def test_without_strength_nothing_moves_the_column() -> None:
    """T154: a fortress attacks alone on 1:3; the die is 6, 1/1, and it never advances."""
    match = fighting("axis", "FORT-Brest 0212; US-V 0211", "0212", dice="6", flags="rommel")
    match.play("attack 0211")
    match.play("join FORT-Brest")
    found = odds(match)
    assert (found.column, found.shifts) == ("1:3", ())
    match.play("fight")
    assert (steps(match, "FORT-Brest"), steps(match, "US-V")) == (1, 1)
    assert match.prompts == {}


@rule("9.24", "9.241", "9.242", "14.22")
def test_carpet_bombing_of_cassino() -> None:
    """T048, T096: 10 against 12, three right, mountain one left: 2:1; XIV Panzer bars the mechanized shift."""
    units = "US-5A 1718; US-II 1718; FF-CEF 1718; GE-10A 1717; GE-XIVPZ 1717; GE-IFJ 1717"
    match = fighting("allied", units, bombers={"UK BC": "carpet"}, flags="italian_disarmament")
    for action in ("attack 1717", "join US-5A", "join US-II", "join FF-CEF", "carpet UK_BC"):
        match.play(action)
    found = odds(match)
    assert (found.attack, found.defence, found.odds, found.column) == (10, 12, "1:2", "2:1")
    assert shifts(found) == {"14.22": 3, "9.242": -1}


@rule("9.24", "14.31")
def test_two_markers_of_support_stay_within_the_table() -> None:
    """T104: 18 against 4 at Le Havre, mechanized and two TAC: 7:1."""
    units = "US-1A 0410; BR-2A 0410; AB-C 0410; US-V 0410; BR-I 0410; GE-LXXXI 0511; GE-LXXXII 0511"
    fighters = {"US-A": "ground support", "UK-A": "ground support"}
    match = fighting("allied", units, landing="0410", fighters=fighters)
    match.play("attack 0511")
    for unit in ("US-1A", "BR-2A", "AB-C", "US-V", "BR-I"):
        match.play(f"join {unit}")
    found = odds(match)
    assert (found.attack, found.defence, found.odds, found.column) == (18, 4, "4:1", "5:1")
    match.play("support US-A")
    match.play("support UK-A")
    assert odds(match).column == "7:1"


@rule("9.24", "9.23", "14.31")
def test_no_shift_goes_beyond_the_last_column() -> None:
    """T049: 6:1 with two TAC is 7:1."""
    units = "US-II 1821; BR-X 1821; US-VI 1820; US-IV 1820; BR-V 1820; NZ-C 1821; GE-LXXV 1921"
    fighters = {"US-A": "ground support", "UK-A": "ground support"}
    match = fighting("allied", units, fighters=fighters, airfields="1821 UK")
    match.play("attack 1921")
    for unit in ("US-II", "BR-X", "US-VI", "US-IV", "BR-V", "NZ-C"):
        match.play(f"join {unit}")
    assert (odds(match).odds, odds(match).column) == ("6:1", "6:1")
    match.play("support US-A")
    assert odds(match).column == "7:1"
    match.play("support UK-A")
    assert odds(match).column == "7:1"


@rule("9.243")
def test_an_army_on_foot_and_a_fortress_bar_the_mechanized_shift_only_together() -> None:
    """T050."""
    for garrison, barred in (("; FORT-Cherbourg 0411", True), ("", False)):
        match = fighting("allied", f"US-1A 0412; US-3A 0412; GE-7A 0411{garrison}")
        for action in ("attack 0411", "join US-1A", "join US-3A"):
            match.play(action)
        assert ("9.243" not in shifts(odds(match))) is barred


@rule("9.243", "9.441")
def test_a_fortress_bars_the_mechanized_shift() -> None:
    """T050, T105: Cherbourg with corps and fortress, 18 against 5: 3:1, with two TAC 5:1."""
    units = "US-1A 0410; BR-2A 0410; AB-C 0410; US-V 0410; BR-I 0410; GE-LXXXIV 0411; FORT-Cherbourg 0411"
    fighters = {"US-A": "ground support", "UK-A": "ground support"}
    match = fighting("allied", units, landing="0410", fighters=fighters, dice="4")
    match.play("attack 0411")
    for unit in ("US-1A", "BR-2A", "AB-C", "US-V", "BR-I"):
        match.play(f"join {unit}")
    for marker in ("US-A", "UK-A"):
        match.play(f"support {marker}")
    found = odds(match)
    assert (found.odds, found.column, "9.243" in shifts(found)) == ("3:1", "5:1", False)
    match.play("fight")  # 0/2
    match.play("lose GE-LXXXIV")
    match.play("lose GE-LXXXIV")
    assert legal(match, "hold") == {"FORT-Cherbourg"}


@rule("9.243", "R95")
def test_armour_out_of_supply_or_thrown_back_there_still_bars_the_shift() -> None:
    """T148."""
    match = fighting("allied", "US-7A 0716; US-VI 0716; GE-XLVIIIPZ 0616", allied="0516 0517 0615 0717 0917 0816")
    match.play("attack 0616")
    match.play("join US-7A")
    match.play("join US-VI")
    found = odds(match)
    assert (found.odds, shifts(found).get("9.243")) == ("2:1", None)
    match = fighting(
        "allied", "US-3A 0513; GE-LXXX 0612; GE-LVIIIPZ 0612", retreated={"GE-LVIIIPZ": node(match, "0612")}
    )
    match.play("attack 0612")
    match.play("join US-3A")
    assert odds(match).defence == 2
    assert "9.243" not in shifts(odds(match))


def node(match: object, label: str) -> int:
    """The number of a hex."""
    found: int = match.game.board.index[label]  # type: ignore[attr-defined]
    return found


@rule("9.243", "9.245", "R73")
def test_armour_out_of_supply_gives_its_shift_and_costs_one() -> None:
    match = fighting("axis", "GE-XLVIIIPZ 0616; US-VI 0716", "0616", allied="0516 0517 0615 0717 0816")
    match.play("attack 0716")
    match.play("join GE-XLVIIIPZ")
    assert shifts(odds(match)) == {"9.242": -1, "9.243": 1, "9.245": -1}


@rule("9.244", "16.42")
def test_hitler_in_the_hex_is_a_column_for_the_defender() -> None:
    """T051."""
    for hitler, columns in (("1311", -1), ("1307", 0)):
        match = fighting("allied", "US-3A 1211; GE-LXXX 1311", hitler=hitler)
        match.play("attack 1311")
        match.play("join US-3A")
        assert shifts(odds(match)).get("9.244", 0) == columns


@rule("9.242", "9.263", "R52")
def test_across_the_rhine() -> None:
    """T053: Liege and Venlo against Cologne; with The Ruhr neither the river nor the -2 counts."""
    units = "US-XIII 0910; US-9A 0909; US-XII 1008; GE-LXXX 1009"
    match = fighting("allied", units)
    for action in ("attack 1009", "join US-XIII", "join US-9A"):
        match.play(action)
    found = odds(match)
    assert [shift.columns for shift in found.shifts if shift.rule == "9.242"] == [-1, -1]
    assert modifiers(found) == {"all attack across the Rhine": -2}
    match.play("join US-XII")
    found = odds(match)
    assert [shift.columns for shift in found.shifts if shift.rule == "9.242"] == [-1]
    assert found.modifier == 0
    match = fighting("allied", units, flags="rhine_bridgehead")
    for action in ("attack 1009", "join US-XIII", "join US-9A"):
        match.play(action)
    assert odds(match).modifier == 0
    assert [s.columns for s in odds(match).shifts if s.rule == "9.242"] == [-1, -1]


@rule("9.242", "9.263", "R52")
@pytest.mark.parametrize(
    ("units", "target", "rivers", "modifier"),
    [
        ("US-V 0412; US-VII 0412", "0413", 1, 0),  # the Loire
        ("US-V 0412; US-VII 0414", "0413", 0, 0),  # La Rochelle lies on the same bank
        ("US-V 2019", "1920", 1, 0),  # the Strait of Messina
        ("US-V 0909; US-VII 1108", "1008", 1, 0),  # the Rhine and the Weser: a river for all, the Rhine for one
        ("US-V 0909", "1008", 1, -2),
        ("US-V 1108", "1008", 1, 0),
    ],
)
def test_rivers_and_straits_that_all_attackers_cross(units: str, target: str, rivers: int, modifier: int) -> None:
    match = fighting("allied", f"{units}; GE-LXXX {target}")
    match.play(f"attack {target}")
    for unit in units.split("; "):
        match.play(f"join {unit.split()[0]}")
    found = odds(match)
    assert [shift.why for shift in found.shifts].count("all attack across rivers or straits") == rivers
    assert found.modifier == modifier


@rule("9.262", "R53")
def test_across_the_skagerrak() -> None:
    """T054: also if only a part of the attackers crosses it."""
    match = fighting("allied", "US-XIII 1002; GE-LXX 0903")
    match.play("attack 0903")
    match.play("join US-XIII")
    assert modifiers(odds(match)) == {"across the Skagerrak": -2}
    beside = look(match).game.data.open_sides.step(1 << node(match, "0903"))
    (inland, *_) = [label for label in look(match).game.board.names(beside) if label not in ("1002", "1003")]
    match = fighting("allied", f"US-XIII 1002; US-XII {inland}; GE-LXX 0903")
    for action in ("attack 0903", "join US-XII"):
        match.play(action)
    assert odds(match).modifier == 0
    match.play("join US-XIII")
    assert odds(match).modifier == -2
    match = fighting("axis", "US-XIII 1002; GE-LXX 0903", "0903")
    match.play("attack 1002")
    match.play("join GE-LXX")
    assert odds(match).modifier == 0, "only Allied attacks suffer"


@rule("9.261", "9.27", "R40")
def test_pattons_army() -> None:
    """T052, T103."""
    units = "US-7A 1821; US-3A 1821; GE-XIVPZ 1820"
    for flags, seventh, third in (
        ("", 1, 0), ("patton_sacked", 0, 0), ("patton_reinstated", 1, 1), ("patton_sacked patton_reinstated", 0, 1),
    ):  # fmt: skip
        for unit, bonus in (("US-7A", seventh), ("US-3A", third)):
            match = fighting("allied", units, flags=flags)
            match.play("attack 1820")
            match.play(f"join {unit}")
            assert odds(match).modifier == bonus
    match = fighting("allied", units, flags="patton_reinstated", dice="6")
    attack(match, "1820", "US-7A", "US-3A")
    (line,) = [line.sentence for line in match.log() if line.rule == "9.27"]
    assert "6; +1 Patton attacks (9.261), 0/" in line, "a six stays a six, and both have one modifier"


@rule("9.242", "R88")
def test_a_beach_head_is_hard_to_take_back() -> None:
    """T165."""
    match = fighting("allied", "US-1A 0411; US-VII 0411; GE-LVIIIPZ 0410", allied="0410")
    match.position.allied_control &= ~(1 << node(match, "0410"))
    match.play("attack 0410")
    match.play("join US-1A")
    match.play("join US-VII")
    found = odds(match)
    assert (found.attack, found.odds, found.column, shifts(found)) == (8, "2:1", "1:1", {"9.242": -1})


@rule("9.2", "9.21")
def test_sicily_in_numbers() -> None:
    """T106, T107: Palermo 17 against 3; Messina 17 against 3, then with two more against 7."""
    match = fighting("allied", f"{SICILY}; IT-6A 1820", "1821 1921", turn=1)
    match.play("attack 1820")
    for unit in ("US-7A", "BR-8A", "US-II", "US-VI", "BR-XIII"):
        if refused(match, f"join {unit}") == "":
            match.play(f"join {unit}")
    found = odds(match)
    assert found.defence == 3
    assert {"9.242": -1, "9.243": 1}.items() <= shifts(found).items()
    for more, column in (("", "4:1"), ("; GE-LXXVIPZ 1920 reduced; GE-IFJ 1920 reduced", "1:1")):
        units = "US-7A 1820; US-II 1820; BR-8A 1820; BR-XIII 1921; US-VI 1921; GE-XIVPZ 1920"
        match = fighting("allied", units + more, "1820 1921")
        match.play("attack 1920")
        for unit in ("US-7A", "BR-8A", "US-II", "US-VI", "BR-XIII"):
            match.play(f"join {unit}")
        found = odds(match)
        assert (found.attack, found.column) == (17, column)


@rule("6.51")
def test_an_attack_at_the_odds_that_were_ordered_meets_the_order() -> None:
    """Odds before any shift count, and only in the action in which it is due."""
    for units, due, met in (
        ("US-II 1820; GE-XIVPZ 1920; GE-IFJ 1920", True, True),
        ("US-II 1820; US-7A 1820; GE-XIVPZ 1920", True, False),
        ("US-II 1820; GE-XIVPZ 1920; GE-IFJ 1920", False, False),
    ):
        order = Obligation("axis", "allied-21", "2:1", -1, -2, due)
        match = fighting("axis", units, "1920", obligation=order, dice="6")
        attack(match, "1820", *[unit for unit in ("GE-XIVPZ", "GE-IFJ") if unit in units])
        assert match.position.obligation is not None
        assert match.position.obligation.met is met


def test_fields_of_a_combat_are_saved() -> None:
    """A frame in the middle of a combat survives being written and read."""
    match = fighting("allied", "US-II 1821; GE-XIVPZ 1820", allied_hand="allied-7", axis_hand="axis-4")
    attack(match, "1820", "US-II")
    assert isinstance(match.position.frames[-1], Fight)
    plain = to_plain(match.game, match.position)
    assert from_plain(match.game, FestungPosition, plain).frames == match.position.frames
