"""The benchmark: what it measures, what it stores, and what it prints."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

import bocage
from bocage.games.roundup.lab.crowd import crowd
from bocage.lab.measuring import bench


@pytest.fixture(scope="module")
def result() -> dict[str, Any]:
    return bench.run(seconds=0.3, rounds=3, extras=False)


def test_every_game_is_measured_beside_python_chess(result: dict[str, Any]) -> None:
    assert set(result) == {"python_chess", *bocage.slugs()}
    assert result["python_chess"]["per_second"] > 0
    for slug in bocage.slugs():
        numbers = result[slug]
        assert numbers["per_second"] > 0
        assert 0.01 < numbers["ratio"] < 100
        assert numbers["games_per_second"] >= 0
        assert 0 <= numbers["forced_share"] < 1
        assert numbers["actions_per_prompt"] > 2


def test_the_ratio_is_that_of_the_two_rates() -> None:
    alone = bench.run(seconds=0.1, rounds=1, games=["roundup"], extras=False)
    assert alone["roundup"]["ratio"] == pytest.approx(
        alone["roundup"]["per_second"] / alone["python_chess"]["per_second"]
    )


def test_the_extras_measure_crowds_and_hex_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "_hex_factors", lambda: {"reach": 60.0})
    result = bench.run(seconds=0.12, rounds=1)
    assert list(result["roundup"]["units_scaling"]) == ["25", "50", "100"]
    assert result["hexes"] == {"reach": 60.0}


@pytest.mark.parametrize("units", bench.CROWDS)
def test_a_crowd_has_as_many_units_on_the_map_as_it_says(units: int) -> None:
    match = crowd(units)
    assert match.position.on_board.bit_count() == units
    assert match.prompt.step == "movement"


def test_the_cost_of_a_decision_grows_no_faster_than_the_number_of_units() -> None:
    costs = bench.scaling("roundup", 0.3)
    assert costs["100"] / costs["25"] < 4


def test_figures_are_stored_by_version_and_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "figures.csv"
    assert bench.stored(file) == {}
    figures: dict[str, Any] = {
        "python_chess": {"per_second": 20000.0},
        "roundup": {"per_second": 5000.4, "ratio": 0.25002},
    }
    bench.store(figures, file)
    monkeypatch.setattr(bocage, "__version__", "9.9.9")
    figures["roundup"] = {"per_second": 6000.0, "ratio": 0.3}
    bench.store(figures, file)
    bench.store(figures, file)
    lines = file.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "version,game,per_second,ratio"
    assert [line.split(",", 1)[1] for line in lines[1:]] == ["roundup,5000,0.250", "roundup,6000,0.300"]
    assert lines[2].startswith("9.9.9,")
    assert bench.stored(file) == {"roundup": {"per_second": 6000.0, "ratio": 0.3}}


def test_figures_are_stored_in_a_checkout_only(tmp_path: Path) -> None:
    with pytest.raises(bocage.BadInput, match="in a checkout of Bocage only"):
        bench.store({"python_chess": {"per_second": 1.0}}, tmp_path / "nowhere" / "figures.csv")


def test_the_stored_figures_of_this_checkout_can_be_read() -> None:
    assert set(bench.stored()) == set(bocage.slugs())


def test_the_table_shows_new_and_stored_figures_side_by_side(result: dict[str, Any]) -> None:
    text = bench.show(result, {"roundup": {"per_second": 4321.0, "ratio": 0.37}})
    (line,) = [line for line in text.splitlines() if line.startswith("roundup ")]
    assert line.split() == [
        "roundup", f"{result['roundup']['per_second']:,.0f}", f"{result['roundup']['ratio']:.2f}", "4,321", "0.37",
    ]  # fmt: skip


def test_without_python_chess_the_benchmark_says_so_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)
    with pytest.raises(bocage.BadInput, match="install the package 'chess'"):
        bench.run(seconds=0.1)


def test_the_profile_names_the_fifteen_dearest_functions() -> None:
    lines = bench.profile("roundup", 0.3)
    assert len(lines) == 15
    shares = [float(line.split("%")[0]) for line in lines]
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) > 20


def test_each_game_is_measured_in_a_process_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def factors() -> dict[str, float]:
        asked.append("hexes")
        return {"reach": 60.0}

    monkeypatch.setattr(bocage, "slugs", lambda: ["roundup", "rhine"])
    monkeypatch.setattr(bench, "_hex_factors", factors)
    result = bench.run_apart(seconds=0.12, rounds=1)
    assert set(result) == {"python_chess", "roundup", "rhine", "hexes"}
    assert asked == ["hexes"], "hex sets are the same whatever the game, and are measured once, here"
    assert list(result["roundup"]["units_scaling"]) == ["25", "50", "100"]
    monkeypatch.setattr(bocage, "slugs", lambda: ["roundup"])
    result = bench.run_apart(seconds=0.12, rounds=1)
    assert result["roundup"]["ratio"] == pytest.approx(
        result["roundup"]["per_second"] / result["python_chess"]["per_second"]
    )
