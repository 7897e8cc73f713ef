"""Combat Cards (6.6, 9.25, 9.26): who is asked, what may be played, and what it does."""

from __future__ import annotations

import pytest

from bocage import Match
from bocage.engine.errors import Refusal
from bocage.games.festung.rules.position import Bonus
from tests.cases import rule
from tests.festung.combat.fighting import at, attack, fighting, legal, odds, steps
from tests.festung.playing import refused

NORMANDY = "US-1A 0410; BR-2A 0410; AB-C 0410; US-V 0410; BR-I 0410; GE-LXXXIV 0411; FORT-Cherbourg 0411"
ULTRA, MONTGOMERY, NAVAL, RANGERS, SUPERIORITY = "allied-7", "allied-8", "allied-9", "allied-16", "allied-31"
VARSITY, RUHR_POCKET = "allied-47", "allied-53"
KESSELRING, WINTER_LINE, HOLD_FAST, COUNTERATTACK, BOCAGE = "axis-4", "axis-5", "axis-12", "axis-18", "axis-28"
GOTHIC, WEATHER, TIGERS, WESTWALL, BRIDGES, FLAK = "axis-29", "axis-30", "axis-32", "axis-35", "axis-52", "axis-53"
NOT_A_COMBAT_CARD = "axis-1"


def landing(**more: object) -> Match:
    """The landing of Overlord attacks Cherbourg."""
    match = fighting("allied", NORMANDY, landing="0410", **more)  # type: ignore[arg-type]
    return attack(match, "0411", "US-1A", "BR-2A", "AB-C", "US-V", "BR-I")


def face_up(match: Match, side: str) -> set[str]:
    """The cards on the table before a side."""
    cards = match.position.decks[side].face_up
    return {name for number, name in enumerate(match.game.card_ids) if cards >> number & 1}


def attacked(units: str, target: str, *attackers: str, side: str = "allied", marks: str = "", **more: object) -> Match:
    """A combat up to its first question."""
    match = fighting(side, units, marks, **more)  # type: ignore[arg-type]
    return attack(match, target, *attackers)


# Who is asked


@rule("6.61", "9.25", "R67", "R21")
def test_first_the_attacker_then_the_defender_is_asked() -> None:
    match = landing(allied_hand=f"{RANGERS} {NAVAL}", axis_hand=BOCAGE)
    assert match.prompt.side == "allied"
    assert match.prompt.rule == "9.25"
    assert legal(match, "combat") == {RANGERS, NAVAL}
    match.play("pass")
    assert match.prompt.side == "axis"
    assert legal(match, "combat") == {BOCAGE}
    assert refused(match, f"combat {RANGERS}") == "6.61"


@rule("6.61", "9.25", "R67")
def test_a_side_is_asked_by_what_both_can_see() -> None:
    """T124: with one card that fits or not, all that the Allies are shown is the same."""
    told = []
    for card in (BOCAGE, NOT_A_COMBAT_CARD):
        match = landing(axis_hand=card)
        assert match.prompt.side == "axis"
        assert "pass" in {action.verb for action in match.prompt.actions}
        assert legal(match, "combat") == ({BOCAGE} if card == BOCAGE else set())
        told.append((match.text("allied"), repr(match.view("allied")), repr(odds(match, "allied"))))
    assert told[0] == told[1]
    assert landing(dice="1").prompt.step != "combat cards", "an empty hand and nothing on the table: not asked"
    again = landing(dice="1", axis_face_up=KESSELRING)
    assert again.prompt.step != "combat cards", "what lies there does not apply"
    assert landing(axis_face_up=BOCAGE).prompt.side == "axis"


@rule("9.25")
def test_units_out_of_supply_get_no_cards() -> None:
    """T057, T148."""
    cut_off = "0516 0517 0615 0717 0917 0816"
    units = "US-7A 0716; US-VI 0716; GE-XLVIIIPZ 0616"
    match = attacked(units, "0616", "US-7A", "US-VI", allied=cut_off, axis_hand=TIGERS, dice="6")
    assert match.prompt.step != "combat cards"
    fed = attacked(units, "0616", "US-7A", "US-VI", axis_hand=TIGERS, allied="0917 0816")
    assert fed.prompt.side == "axis"
    assert legal(fed, "combat") == {TIGERS}
    back = attacked(units, "0716", "GE-XLVIIIPZ", side="axis", marks="0616", allied=cut_off, axis_hand=TIGERS, dice="6")
    assert any(line.rule == "9.27" for line in back.log()), "nor is an attacker out of supply asked"


@rule("9.25")
def test_the_unsupplied_in_a_mixed_force_do_not_meet_a_card() -> None:
    units = "GE-XLVIIIPZ 0616; GE-LXXX 0615; US-VI 0716"
    match = fighting("axis", units, "0616 0615", axis_hand=COUNTERATTACK, allied="0816 0917")
    match.position.limited &= ~(1 << match.game.unit_numbers["GE-XLVIIIPZ"])
    match.position.full &= ~(1 << match.game.unit_numbers["GE-XLVIIIPZ"])
    attack(match, "0716", "GE-XLVIIIPZ", "GE-LXXX")
    assert match.prompt.side == "axis"
    assert refused(match, f"combat {COUNTERATTACK}") == "9.25"


# What may be played


@rule("9.25", "6.62", "R20")
def test_one_new_card_and_any_number_of_those_on_the_table() -> None:
    """T056, T172: Rangers make a column, and stay; Naval Gunfire from the table counts as well."""
    match = landing(allied_hand=f"{RANGERS} {MONTGOMERY}", allied_face_up=NAVAL, dice="5")
    assert odds(match).column == "3:1"
    match.play(f"combat {RANGERS}")
    assert odds(match).column == "4:1"
    assert face_up(match, "allied") == {RANGERS, NAVAL}
    assert refused(match, f"combat {MONTGOMERY}") == "9.25"
    assert refused(match, f"combat {RANGERS}") == "9.25"
    match.play(f"combat {NAVAL}")
    assert match.prompt.step != "combat cards", "nothing more could be named"


@rule("6.61", "R81")
def test_a_card_that_was_named_is_not_taken_back() -> None:
    match = landing(allied_hand=f"{RANGERS} {MONTGOMERY}", allied_face_up=NAVAL)
    match.play(f"combat {RANGERS}")
    with pytest.raises(Refusal):
        match.undo()
    assert face_up(match, "allied") == {RANGERS, NAVAL}


@rule("6.61")
def test_other_cards_are_no_combat_cards() -> None:
    match = landing(axis_hand=f"{NOT_A_COMBAT_CARD} {GOTHIC}")
    assert refused(match, f"combat {NOT_A_COMBAT_CARD}") == "6.61"
    assert refused(match, f"combat {GOTHIC}") == "9.25"
    assert refused(match, f"combat {BOCAGE}") == "6.61"


@rule("6.62", "R100", "9.25")
def test_a_card_on_the_table_serves_a_later_combat() -> None:
    """T153."""
    units = "US-VI 1820; US-II 1820; GE-XIVPZ 1920"
    match = attacked(units, "1920", "US-VI", axis_hand=KESSELRING, dice="6 6")
    match.play(f"combat {KESSELRING}")
    assert face_up(match, "axis") == {KESSELRING}
    assert match.position.decks["axis"].in_hand == 0
    attack(match, "1920", "US-II")
    assert legal(match, "combat") == {KESSELRING}
    match.play(f"combat {KESSELRING}")
    lines = [line.sentence for line in match.log() if line.rule == "9.27"]
    assert ["-1 Kesselring" in line for line in lines] == [True, True]


# What cards do


@rule("9.26", "9.25")
@pytest.mark.parametrize(
    ("card", "target", "units", "number"),
    [
        (KESSELRING, "1920", "US-VI 1820; GE-XIVPZ 1920", -1),
        (TIGERS, "1920", "US-VI 1820; GE-XIVPZ 1920", -1),
        (GOTHIC, "1415", "US-VI 1516; GE-LXXV 1415", -2),
        (BRIDGES, "1009", "US-VI 0910; GE-LXXV 1009", -1),
    ],
)
def test_cards_of_the_defender(card: str, target: str, units: str, number: int) -> None:
    match = attacked(units, target, "US-VI", axis_hand=f"{card} {NOT_A_COMBAT_CARD}", flags="rhine_bridgehead")
    before = odds(match).modifier
    assert legal(match, "combat") == {card}
    name = match.game.card_name(match.game.card_numbers[card])
    found = odds(match, "axis", cards=[card])
    assert found.modifier - before == number
    assert any(part.why == name for part in found.modifiers)


@rule("9.26", "9.27")
@pytest.mark.parametrize(
    ("die", "card", "result"),
    [
        ("6", "", "1/1"),
        ("6", KESSELRING, "2/1"),
        ("3", KESSELRING, "3/0"),
        ("1", KESSELRING, "3/0"),  # never less than one
    ],
)
def test_the_die_is_read_with_its_modifiers_from_one_to_six(die: str, card: str, result: str) -> None:
    units = "US-VI 1820; US-II 1820; US-IV 1820; GE-XIVPZ 1920; GE-IFJ 1920; GE-IIFJ 1920"
    match = attacked(units, "1920", "US-VI", axis_hand=card or NOT_A_COMBAT_CARD, dice=die)
    match.play(f"combat {card}" if card else "pass")
    (line,) = [line.sentence for line in match.log() if line.rule == "9.27"]
    told = line.split("rolled on ")[1]
    assert told.startswith(f"1:3: {die}")
    assert told.endswith(f"{result}.")
    assert steps(match, "US-VI") == 1
    assert (at(match, "US-VI") == "1820") == (result == "1/1"), "a second step is its last one"


@rule("9.26")
def test_montgomery_helps_from_three_to_one() -> None:
    for defenders, number in (("GE-LXXX 0809", 1), ("GE-LXXX 0809; GE-LXXXI 0809; GE-LXXXII 0809", 0)):
        units = f"BR-2A 0810; BR-XII 0810; {defenders}"
        match = attacked(units, "0809", "BR-2A", "BR-XII", allied_hand=MONTGOMERY, allied="0712 0811")
        assert odds(match, "allied", cards=[MONTGOMERY]).modifier == number


@rule("9.243", "9.25")
def test_bocage_takes_the_mechanized_shift() -> None:
    units = "US-1A 0411; GE-LXXX 0512"
    match = attacked(units, "0512", "US-1A", axis_hand=BOCAGE, allied="0410")
    assert "9.243" in {shift.rule for shift in odds(match).shifts}
    assert "9.243" not in {shift.rule for shift in odds(match, "axis", cards=[BOCAGE]).shifts}


@rule("9.26")
def test_ruhr_pocket_counts_double_against_the_unsupplied() -> None:
    units = "US-9A 1010; US-XIII 1111; GE-LXXX 1110"
    beside = "1009 1010 1109 1111 1209 1210"
    for allied, number in ((beside, 2), ("", 1)):
        match = attacked(units, "1110", "US-9A", allied_hand=RUHR_POCKET, turn=8,
                         flags="rhine_bridgehead", allied=f"{allied} 0910 0809 0709")  # fmt: skip
        assert odds(match, "allied", cards=[RUHR_POCKET]).modifier == number


@rule("9.263", "9.25")
def test_varsity_crosses_rivers() -> None:
    units = "US-9A 0909; US-XIII 0909; GE-LXXX 1009; AB-C UK"
    match = attacked(units, "1009", "US-9A", "US-XIII", allied_hand=VARSITY, turn=8, allied="0809 0709")
    plain, helped = odds(match), odds(match, "allied", cards=[VARSITY])
    assert sum(s.columns for s in helped.shifts) == sum(s.columns for s in plain.shifts) + 1
    assert helped.modifier == plain.modifier + 1
    without = attacked(units.replace("; AB-C UK", ""), "1009", "US-9A", "US-XIII", allied_hand=VARSITY, turn=8,
                       allied="0809 0709")  # fmt: skip
    assert refused(without, f"combat {VARSITY}") == "9.25"


@rule("9.26", "R89", "9.263")
def test_the_cards_of_a_side_count_three_at_most() -> None:
    """T166."""
    units = "US-9A 0909; US-XIII 0909; GE-XLVIIPZ 1008"
    cards = [WESTWALL, TIGERS, FLAK, BRIDGES, RUHR_POCKET]
    for flags, options, number in (
        ("volkssturm", {}, -4),
        ("volkssturm rhine_bridgehead", {}, -2),
        ("volkssturm", {"R89": True}, -6),
    ):
        match = fighting("allied", units, flags=flags, options=options, turn=8, allied="0809 0709")
        for action in ("attack 1008", "join US-9A", "join US-XIII"):
            match.play(action)
        assert odds(match, "allied", cards=cards).modifier == number


@rule("6.62", "9.25")
def test_ultra_silences_the_other_side() -> None:
    match = landing(allied_hand=ULTRA, axis_hand=BOCAGE, axis_face_up=TIGERS, dice="5")
    match.play(f"combat {ULTRA}")
    assert (match.prompt.step, match.prompt.side) == ("losses", "axis"), "the Axis was not asked for cards"
    units = "GE-XIVPZ 1920; US-VI 1820; US-7A 1821"
    axis = attacked(units, "1820", "GE-XIVPZ", side="axis", marks="1920", axis_hand=COUNTERATTACK, allied_hand=ULTRA)
    axis.play(f"combat {COUNTERATTACK}")
    assert odds(axis, "axis").modifier == 1
    assert odds(axis, "allied", cards=[ULTRA]).modifier == 0


@rule("6.62", "14.22", "14.31")
def test_severe_weather_keeps_aircraft_on_the_ground_for_the_round() -> None:
    """T127."""
    units = "US-5A 1718; US-II 1718; FF-CEF 1718; GE-10A 1717; GE-XIVPZ 1717; GE-IFJ 1717"
    match = fighting("allied", f"{units}; US-VI 1817", axis_hand=f"{WEATHER} {HOLD_FAST}", allied_hand=SUPERIORITY,
                     bombers={"UK BC": "carpet"}, fighters={"US-A": "ground support"}, dice="6 6",
                     flags="italian_disarmament", played="allied-24 allied-25")  # fmt: skip
    attack(match, "1717", "US-5A", "US-II", "FF-CEF", help=("carpet UK_BC",))
    match.play("pass")
    assert odds(match).column == "2:1"
    match.play(f"combat {WEATHER}")
    (line,) = [line.sentence for line in match.log() if line.rule == "9.27"]
    assert "rolled on 1:3" in line
    assert match.position.carpets_spent == ("UK BC",)
    while match.prompt.step != "combat":
        match.play(str(match.prompt.actions[0]))
    match.play("attack 1717")
    match.play("join US-VI")
    assert refused(match, "support US-A") == "6.62"
    assert refused(match, "carpet UK_BC") == "6.62"
    match.play("fight")
    assert match.prompt.side == "allied"
    assert refused(match, f"combat {SUPERIORITY}") == "9.25"
    assert face_up(match, "axis") == {WEATHER}
    while match.prompts:
        match.play(str(match.prompt.actions[-1]))
    assert face_up(match, "axis") == set()
    assert match.position.decks["axis"].in_discards == 1


@rule("9.25", "14.22")
def test_air_superiority_needs_its_two_events() -> None:
    for played, fits in (("allied-24 allied-25", True), ("allied-24", False)):
        match = landing(allied_hand=SUPERIORITY, played=played)
        assert (legal(match, "combat") == {SUPERIORITY}) is fits


@rule("9.441", "6.62")
@pytest.mark.parametrize(
    ("card", "target", "attacking", "die"),
    [(WESTWALL, "1110", "1111", "5"), (HOLD_FAST, "0912", "0913", "5"), (WINTER_LINE, "1716", "1816", "6")],
)
def test_cards_that_let_the_defenders_stay_serve_one_combat(card: str, target: str, attacking: str, die: str) -> None:
    """T171, T189: LXXX flips and stays at no step; the card is discarded at once."""
    units = f"US-V {attacking}; US-VII {attacking}; US-XII {attacking}; GE-LXXX {target}"
    match = attacked(
        units,
        target,
        "US-V",
        "US-VII",
        "US-XII",
        axis_hand=card,
        dice=die,
        allied="0712 0812 0913 1011 0911 1010 0811 1917",
    )
    match.play(f"combat {card}")
    assert steps(match, "GE-LXXX") == 1
    assert match.prompt.step == "hold"
    assert match.prompt.side == "axis"
    assert legal(match, "hold") == set()
    assert legal(match, "stay") == {""}
    match.play("stay")
    assert at(match, "GE-LXXX") == target
    assert steps(match, "GE-LXXX") == 1
    assert match.prompts == {}
    assert face_up(match, "axis") == set()
    assert match.position.decks["axis"].in_discards == 1


# Bonuses of events


@rule("6.51")
def test_bonuses_of_all_attacks_count_by_themselves() -> None:
    match = fighting("axis", "GE-5PZA 1009; US-VI 0910", "1009", bonuses=(Bonus("axis-37", 2, -1),))
    match.play("attack 0910")
    match.play("join GE-5PZA")
    assert odds(match).modifier == 1
    assert refused(match, "bonus axis-37") == "6.51"


@rule("6.51", "9.242")
def test_nordwind_passes_over_a_column_of_terrain() -> None:
    match = fighting("axis", "GE-5PZA 1009; US-VI 0910", "1009", bonuses=(Bonus("axis-40", 0, 1),))
    match.play("attack 0910")
    match.play("join GE-5PZA")
    before = sum(shift.columns for shift in odds(match).shifts)
    match.play("bonus axis-40")
    assert sum(shift.columns for shift in odds(match).shifts) == before + 1
    assert refused(match, "bonus axis-40") == "6.51"


@rule("6.51", "9.263")
def test_plunder_ignores_the_rhine() -> None:
    match = fighting(
        "allied", "US-9A 0909; GE-LXXX 1009", bonuses=(Bonus("allied-48", 0, 1),), turn=8, allied="0809 0709"
    )
    match.play("attack 1009")
    match.play("join US-9A")
    before = sum(shift.columns for shift in odds(match).shifts)
    assert odds(match).modifier == -2
    match.play("bonus allied-48")
    assert odds(match).modifier == 0
    assert sum(shift.columns for shift in odds(match).shifts) == before + 1


@rule("9.25", "R100", "R67")
def test_who_lets_cards_pass_for_one_combat_is_asked_again_in_the_next_one_against_the_same_hex() -> None:
    units = "US-VI 1820; US-II 1820; GE-XIVPZ 1920"
    match = attacked(units, "1920", "US-VI", axis_hand=f"{KESSELRING} {TIGERS}", dice="1 1")
    asked = match.game.spans(match.position)
    assert match.prompt.passes == "pass"
    match.play("pass")
    while match.prompt.step != "combat":
        match.play(str(match.prompt.actions[0]))
    attack(match, "1920", "US-II")
    assert match.prompt.step == "combat cards"
    again = match.game.spans(match.position)
    assert (again["turn"], again["combat"] != asked["combat"]) == (asked["turn"], True)
