"""The odds laboratory: forecasts agree with dice, and a forecast that is wrong does not get away with it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

import bocage
from bocage.games.rhine.game import Rhine
from bocage.games.roundup.game import Roundup
from bocage.games.storming.game import Storming
from bocage.lab.attacks import DECLARED, POSSIBLE, Case, Request, attacks_of
from bocage.lab.measuring import odds
from bocage.lab.measuring.chances import ALARM, Cell, beyond, cells, fit, most, together
from tests.cli.conftest import Run
from tests.rhine.combat.fighting import field

Chances = dict[Any, Fraction]

GAMES = bocage.slugs()
QUICK = {"positions": 25, "rolls": 150}


@pytest.mark.parametrize("game", GAMES)
def test_forecasts_agree_with_dice(game: str) -> None:
    finding = odds.run(game, **QUICK, seed="quick")
    assert finding.troubles == ()
    assert finding.positions == 25
    assert finding.asked[POSSIBLE] > 3
    assert len(finding.origins) > 1
    assert all(reading.within[2] > 0.98 for reading in finding.readings)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_forecasts_agree_with_dice_in_five_hundred_positions(game: str) -> None:
    finding = odds.run(game, odds.POSITIONS, odds.ROLLS, seed="long")
    assert finding.troubles == ()
    assert set(finding.origins) == {odds.RANDOM, odds.ARRANGED, odds.PLANNER}


def test_the_same_seed_finds_the_same() -> None:
    first, second = (odds.run("roundup", 6, 30, seed="twice", origins=(odds.ARRANGED,)) for _ in range(2))
    assert odds.tables(first) == odds.tables(second)
    other = odds.run("roundup", 6, 30, seed="once more", origins=(odds.ARRANGED,))
    assert odds.tables(first) != odds.tables(other)


# Wrong forecasts


def spoilt(monkeypatch: pytest.MonkeyPatch, kind: Any, field: str, change: Callable[[Chances], Chances]) -> None:
    """Let the forecasts of a game tell other chances than they found."""
    right = kind.forecast

    def wrong(self: Any, position: Any, side: str, **attack: Any) -> Any:
        told = right(self, position, side, **attack)
        spoilt = change(dict(getattr(told, field)))
        if hasattr(told, "_replace"):
            return told._replace(**{field: spoilt})
        return type(told)(**{name: getattr(told, name) for name in told.__struct_fields__} | {field: spoilt})

    monkeypatch.setattr(kind, "forecast", wrong)


def shifted(chances: Chances) -> Chances:
    """A twelfth of all goes from the most likely result to the least likely one."""
    if len(chances) < 2:
        return chances
    ranked = sorted(chances, key=lambda result: (chances[result], str(result)))
    less, more = ranked[-1], ranked[0]
    return {**chances, less: chances[less] - Fraction(1, 12), more: chances[more] + Fraction(1, 12)}


FORECASTS = [(Roundup, "chances"), (Storming, "defender_losses"), (Storming, "attacker_losses"), (Rhine, "chances")]


@pytest.mark.parametrize(("kind", "field"), FORECASTS)
def test_chances_that_are_a_little_off_are_caught(kind: Any, field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    spoilt(monkeypatch, kind, field, shifted)
    finding = odds.run(kind.slug, **QUICK, seed="quick", origins=(odds.ARRANGED,))
    assert not finding.agrees
    assert "DISAGREE" in odds.verdict(finding)


def test_a_result_that_a_forecast_holds_for_impossible_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(chances: Chances) -> Chances:
        first, second, *rest = chances
        return {second: chances[first] + chances[second], **{result: chances[result] for result in rest}}

    spoilt(monkeypatch, Roundup, "chances", forgetful)
    finding = odds.run("roundup", 3, 60, origins=(odds.ARRANGED,))
    assert any("came, and it has no chance" in trouble for trouble in finding.troubles)


def test_a_result_that_never_comes_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    spoilt(monkeypatch, Roundup, "chances", lambda chances: {"nothing at all": Fraction(1)})
    assert not odds.run("roundup", 2, 20, origins=(odds.ARRANGED,)).agrees


def test_chances_that_do_not_add_up_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    spoilt(monkeypatch, Roundup, "chances", lambda chances: {**chances, "surprise": Fraction(1, 1000)})
    finding = odds.run("roundup", 2, 20, origins=(odds.ARRANGED,))
    assert any("add up to 1001/1000" in trouble for trouble in finding.troubles)


def test_one_wrong_forecast_among_many_right_ones_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0

    def once(chances: Chances) -> Chances:
        nonlocal asked
        asked += 1
        return shifted(shifted(chances)) if asked == 7 else chances

    spoilt(monkeypatch, Roundup, "chances", once)
    finding = odds.run("roundup", **QUICK, seed="quick", origins=(odds.ARRANGED,))
    assert finding.troubles
    assert all("position 7 " in trouble for trouble in finding.troubles)


# Judging


def study(random: Random, bias: Fraction = Fraction(0)) -> odds.Finding:
    """A study of made-up attacks whose results are drawn at random; with a bias the chances told are wrong."""
    nowhere: Any = None
    trials = []
    for number in range(40):
        parts = [random.randint(1, 3) for _ in range(random.randint(2, 7))]
        truth = {f"r{n}": Fraction(part, sum(parts)) for n, part in enumerate(parts)}
        told = {**truth, "r0": truth["r0"] + bias, "r1": truth["r1"] - bias}
        counts = Counter(random.choices(list(truth), [float(chance) for chance in truth.values()], k=200))
        case = Case(nowhere, "allied", "made up", DECLARED, {"result": told}, {}, None)
        trials.append(odds.Trial(number, "made up", case, {"result": cells(told, counts)}, ()))
    return odds.judge("roundup", 200, trials)


def test_right_chances_are_hardly_ever_blamed_and_wrong_ones_mostly_are() -> None:
    random = Random(11)
    blamed = sum(not study(random).agrees for _ in range(60))
    assert blamed <= 1
    caught = sum(not study(random, Fraction(1, 20)).agrees for _ in range(10))
    assert caught >= 9


def test_three_sigma_is_reckoned_exactly_for_each_cell() -> None:
    # The normal curve says 0.0027; small chances have a longer tail, and a die rolled six times can hardly get there.
    assert beyond(1000, Fraction(1, 2)) == pytest.approx(0.0027, abs=0.0004)
    assert beyond(100, Fraction(1, 100)) > 0.01
    six_sixes = 1 / 6**6
    assert beyond(6, Fraction(1, 6), 5.0) == pytest.approx(six_sixes)
    assert Cell("hit", Fraction(1, 6), 6, 6).tail == pytest.approx(six_sixes)


def test_as_many_may_be_beyond_as_luck_allows() -> None:
    assert most([0.003] * 10) == 1
    allowed = most([0.01] * 500)
    random = Random(3)
    more = sum(sum(random.random() < 0.01 for _ in range(500)) > allowed for _ in range(1000))
    assert more / 1000 < 5 * ALARM


def test_dice_that_are_too_even_are_suspicious_too() -> None:
    even = [fit(cells({"a": Fraction(1, 2), "b": Fraction(1, 2)}, {"a": 100, "b": 100})) for _ in range(200)]
    off, tail = together(even)
    assert off < -3
    assert tail < ALARM


# Attacks


def test_where_face_down_pieces_defend_the_referee_s_forecast_is_compared() -> None:
    match = field("DE-12SS 2814 down; US-5C 2815; US-7C 2815", "allied allocation")
    blind = bocage.forecast(match, "2814", "US-5C US-7C")
    assert blind.unknown == 1
    random = Random(1)
    found = [attacks_of("rhine").find(match, random) for _ in range(20)]
    told = [case.told for case in found if case is not None]
    assert told
    assert all(one.unknown == 0 and one.defence > blind.defence for one in told)


def test_a_player_cannot_roll_for_what_he_does_not_know() -> None:
    match = field("DE-12SS 2814 down; DE-84K 2914; DE-2SS 3314 down; US-5C 2815; US-7C 2815", "allied allocation")
    with pytest.raises(bocage.Refusal, match="face-down"):
        odds.one(match, Request("allied", "2814", None, False, False), 10, "1")
    case, counts = odds.one(match, Request("allied", "2914", None, False, False), 60, "1")
    assert set(counts["result"]) <= set(case.exact["result"])


def test_every_kind_of_attack_comes_up() -> None:
    words = [case.words for _, _, case in odds.cases("storming", 40, "kinds", (odds.PLANNER, odds.RANDOM))]
    assert {text.split(":")[0] for text in words} >= {"combat", "assault"}
    assert any("with air support" in text for text in words)
    rhine = [case for _, _, case in odds.cases("rhine", 30, "kinds", (odds.ARRANGED,))]
    assert any(case.words.endswith("pressed") for case in rhine)
    assert any("forts restored" in case.exact for case in rhine)
    roundup = [case.words for _, _, case in odds.cases("roundup", 30, "kinds", (odds.ARRANGED,))]
    assert any(text.endswith("with bombers") for text in roundup)


# The command


@pytest.fixture
def saved(tmp_path: Path) -> dict[str, Path]:
    """A match of each game, in the middle of it."""
    matches = {
        "roundup": bocage.position(
            "roundup", turn=3, at="allied movement", units="US-1 3118; US-2 3218; DE-376 3117", us_beachheads="3123"
        ),
        "storming": bocage.position(
            "storming", turn=6, at="allied combat", units="US-90-Inf 2230; US-3-Arm 2230; GE-2-Pz 2330", duration=1,
            points={"12AG": 5, "21AG": 5}, breakout=True, air_support=1,
        ),
        "rhine": field("US-5C 2815; US-7C 2815; DE-84K 2814", "german movement"),
    }  # fmt: skip
    files = {}
    for game, match in matches.items():
        files[game] = tmp_path / f"{game}.bocage"
        files[game].write_text(match.text(), encoding="utf-8")
    return files


def test_the_command_prints_what_it_found(run: Run) -> None:
    result = run("lab", "odds", "roundup", "--positions", "6", "--rolls", "40")
    assert result.exit_code == 0
    assert "roundup: 6 positions" in result.stdout
    assert "The worst cells" in result.stdout
    assert "Forecasts and dice agree" in result.stdout
    found = json.loads(run("lab", "odds", "rhine", "--positions", "3", "--rolls", "20", "--json").stdout)
    assert (found["positions"], found["agrees"], found["troubles"]) == (3, True, [])


def test_a_disagreement_is_an_error(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    spoilt(monkeypatch, Roundup, "chances", lambda chances: {"nothing at all": Fraction(1)})
    result = run("lab", "odds", "roundup", "--positions", "2", "--rolls", "20")
    assert result.exit_code == 1
    assert "DISAGREE" in result.stderr


@pytest.mark.parametrize(
    ("game", "words", "expected"),
    [
        ("roundup", ("--attack", "3117", "--with", "US-1 US-2"), {"AS": "1/6", "SM": "1/6", "EX": "1/6", "DR": "1/6"}),
        ("storming", ("--attack", "2330", "--with", "US-90-Inf,US-3-Arm", "--support"), {"1": "1/6", "2": "5/6"}),
        ("rhine", ("--attack", "2814", "--side", "allied", "--press"), {}),
    ],
)
def test_one_attack_of_a_match_exact_and_rolled(
    game: str, words: tuple[str, ...], expected: dict[str, str], run: Run, saved: dict[str, Path]
) -> None:
    result = run("lab", "odds", str(saved[game]), *words, "--rolls", "120", "--json")
    assert result.exit_code == 0, result.stderr
    told = json.loads(result.stdout)
    reading = {"storming": "defenders lose"}.get(game, "result")
    exact = {name: Fraction(chance) for name, chance in told["exact"][reading].items()}
    assert sum(exact.values()) == 1
    assert {name: str(exact[name]) for name in expected} == expected
    assert sum(told["rolled"][reading].values()) == 120
    assert set(told["rolled"][reading]) <= set(exact)
    for cell in cells(exact, told["rolled"][reading]):
        assert abs(cell.sigmas) < 4
    shown = run("lab", "odds", str(saved[game]), *words, "--rolls", "20")
    assert shown.exit_code == 0
    assert "exact" in shown.stdout
    assert "rolled" in shown.stdout


def test_attacks_that_cannot_be_are_refused_with_the_reason(run: Run, saved: dict[str, Path]) -> None:
    for words, sentence in (
        (("nowhere",), "neither a game"),
        ((str(saved["roundup"]),), "say which hex is attacked: --attack HEX"),
        ((str(saved["roundup"]), "--attack", "9999"), "there is no hex '9999'"),
        ((str(saved["roundup"]), "--attack", "3117", "--with", "US-9"), "US-9"),
        ((str(saved["roundup"]), "--attack", "3117", "--support"), "(7.6)"),
        ((str(saved["storming"]), "--attack", "2231"), "there is no enemy in 2231"),
        (("roundup", "--attack", "3117"), "about one match"),
    ):
        result = run("lab", "odds", *words)
        assert result.exit_code == 1
        assert sentence in result.stderr, result.stderr


def test_an_attack_of_the_past_is_none(tmp_path: Path) -> None:
    match = bocage.new_match("roundup", seed="1")
    match.concede("allied")
    with pytest.raises(bocage.BadInput, match="the game is over"):
        odds.one(match, Request("allied", "3117", None, False, False), 10, "1")


def test_the_commands_of_the_page_exist(run: Run) -> None:
    page = (Path(__file__).parents[2] / "docs" / "odds.md").read_text(encoding="utf-8")
    commands = [line.split() for line in page.splitlines() if line.startswith("bocage lab odds ")]
    known = run("lab", "odds", "--help").stdout
    assert len(commands) == 4
    for words in commands:
        assert words[3] in GAMES or words[3].endswith(".bocage")
        assert all(word in known for word in words if word.startswith("--"))
