"""Advances after combat: who must occupy, who may go on, who may close up (ADV)."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

from bocage.games.rhine.rules.combat.occupation import Vacancy, Victor, dutiful, entered, fits, most_held
from tests.cases import rule
from tests.rhine.retreat.after_battle import Table


def won(units: str, attackers: str, result: str, defence: int, **battle: Any) -> Table:
    """2410 has been cleared of defenders of some strength, all of them eliminated."""
    return Table(units, "allied").win("2410", attackers, result, strengths={"2410": defence}, **battle)


TWO = "US-5C 2309; US-7C 2310; "


@rule("ADV.1")
def test_attackers_must_match_the_beaten_defenders() -> None:
    table = won(TWO, "US-5C US-7C", "DE", 4)
    assert not table.list("end")
    assert table.list("pick") == ["US-5C", "US-7C"]
    assert table.why_not("end") == ("ADV.1", "2410 has to be occupied by 4 more factors")
    table.play("pick US-5C")
    assert table.why_not("advance 2409") == ("ADV.1", "first of all, 2410 has to be occupied by 4 more factors")
    # Three factors are not four: the other corps has to come too, and then nothing is left to choose.
    table.play("advance 2410")
    assert table.done
    assert (table.at("US-5C"), table.at("US-7C")) == ("2410", "2410")


@rule("ADV.1")
def test_when_the_duty_is_met_nobody_else_needs_to_come() -> None:
    table = won(TWO, "US-5C US-7C", "DE", 3).play("pick US-5C", "advance 2410")
    assert table.list("end") == ["end"]
    assert table.play("end").at("US-7C") == "2310"
    more = won(TWO, "US-5C US-7C", "DE", 3).play("pick US-5C", "advance 2410", "pick US-7C", "advance 2410")
    assert more.done
    assert more.at("US-7C") == "2410"


@rule("ADV.1", "R84")
def test_where_there_are_not_enough_everybody_who_fits_goes() -> None:
    table = won("US-82AB 2309", "US-82AB", "DR", 5)
    assert table.done
    assert table.at("US-82AB") == "2410"
    # Rough ground holds four points: two corps, and the armour stays out.
    rough = Table("US-5C 2109; US-7C 2210; US-2AD 2210", "allied")
    rough.win("2110", "US-5C US-7C US-2AD", "DE", strengths={"2110": 9}).play("pick US-5C", "advance 2110")
    assert rough.why_not("end")[0] == "ADV.1"
    rough.play("pick US-7C", "advance 2110")
    assert rough.list("end") == ["end"]
    rough.play("pick US-2AD")
    assert rough.why_not("advance 2110") == ("STK.1", "there is no room in 2110 for that unit")


@rule("ADV.1", "STK.1")
def test_nobody_blocks_the_room_that_the_duty_needs() -> None:
    # Four points of room for five factors: the airborne division may come after the two corps only.
    rough = Table("US-5C 2109; US-7C 2210; US-82AB 2210", "allied")
    rough.win("2110", "US-5C US-7C US-82AB", "DE", strengths={"2110": 5})
    assert rough.list("pick") == ["US-5C", "US-7C"]
    rough.play("pick US-5C")
    assert rough.why_not("pick US-82AB") == (
        "ADV.1",
        "US-82AB does not help here: 2110 has to be occupied by 5 more factors",
    )


@rule("ADV.1")
def test_factors_halved_in_the_battle_count_half_for_the_advance() -> None:
    table = won("US-2AD 2309; US-3AD 2310", "US-2AD US-3AD", "DR", 2, factors={"US-2AD": 1, "US-3AD": 1.5})
    table.play("pick US-2AD", "advance 2410")
    assert not table.list("end")
    assert table.list("pick") == ["US-3AD"]


@rule("ADV.1", "R84")
def test_two_cleared_hexes_are_both_held_if_that_is_possible() -> None:
    units = "US-5C 2310; US-2AD 2310"
    table = Table(units, "allied").win("2410 2411", "US-5C US-2AD", "DE", strengths={"2410": 3, "2411": 2})
    table.play("pick US-5C")
    assert table.list("advance") == ["2410"]
    assert table.why_not("advance 2411") == (
        "ADV.1",
        "with that unit in 2411 the hexes that were cleared could not all be held in strength",
    )
    table.play("advance 2410")
    assert table.at("US-2AD") == "2411"


@rule("ADV.1", "DIS.1")
def test_only_undisrupted_attackers_advance() -> None:
    table = won(TWO + "US-8C 2309", "US-5C US-7C", "DE", 3)
    assert table.why_not("pick US-8C") == ("ADV.1", "only the attackers of this battle advance")
    shaken = won("US-5C 2309 disrupted; US-7C 2310; US-2AD 2310", "US-5C US-7C US-2AD", "DE", 3)
    assert shaken.why_not("pick US-5C") == ("DIS.1", "US-5C is Disrupted and does not move")


@rule("ADV.1")
def test_nobody_advances_into_a_hex_that_is_still_defended_or_after_a_failed_attack() -> None:
    table = Table(TWO + "DE-84K 2410 disrupted", "allied").win("2410", "US-5C US-7C", "D")
    assert table.done
    assert table.at("US-5C") == "2309"
    for result in ("AD", "AE"):
        failed = Table("US-5C 2309", "allied").win("2410", "US-5C", result, strengths={"2410": 2})
        assert failed.done
        assert failed.at("US-5C") == "2309"


@rule("ADV.2")
def test_the_advance_into_the_cleared_hex_ignores_enemy_zones() -> None:
    table = won(TWO + "DE-2Pz 2409; DE-21Pz 2411", "US-5C US-7C", "DR", 3).play("pick US-5C", "advance 2410")
    assert table.at("US-5C") == "2410"


@rule("ADV.3", "DW.3")
def test_armour_follows_a_retreat_for_two_hexes_in_all() -> None:
    for result in ("DR", "DW"):
        table = Table("US-2AD 2309; US-5C 2310; DE-84K 2410", "allied").trail("DE-84K", "2410 2509 2609 2709")
        table.win("2410", "US-2AD US-5C", result, strengths={"2410": 2}).play("pick US-2AD", "advance 2410")
        assert table.list("advance") == ["2509"]
        assert table.why_not("advance 2510") == ("ADV.3", "2510 is not on the path of a unit that retreated")
        table.play("advance 2509")
        assert not table.list("advance")
        assert table.why_not("advance 2609") == ("ADV.3", "armour advances 2 hexes at most after this result")
        assert table.at("US-2AD") == "2509"


@rule("ADV.3")
def test_armour_stops_behind_a_unit_that_went_back_one_hex() -> None:
    table = Table("US-2AD 2309; DE-84K 2410", "allied").trail("DE-84K", "2410 2509")
    table.win("2410", "US-2AD", "DW", strengths={"2410": 2})
    assert table.done
    assert table.at("US-2AD") == "2410"


@rule("ADV.3")
def test_after_elimination_armour_goes_where_it_likes_whatever_zones_lie_there() -> None:
    table = won("US-2AD 2309; DE-21Pz 2610", "US-2AD", "DR", 2)
    # The duty is forced; 2409 and 2310 are as good as those ahead, even next to 21. Panzer.
    assert table.list("advance") == ["2309", "2310", "2409", "2411", "2509", "2510"]
    table.play("advance 2510")
    assert table.done
    assert table.at("US-2AD") == "2510"


@rule("ADV.4")
def test_after_de_armour_goes_three_hexes() -> None:
    table = won("US-2AD 2309; DE-21Pz 2610", "US-2AD", "DE", 2).play("advance 2509")
    assert "2610" not in table.list("advance")
    assert table.why_not("advance 2610") == ("ADV.3", "an enemy holds 2610")
    assert table.why_not("advance 2410") == ("ADV.3", "an advance does not come back to 2410")
    table.play("advance 2609")
    assert table.done
    assert table.at("US-2AD") == "2609"


@rule("ADV.3")
def test_infantry_does_not_go_on_and_the_side_may_stop_at_any_hex() -> None:
    table = won("US-5C 2309; US-2AD 2310", "US-5C US-2AD", "DE", 3).play("pick US-5C", "advance 2410")
    assert not table.list("advance")
    assert table.why_not("advance 2510") == ("ADV.3", "only armour goes on through the cleared hex")
    assert table.why_not("pick US-5C")[0] == "ADV.1"
    table.play("pick US-2AD", "advance 2410", "end")
    assert table.at("US-2AD") == "2410"


@rule("R117", "ADV.3", "ATT.2")
def test_tiger_battalions_advance_one_hex_and_do_not_go_on_like_armour() -> None:
    table = Table("DE-2Pz 2309; DE-s503 2309", "german")
    table.win("2410", "DE-2Pz DE-s503", "DE", strengths={"2410": 2}).play("pick DE-s503", "advance 2410")
    assert table.at("DE-s503") == "2410"
    assert table.why_not("advance 2509") == (
        "R117",
        "Tiger battalions are no armour in an advance: one hex, and they do not go on",
    )
    assert "2509" in table.play("pick DE-2Pz").list("advance")
    assert table.why_not("pick DE-s503") == (
        "R117",
        "DE-s503 has advanced: Tiger battalions are no armour in an advance and go one hex",
    )


@rule("ADV.1", "ADV.3")
def test_armour_that_goes_on_has_counted_for_the_duty() -> None:
    table = won("US-2AD 2309; US-5C 2310", "US-2AD US-5C", "DE", 2).play("pick US-2AD", "advance 2410", "advance 2510")
    assert table.list("end") == ["end"]
    owing = won("US-2AD 2309; US-5C 2310", "US-2AD US-5C", "DE", 3).play("pick US-2AD", "advance 2410", "advance 2510")
    assert not owing.list("end")
    owing.play("pick US-5C")
    assert owing.list("advance") == ["2410"] or owing.at("US-5C") == "2410"


@rule("ADV.3", "TIG.3", "R85")
def test_armour_that_goes_on_runs_over_a_lone_tiger_battalion() -> None:
    table = won("US-2AD 2309; DE-s503 2510", "US-2AD", "DE", 2).play("advance 2510")
    assert table.at("US-2AD") == "2510"
    assert table.at("DE-s503") == "calendar"


@rule("ADV.5", "ADV.6", "R86")
def test_other_attackers_close_up_beside_the_cleared_hex_where_no_zone_stops_them() -> None:
    units = TWO + "US-8C 2310; "
    table = won(units, "US-5C US-7C US-8C", "DE", 3)
    table.play("pick US-5C", "advance 2410", "pick US-7C")
    assert table.list("advance") == ["2309", "2410", "2411"]
    table.play("advance 2411", "pick US-8C", "advance 2411")
    # The second unit may join the first; nobody goes farther.
    assert (table.at("US-7C"), table.at("US-8C")) == ("2411", "2411")
    zone = won(units + "DE-21Pz 2412", "US-5C US-7C US-8C", "DE", 3).play("pick US-5C", "advance 2410", "pick US-7C")
    assert zone.list("advance") == ["2309", "2410"]
    assert zone.why_not("advance 2411") == (
        "ADV.6",
        "an enemy zone of control closes 2411 to an advance beside the cleared hex",
    )
    quiet = won(units + "DE-21Pz 2412 disrupted", "US-5C US-7C US-8C", "DE", 3)
    assert "2411" in quiet.play("pick US-5C", "advance 2410", "pick US-7C").list("advance")


@rule("ADV.5", "R86")
def test_an_advance_beside_the_cleared_hex_is_one_hex_into_a_vacant_hex_next_to_both() -> None:
    table = won(TWO + "US-2AD 2310; US-82AB 2411", "US-5C US-7C US-2AD", "DE", 3)
    table.play("pick US-5C", "advance 2410", "pick US-2AD")
    assert table.why_not("advance 2411") == (
        "ADV.5",
        "only a vacant hex beside the cleared one can be entered, and 2411 is not vacant",
    )
    assert table.why_not("advance 2210")[0] == "ADV.5"
    assert "2510" not in table.list("advance")
    table.play("advance 2309")
    assert not table.list("advance")
    assert table.why_not("advance 2308") == ("ADV.5", "an advance beside the cleared hex is one hex")


@rule("ADV.5")
def test_nobody_closes_up_before_the_cleared_hex_is_held() -> None:
    table = won(TWO, "US-5C US-7C", "DE", 3).play("pick US-7C")
    assert table.list("advance") == ["2410"]
    assert table.why_not("advance 2411")[0] == "ADV.1"


@rule("ATT.2", "R84")
def test_a_unit_without_factors_may_advance_but_owes_nothing() -> None:
    units = "US-5C 2309; FR-2AD 2310"
    table = won(units, "US-5C FR-2AD", "DE", 3, factors={"FR-2AD": 0})
    # The corps had to go; the French may follow, but need not.
    assert table.at("US-5C") == "2410"
    assert table.list("pick") == ["FR-2AD"]
    assert table.list("end") == ["end"]
    table.play("pick FR-2AD", "advance 2410")
    assert table.at("FR-2AD") == "2410"


@rule("DEP.3")
def test_a_corps_that_advances_is_deployed_no_more() -> None:
    table = won("US-5C 2309 deployed", "US-5C", "DE", 2)
    assert table.at("US-5C") == "2410"
    assert not table.is_("deployed", "US-5C")
    assert "US 5 Corps advances into 2410, deployed no more." in table.log()


@rule("CITY.2", "FORT.1", "R16")
def test_a_fortress_opens_after_dr_or_de_only() -> None:
    # The defenders of Cherbourg have withdrawn of their own will: the walls stand.
    left = Table("US-5C 1618", "allied").win("1619", "US-5C", "D", strengths={"1619": 4})
    assert left.done
    assert left.at("US-5C") == "1618"
    for result in ("DR", "DE"):
        taken = Table("US-5C 1618", "allied").win("1619", "US-5C", result, strengths={"1619": 2})
        assert taken.at("US-5C") == "1619"
        assert taken.look.strongholds("allied") == taken.hexes("1619")


@rule("FORT.1", "ADV.3", "ADV.5", "R85", "R16")
def test_a_fortress_beaten_in_the_same_battle_is_open_and_any_other_is_not() -> None:
    # Boulogne and Calais have both been stormed from 3220: armour may go through the one into the other.
    both = Table("US-5C 3220; US-2AD 3220", "allied")
    both.win("3120 3221", "US-5C US-2AD", "DE", strengths={"3120": 2, "3221": 2}).play("pick US-2AD", "advance 3120")
    assert "3221" in both.list("advance")
    # Boulogne lies beside 3119, which has been cleared, but nobody has attacked it.
    beside = Table("US-5C 3220; US-7C 3220", "allied")
    beside.win("3119", "US-5C US-7C", "DE", strengths={"3119": 2}).play("pick US-5C", "advance 3119", "pick US-7C")
    assert beside.why_not("advance 3120") == (
        "R16",
        "3120 is an enemy fortress, which nobody enters before it has fallen",
    )


@rule("DD.4", "R87")
def test_a_unit_that_has_cleared_its_landing_hex_lands_there_and_goes_no_farther() -> None:
    table = Table("US-2AD sea", "allied", landing_at="US-2AD 1817")
    table.win("1817", "US-2AD", "DE", strengths={"1817": 2})
    assert table.done
    assert table.at("US-2AD") == "1817"
    assert table.match.position.landing_at == {}
    # A land unit may have met the duty; the landing force still comes ashore.
    both = Table("US-8C 1717; US-3AD 1717; US-2AD sea", "allied", landing_at="US-2AD 1817")
    both.win("1817", "US-8C US-3AD US-2AD", "DE", strengths={"1817": 2}).play("pick US-8C", "advance 1817")
    assert both.why_not("end") == ("DD.4", "units that have cleared their landing hex must land there")
    both.play("pick US-2AD", "advance 1817")
    assert both.at("US-2AD") == "1817"
    assert "US-2AD" not in both.list("pick")
    assert both.why_not("advance 1816") == ("DD.4", "a unit that lands ends its way in its landing hex")


@rule("SET.7", "ADV.3")
def test_advancing_allies_turn_up_what_they_meet_and_the_list_does_not_know_it_before() -> None:
    asked: list[Any] = []
    for secret in ("DE-Dummy1", "DE-116Pz"):
        table = won(f"US-2AD 2309; {secret} 2611 down", "US-2AD", "DE", 2)
        asked.append((table.list("advance"), table.match.prompt.text, table.why_not("advance 2611")))
        table.play("advance 2510")
        assert not table.is_("face_down", secret)
        asked.append("2611" in table.list("advance"))
    assert asked[0] == asked[2]
    assert asked[1]
    assert not asked[3]


@rule("FR2.1", "R21")
def test_the_french_are_gone_once_others_advance_into_paris() -> None:
    table = Table("US-5C 2809; FR-2AD 2809", "allied")
    table.win("2909", "US-5C FR-2AD", "DR", strengths={"2909": 2}).play("pick US-5C", "advance 2909")
    assert table.at("FR-2AD") == "dead"
    assert table.done


# The arithmetic of the duty


def brute(vacancies: tuple[Vacancy, ...], victors: tuple[Victor, ...]) -> int:
    """Try every way to send every unit."""
    best = 0
    for places in product(*((None, *victor.hexes) for victor in victors)):
        state: list[Vacancy] | None = list(vacancies)
        for victor, place in zip(victors, places, strict=True):
            if state is None or place is None:
                continue
            if not fits(state[place], victor):
                state = None
                break
            state[place] = entered(state[place], victor)
        if state is not None:
            best = max(best, sum(not vacancy.need for vacancy in state))
    return best


@rule("ADV.1")
def test_the_duty_agrees_with_trying_everything() -> None:
    dice = Random(44)
    for _ in range(400):
        hexes = dice.randint(1, 2)
        vacancies = tuple(Vacancy(dice.randint(1, 5), dice.randint(0, 3), dice.randint(1, 14)) for _ in range(hexes))
        victors = []
        for _ in range(dice.randint(1, 5)):
            armour = dice.random() < 0.5
            points = dice.choice((1, 2))
            places = tuple(sorted(dice.sample(range(hexes), dice.randint(1, hexes))))
            victors.append(Victor(points, points if armour else 0, dice.randint(1, 6), places))
        best = brute(vacancies, tuple(victors))
        assert most_held(vacancies, tuple(victors)) == best
        # Whatever is offered keeps the best within reach, and something is offered as long as it is not reached.
        offered = dutiful(vacancies, tuple(victors))
        for number, places in enumerate(offered):
            for place in places:
                after = list(vacancies)
                after[place] = entered(after[place], victors[number])
                rest = tuple(victors[:number] + victors[number + 1 :])
                assert not best or brute(tuple(after), rest) == best
        assert any(offered) or not best
