"""The advance after combat (9.5)."""

from __future__ import annotations

from tests.cases import rule
from tests.festung.combat.fighting import at, attack, fighting, legal
from tests.festung.playing import refused


@rule("9.51", "9.16", "9.56", "9.49")
def test_winners_advance_first_into_the_hex_and_then_on_within_the_difference() -> None:
    """T179: 0/2 against a lone corps in Amiens, then up to two hexes, which become Allied."""
    units = "US-V 0611; US-VII 0611; US-VIII 0712; US-XV 0712; GE-LXXXI 0711"
    match = fighting("allied", units, dice="6")
    attack(match, "0711", "US-V", "US-VII", "US-VIII")
    assert legal(match, "pick") == {"US-V", "US-VII", "US-VIII"}
    assert refused(match, "pick US-XV") == "9.16"
    match.play("pick US-V")
    assert legal(match, "advance") == {"0711"}
    assert refused(match, "advance 0610") == "9.51"
    match.play("advance 0711")
    assert "0710" in legal(match, "advance")
    match.play("advance 0710")
    assert at(match, "US-V") == "0710"
    assert legal(match, "advance") == set()
    board = match.game.board
    assert match.position.allied_control & board.set(["0711", "0710"]) == board.set(["0711", "0710"])
    match.play("pick US-VII")
    match.play("advance 0711")
    match.play("end")
    assert at(match, "US-VII") == "0711"
    assert at(match, "US-VIII") == "0712"


@rule("9.52")
def test_out_of_a_beach_head_one_hex() -> None:
    """T064, T095."""
    units = "US-7A 1922; BR-8A 1922; US-II 1922; US-VI 1922; BR-XIII 1922; IT-XVI 1821"
    match = fighting("allied", units, landing="1922", dice="3", turn=1)
    match.play("attack 1821")
    for unit in ("US-7A", "BR-8A", "US-II", "US-VI", "BR-XIII"):
        match.play(f"join {unit}")
    found = match.game.forecast(match.position, "allied")
    assert (found.attack, found.defence, found.column, found.modifier) == (17, 1, "7:1", 1)
    match.play("fight")
    match.play("pick US-7A")
    match.play("advance 1821")
    assert at(match, "US-7A") == "1821"
    assert legal(match, "advance") == set()


@rule("9.52")
def test_rough_ground_stops_an_advance() -> None:
    match = fighting("allied", "US-5A 1821; US-7A 1821; US-VI 1821; IT-XVI 1820 reduced", dice="6", turn=1)
    attack(match, "1820", "US-5A", "US-7A", "US-VI")
    match.play("pick US-VI")
    match.play("advance 1820")
    assert legal(match, "advance") == set(), "Palermo is a mountain"


@rule("9.52", "R78")
def test_nobody_advances_from_zone_to_zone_nor_through_one() -> None:
    units = "US-V 0611; US-VII 0611; US-VIII 0611; GE-LXXXI 0711 reduced; GE-IISS 0710"
    match = fighting("allied", units, dice="6")
    attack(match, "0711", "US-V", "US-VII", "US-VIII")
    match.play("pick US-V")
    match.play("advance 0711")
    assert legal(match, "advance") == set(), "Amiens lies in the zone of II SS Panzer Corps"
    near = fighting("allied", units.replace("0611", "0610"), dice="6")
    attack(near, "0711", "US-V", "US-VII", "US-VIII")
    assert near.prompts == {}, "Dieppe and Amiens both lie in it"


@rule("9.55")
def test_nobody_advances_onto_enemies() -> None:
    match = fighting("allied", "US-V 0611; US-VII 0611; US-VIII 0611; GE-LXXXI 0711; GE-LXXX 0710", dice="6")
    attack(match, "0711", "US-V", "US-VII", "US-VIII")
    match.play("pick US-V")
    match.play("advance 0711")
    assert refused(match, "advance 0710") == "9.55"


@rule("9.54")
def test_the_axis_may_advance_into_a_beach_head() -> None:
    units = "GE-6SSA 0411; GE-5PZA 0411; US-V 0410 reduced; US-VII UK"
    match = fighting("axis", units, "0411", dice="6", flags="rommel", allied="0410")
    attack(match, "0410", "GE-6SSA", "GE-5PZA")
    while match.prompt.step != "advance":
        match.play(str(match.prompt.actions[0]))
    match.play("pick GE-6SSA")
    match.play("advance 0410")
    assert at(match, "GE-6SSA") == "0410"
    assert not match.position.allied_control >> match.game.board.index["0410"] & 1


@rule("7.13", "9.51", "R60")
def test_a_full_hex_is_only_passed() -> None:
    units = "US-V 0611; US-VII 0611; US-VIII 0611; US-XV 0712; US-XII 0712; GE-LXXXI 0711"
    match = fighting("allied", units, dice="6")
    attack(match, "0711", "US-V", "US-VII", "US-VIII", "US-XV")
    for unit in ("US-V", "US-VII", "US-VIII"):
        match.play(f"pick {unit}")
        match.play("advance 0711")
    match.play("pick US-XV")
    match.play("advance 0711")
    assert refused(match, "end") == "R60"
    assert legal(match, "advance")
    match.play("advance 0710")
    assert at(match, "US-XV") == "0710"


@rule("8.38", "R50")
def test_closed_hexes_are_attacked_but_not_entered() -> None:
    match = fighting("allied", "US-9A 1208; US-3A 1208; GE-LXXX 1308 reduced", dice="6", closed="allied")
    attack(match, "1308", "US-9A", "US-3A")
    assert at(match, "GE-LXXX") == "pool"
    assert match.prompts == {}


@rule("6.51")
def test_cobra_shifts_and_carries_an_advance_farther() -> None:
    from bocage.games.festung.rules.position import Bonus

    card = "allied-37"
    units = "US-1A 0512; US-V 0512; GE-LXXX 0612; GE-LXXXI 0612"
    match = fighting("allied", units, dice="6", bonuses=(Bonus(card, 1, 1),), allied="0410 0411")
    match.play("attack 0612")
    match.play("join US-V")
    assert refused(match, f"bonus {card}") == "6.51", "no US army attacks"
    match.play("join US-1A")
    before = match.game.forecast(match.position, "allied").column
    match.play(f"bonus {card}")
    columns = match.game.data.odds
    assert columns.index(match.game.forecast(match.position, "allied").column) == columns.index(before) + 1
    match.play("fight")
    assert match.position.bonuses == (Bonus(card, 1, 0),)
    while match.prompt.step != "advance":
        match.play(str(match.prompt.actions[0]))
    top = match.position.frames[-1]
    lost, inflicted = next(line.sentence for line in match.log() if line.rule == "9.27")[:-1].split()[-1].split("/")
    assert top.length == int(inflicted) - int(lost) + 1  # type: ignore[attr-defined]


@rule("2.21", "R101")
def test_a_fortress_that_attacked_stays_where_it_is() -> None:
    units = "FORT-Brest 0212; GE-6SSA 0212; US-V 0211 reduced"
    match = fighting("axis", units, "0212", dice="6", flags="rommel")
    attack(match, "0211", "FORT-Brest", "GE-6SSA")
    while match.prompt.step != "advance":
        match.play(str(match.prompt.actions[0]))
    assert legal(match, "pick") == {"GE-6SSA"}
    assert refused(match, "pick FORT-Brest") == "9.16"


@rule("9.51", "9.41", "R48")
def test_a_card_carries_nobody_into_a_hex_that_was_not_won() -> None:
    """Both sides lose a step, the corps is gone, and Cobra, which carries winners farther, has no winners to carry."""
    from bocage.games.festung.rules.position import Bonus

    units = "US-1A 0512; GE-XXIVPZ 0612 reduced"
    for die, result, step in (("1", "1/1", ""), ("3", "0/1", "advance")):
        match = fighting("allied", units, dice=die, bonuses=(Bonus("allied-37", 1, 1),), allied="0410 0411")
        attack(match, "0612", "US-1A", help=["bonus allied-37"])
        (line,) = [line.sentence for line in match.log() if line.rule == "9.27"]
        assert line.endswith(f"{result}.")
        assert at(match, "GE-XXIVPZ") == "pool"
        assert (match.prompt.step if match.prompts else "") == step
