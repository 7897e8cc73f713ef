"""Supply where it is short: who saves whom, Antwerp, and who is fed in battle (SUP.15 to SUP.23)."""

from __future__ import annotations

from typing import Any

from tests.cases import rule
from tests.rhine.movement.marching import GAME, at, play, where
from tests.rhine.supply import test_supply


@rule("SUP.15")
def test_disrupted_units_do_not_save_each_other() -> None:
    match = test_supply.judged("US-5C 3118 disrupted; BR-1C 3118 disrupted; US-7C 3218 disrupted; US-8C 3218")
    assert (where(match, "US-5C"), where(match, "BR-1C")) == ("dead", "dead")
    assert (where(match, "US-7C"), where(match, "US-8C")) == ("3218", "3218")


@rule("SUP.23")
def test_open_antwerp_is_without_limit_only_for_those_whose_dump_it_feeds() -> None:
    americans = [
        "US-5C", "US-7C", "US-8C", "US-19C", "US-15C", "US-20C", "US-12C", "US-3C", "US-13C", "US-16C", "US-2AD",
        "US-3AD", "US-5AD",
    ]  # fmt: skip
    channel = "4219 4021 4120 4119 4220 4020 3920"

    def fed(dump: str) -> int:
        units = "; ".join(f"{unit} 1816" for unit in americans)
        match = test_supply.field(f"{units}; US-SUP {dump}", allied_control=f"{channel} 1619")
        return test_supply.americans_full(match)

    assert fed("1815") == 12  # the dump lives on Cherbourg, and so do they
    assert fed("4219") == 12


MANY = "; ".join(f"{unit} {spot}" for unit, spot in zip(test_supply.CROWD[:12], test_supply.SPOTS, strict=False))
BEACH = {"first_beaches": "1817 1717", "allied_control": "1817 1717"}


def step(match: Any) -> str:
    return f"{match.game.phase(match.position)}: {match.prompt.step}"


@rule("SUP.18", "SUP.22", "R53", "R110")
def test_who_is_fed_in_battle_is_asked_again_when_somebody_has_come_into_full_supply() -> None:
    # Twelve units live on the beaches; the Guards come in from outside as the thirteenth.
    units = f"{MANY}; BR-GdsAD 1811; DE-84K 1515; DE-2Pz 2113"
    m = at("rationing", units, **BEACH)
    assert m.prompt.step == "deployment"  # nobody lacks anything yet
    play(m, "end", "pick BR-GdsAD", "move 1813", "end")
    assert step(m) == "rationing for battle: rationing"
    guards, desert_rats = GAME.unit_numbers["BR-GdsAD"], GAME.unit_numbers["BR-7AD"]
    assert (m.inquire(None).supply(guards), m.inquire(None).supply(desert_rats)) == ("full", "short")
    play(m, "favour BR-7AD", "end")
    assert m.inquire(None).supply(desert_rats) == "full"
    assert m.prompt.step == "allocation"


@rule("SUP.22")
def test_nobody_is_asked_before_battle_if_those_who_lack_could_not_attack_anyway() -> None:
    units = f"{MANY}; BR-GdsAD 1814"
    assert "battle" not in step(at("rationing for battle", f"{units}; DE-84K 2408; DE-2Pz 2409", **BEACH))
    assert step(at("rationing for battle", f"{units}; DE-84K 1515", **BEACH)) == "rationing for battle: rationing"


@rule("SUP.17", "SUP.22", "R110")
def test_it_is_asked_again_before_exploitation_if_somebody_who_lacks_may_exploit() -> None:
    units = f"{MANY}; BR-GdsAD 1814; DE-84K 2408; DE-2Pz 2409"
    everybody = " ".join([*test_supply.CROWD[:12], "BR-GdsAD"])
    m = at("rationing for exploitation", units, **BEACH)
    assert step(m) == "rationing for exploitation: rationing"
    m = at("rationing for exploitation", units, **BEACH, spent=everybody)
    assert m.prompt.step != "rationing"
    near = f"{MANY}; BR-GdsAD 1814; DE-84K 1515"  # and again before the battles of exploitation
    m = at("rationing for exploitation battle", near, **BEACH, stage="exploitation")
    assert step(m) == "rationing for exploitation battle: rationing"
