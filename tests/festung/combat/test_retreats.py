"""Retreats (9.4): how far, where to, who may stay, and who is lost."""

from __future__ import annotations

from tests.cases import rule
from tests.festung.combat.fighting import arranged, at, attack, falling, fighting, legal, steps
from tests.festung.playing import refused


@rule("9.41", "9.43", "9.42")
def test_the_difference_of_the_losses_is_the_length() -> None:
    """T179: a lone corps in Amiens on 3:1: 0/1 it goes back a hex, 0/2 it is gone, 1/1 nobody moves."""
    units = "US-V 0611; US-VII 0611; US-VIII 0712; GE-LXXXI 0711"
    match = fighting("allied", units, dice="4")
    attack(match, "0711", "US-V", "US-VII", "US-VIII")
    assert steps(match, "GE-LXXXI") == 1
    assert match.prompt.side == "axis"
    assert legal(match, "retreat") == {"0710", "0810", "0811"}
    match.play("retreat 0710")
    assert at(match, "GE-LXXXI") == "0710"
    assert match.prompt.step == "advance"
    match = fighting("allied", units, dice="6")
    attack(match, "0711", "US-V", "US-VII", "US-VIII")
    assert at(match, "GE-LXXXI") == "pool"
    assert match.prompt.step == "advance"
    assert match.prompt.side == "allied"
    match = fighting("allied", units, dice="2")
    attack(match, "0711", "US-V", "US-VII", "US-VIII")
    match.play("lose US-V")
    assert match.prompts == {}
    assert at(match, "GE-LXXXI") == "0711"


@rule("9.42")
def test_attackers_never_retreat() -> None:
    units = "US-V 0611; US-VII 0611; GE-LXXXI 0711; GE-LXXX 0711; GE-LXXXII 0711"
    match = fighting("allied", units, dice="3", allied="0712")
    attack(match, "0711", "US-V", "US-VII")  # 4 against 6: 1:2, 2/0
    match.play("lose US-V")
    match.play("lose US-VII")
    assert at(match, "US-V") == at(match, "US-VII") == "0611"
    assert match.prompts == {}


@rule("9.43", "R9")
def test_the_first_hex_leads_towards_a_source() -> None:
    """T131: out of The Ruhr to Hannover, Cologne or Kassel; by the other reading to Hannover alone."""
    match = falling("axis", "US-XIII 0909; GE-LXXX 1008", "GE-LXXX", 1)
    assert legal(match, "retreat") == {"1108", "1009", "1109"}
    assert refused(match, "retreat 1007") == "9.43"
    blocked = falling("axis", "US-XIII 0909; US-XII 1108; GE-LXXX 1008", "GE-LXXX", 1)
    assert legal(blocked, "retreat") == {"1009", "1109"}
    assert refused(blocked, "retreat 1108") == "9.46"
    nearest = falling("axis", "US-XIII 0909; GE-LXXX 1008", "GE-LXXX", 1, options={"R9": True})
    assert at(nearest, "GE-LXXX") == "1108", "the only way is taken"


@rule("9.43", "R83")
def test_the_allied_boxes_lie_behind_ports_and_beaches() -> None:
    """T139."""
    free = "0712 0811 0810 0912 0910 0809 0609 0610 0411 0410"
    match = falling("allied", "US-XV 0911; GE-LXXX 1010", "US-XV", 1, allied=free)
    assert legal(match, "retreat") == {"0811", "0810"}
    match = falling("allied", "US-XV 0911; GE-LXXX 1010", "US-XV", 1, allied=f"{free} 0709")
    assert legal(match, "retreat") == {"0811", "0810", "0910"}


@rule("9.43", "11.21", "R83")
def test_paris_gives_a_direction_only_while_it_is_allied() -> None:
    """Out of Nancy: Reims and Metz lead to Antwerp, Troyes leads to Paris alone."""
    held = "0809 0709 0909 0910 0911 0812 0811 0913"
    for more, ends in (("", {"0811", "0911"}), (" 0712", {"0811", "0911", "0812"})):
        match = falling("allied", "US-XV 0912; GE-LXXX 1308", "US-XV", 1, allied=held + more)
        assert legal(match, "retreat") == ends


@rule("9.43", "R9", "11.33")
def test_without_a_source_any_hex_will_do() -> None:
    """T142."""
    match = falling("axis", "BR-X 1615; IT-XXXI 1515", "IT-XXXI", 1, turn=1, allied="1617")
    assert legal(match, "retreat") == {"1414", "1415", "1516", "1514"}
    there = falling("axis", "BR-X 1615; IT-XXXI 1515", "IT-XXXI", 1, turn=1)
    assert at(there, "IT-XXXI") == "1516", "with Rome in Axis hands that is the direction"


@rule("9.43", "R9")
def test_where_no_source_can_be_reached_ports_give_the_direction() -> None:
    """On Corsica the way leads to Bastia, which is a port, and never away from it."""
    match = falling("axis", "US-V 0410; GE-LXXX 1318", "GE-LXXX", 1)
    assert at(match, "GE-LXXX") == "1317"
    match = falling("axis", "US-V 0410; GE-LXXX 1317", "GE-LXXX", 1)
    assert at(match, "GE-LXXX") == "pool"


@rule("9.46", "R109", "8.43")
def test_no_hex_of_a_retreat_lies_in_an_enemy_zone_unless_a_friend_is_there() -> None:
    """T162."""
    units = "FF-I 0913; FF-1A 0912; GE-LXXXV 1012"
    more = {"allied": "0917 0816 0915 0914 0411 0712 0811 0410 0512 0612 0812"}
    match = falling("axis", units, "GE-LXXXV", 1, **more)
    assert at(match, "GE-LXXXV") == "1112", "Freiburg is the only hex outside the zone"
    match = falling("axis", f"{units}; GE-LXXX 1011", "GE-LXXXV", 1, **more)
    assert legal(match, "retreat") == {"1011", "1112"}


@rule("9.46")
def test_friendly_hexes_come_before_supply() -> None:
    """T190."""
    units = "US-V 0912; US-VII 0812; US-VIII 0712; US-XV 0711; GE-LXXX 0811"
    allied = "0810 0910 1010 1011"
    match = falling("axis", units, "GE-LXXX", 1, allied=allied)
    assert at(match, "GE-LXXX") == "0911"
    full = falling("axis", f"{units}; GE-LXXXI 0911; GE-LXXXII 0911; GE-LXXXIV 0911", "GE-LXXX", 1, allied=allied)
    assert at(full, "GE-LXXX") == "0810"
    assert full.game.board.index["0810"] in full.game.board.nodes(full.game.look(full.position).controls("axis"))


@rule("9.46", "8.43")
def test_a_hex_that_is_left_feeds_nobody_through_an_enemy_zone() -> None:
    """Out of Frankfurt: Cologne would be fed through Frankfurt alone, which nobody keeps open any more."""
    board = arranged("allied", "")[0].board
    land = arranged("allied", "")[0].data.land
    held = {"1110", "1009", "1210", "1310", "1211", "1311", "1008"}
    allied = " ".join(label for label in board.names(land) if label not in held)
    units = "US-3A 1111; US-9A 0908; GE-LXXX 1110; GE-LXXXI 1210; GE-LXXXII 1211"
    match = falling("axis", units, "GE-LXXX", 1, allied=allied)
    assert at(match, "GE-LXXX") == "1210"
    infantry = falling("axis", units.replace("US-3A 1111", "US-V 1111"), "GE-LXXX", 1, allied=allied)
    assert legal(infantry, "retreat") == {"1009", "1210"}, "without a zone Frankfurt stays open"


@rule("9.46")
def test_bans_come_before_preferences() -> None:
    """T138: out of Nantes two hexes, not ending beside it; all friendly ways would, so the others are open."""
    allied = "0414 0512 0612 0613 0614 0515"
    match = falling("axis", "US-V 0412; US-VII 0313; GE-LXXX 0413 reduced", "GE-LXXX", 2, allied=allied)
    assert legal(match, "retreat") == {"0512", "0612", "0613", "0614", "0515"}
    match.play("retreat 0612")
    node = match.game.board.index["0612"]
    assert not match.position.allied_control >> node & 1, "the hex where a retreat ends changes hands"
    assert match.position.retreated == {"GE-LXXX": node}


@rule("9.43", "9.46")
def test_two_hexes_do_not_end_beside_the_start() -> None:
    """T060: after 0/2 whoever lives goes two hexes."""
    units = "US-3A 0712; US-V 0712; US-VII 0712; GE-LXXX 0811; GE-LXXXI 0811"
    match = fighting("allied", units, dice="6", allied="0711 0611")
    attack(match, "0811", "US-V", "US-VII", "US-3A")
    assert "0/2" in next(line.sentence for line in match.log() if line.rule == "9.27")
    for action in ("lose GE-LXXX", "lose GE-LXXXI"):
        match.play(action)
    if match.prompt.step == "retreat" and not legal(match, "retreat"):
        match.play("pick GE-LXXX")
    ends = legal(match, "retreat")
    beside = set(match.game.board.names(match.game.board.around[match.game.board.index["0811"]]))
    assert ends
    assert not ends & beside


@rule("9.46", "9.47")
def test_never_into_the_front_boxes() -> None:
    """T111: Vienna with only the Eastern Front open: eliminated."""
    match = falling("axis", "US-V 1610; US-VII 1611; GE-LXXX 1711", "GE-LXXX", 1)
    assert at(match, "GE-LXXX") == "pool"


@rule("9.45", "R96")
def test_allies_in_a_beach_head_may_go_to_the_box() -> None:
    """T062, T149: any length, also in a Roundup game on turn 2."""
    match = falling("allied", "US-V 1922; BR-XIII 1922; GE-XIVPZ 1821; GE-IFJ 1921", "US-V BR-XIII", 2)
    match.play("pick US-V")
    assert legal(match, "retreat") == {"NA"}
    match.play("retreat NA")
    assert at(match, "US-V") == at(match, "BR-XIII") == "NA"
    match = falling("allied", "US-V 0600; GE-LXX 0701", "US-V", 1, turn=2, flags="roundup")
    assert at(match, "US-V") == "UK"


@rule("9.441", "9.44", "R8")
def test_holding_costs_one_step_for_all() -> None:
    """T061: beaten in a forest, one of two corps loses a step and both stay."""
    units = "US-5A 0810; US-1A 0810; US-3A 0810; GE-LXXX 0910; GE-LXXXI 0910"
    match = fighting("allied", units, "0810", dice="3", allied="0711 0712")
    attack(match, "0910", "US-5A", "US-1A", "US-3A")
    match.play("lose GE-LXXX")
    assert match.prompt.step == "hold"
    assert legal(match, "hold") == {"GE-LXXX", "GE-LXXXI"}
    match.play("hold GE-LXXXI")
    assert [(at(match, unit), steps(match, unit)) for unit in ("GE-LXXX", "GE-LXXXI")] == [("0910", 1), ("0910", 1)]
    assert match.prompts == {}, "nobody advances into a hex that was held"


@rule("9.441", "9.47", "R87")
def test_a_fortress_never_retreats() -> None:
    """T110."""
    units = "US-V 0412; US-VII 0412; US-VIII 0412; FORT-Lorient 0313"
    match = fighting("allied", units, dice="5", allied="0410 0411")
    attack(match, "0313", "US-V", "US-VII", "US-VIII")  # 2:1, 0/1
    assert steps(match, "FORT-Lorient") == 1
    match.play("withdraw")
    assert at(match, "FORT-Lorient") == "pool"
    assert match.prompt.step == "advance"
    match = fighting("allied", f"{units}; GE-LXXX 0313 reduced", dice="6", allied="0410 0411")
    attack(match, "0313", "US-V", "US-VII", "US-VIII")  # 6 against 4: 1:1, 1/2
    for action in ("lose US-V", "lose GE-LXXX"):
        match.play(action)
    assert (steps(match, "FORT-Lorient"), match.prompt.step) == (1, "hold")
    match.play("hold FORT-Lorient")
    assert (at(match, "FORT-Lorient"), match.prompt.step) == ("pool", "advance"), "its last step"


@rule("9.441", "9.32", "R94")
def test_an_army_that_dies_by_holding_may_be_relieved() -> None:
    """T147: Genoa is held by the corps that takes the army's place."""
    units = "US-5A 1315; US-7A 1315; US-IV 1315; GE-LIGA 1215 reduced; GE-LXXXVII 1215 reduced; GE-LXXIV OKW"
    for answer, held in (("stand-in GE-LXXIV", True), ("pass", False)):
        match = fighting("allied", units, dice="3", allied="1416 1617", flags="italian_disarmament")
        attack(match, "1215", "US-5A", "US-7A", "US-IV")  # 0/1
        match.play("lose GE-LXXXVII")
        assert at(match, "GE-LXXXVII") == "pool"
        match.play("hold GE-LIGA")
        match.play(answer)
        assert at(match, "GE-LIGA") == "pool"
        if held:
            assert (at(match, "GE-LXXIV"), steps(match, "GE-LXXIV"), match.prompts) == ("1215", 2, {})
        else:
            assert match.prompt.step == "advance"


@rule("9.48", "R2")
def test_who_was_thrown_back_there_adds_nothing_and_goes_with_the_first_loss() -> None:
    """T063."""
    match = fighting("allied", "US-3A 0712; US-V 0712; GE-LXXX 0811; GE-LXXXI 0811", dice="5",
                     retreated={"GE-LXXXI": arranged("allied", "")[0].board.index["0811"]})  # fmt: skip
    match.play("attack 0811")
    match.play("join US-3A")
    match.play("join US-V")
    assert match.game.forecast(match.position, "allied").defence == 2
    match.play("fight")
    assert at(match, "GE-LXXXI") == "pool"


@rule("9.49")
def test_a_hex_that_was_left_keeps_its_owner() -> None:
    match = falling("axis", "US-V 0712; GE-LXXX 0811", "GE-LXXX", 1)
    node = match.game.board.index["0811"]
    match.play(f"retreat {sorted(legal(match, 'retreat'))[0]}")
    assert match.game.look(match.position).controls("axis") >> node & 1


@rule("9.46", "R28", "R42", "13.1")
def test_units_are_lost_where_they_may_not_be() -> None:
    """German armies south of the Arno, and Italians outside their area."""
    units = "BR-X 1717; GE-10A 1616; GE-LXXX 1616"
    assert at(falling("axis", units, "GE-10A", 1), "GE-10A") == "pool"
    assert legal(falling("axis", units, "GE-LXXX", 1), "retreat") == {"1516", "1615"}
    assert legal(falling("axis", units, "GE-10A", 1, flags="italian_disarmament"), "retreat") == {"1516", "1615"}
    nice, area = "BR-X 1117; IT-XXXI 1116; GE-LXXX 1116", arranged("axis", "")[0]
    italian = falling("axis", nice, "IT-XXXI", 1, turn=1, allied="1617")
    assert legal(italian, "retreat")
    assert legal(italian, "retreat") <= set(area.board.names(area.italian_area))
    free = falling("axis", nice, "IT-XXXI", 1, turn=1, allied="1617", surrendered=True)
    assert legal(free, "retreat") > legal(italian, "retreat"), "after the surrender there is no limit (R65)"


@rule("9.32", "9.47", "R36")
def test_nobody_stands_in_for_an_army_that_could_not_retreat() -> None:
    match = falling("axis", "US-V 1610; US-VII 1611; GE-19A 1711; GE-LXXIV OKW", "GE-19A", 1)
    assert (at(match, "GE-19A"), at(match, "GE-LXXIV")) == ("pool", "OKW")
    assert match.prompts == {}


@rule("9.48", "R51")
def test_without_a_loss_those_thrown_back_share_the_fate_of_the_hex() -> None:
    hex_number = arranged("allied", "")[0].board.index["0811"]
    units = "US-V 0712; GE-LXXX 0811; GE-LXXXI 0811; GE-LXXXII 0811"
    match = fighting("allied", units, dice="1", retreated={"GE-LXXXI": hex_number})
    attack(match, "0811", "US-V")  # 2 against 4: 1:2, 3/0
    assert (at(match, "GE-LXXXI"), steps(match, "GE-LXXXI"), at(match, "US-V")) == ("0811", 2, "pool")


@rule("8.38", "R12")
def test_nobody_retreats_from_one_closed_hex_to_another() -> None:
    match = falling(
        "allied", "US-9A 1207; GE-LXXX 1307", "US-9A", 1, allied="1108 1107 1206 1208 1106", closed="allied"
    )
    ends = legal(match, "retreat") | {at(match, "US-9A")}
    red = set(match.game.board.names(match.game.data.red)) - {"1207"}
    assert not ends & red
    assert at(match, "US-9A") != "pool"
