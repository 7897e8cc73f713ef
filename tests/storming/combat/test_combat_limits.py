"""Where attacks are barred: mountains, zones, command limits, blind spots, Fortress Holland and Entrance Hexes."""

from __future__ import annotations

from tests.cases import rule
from tests.storming.combat.battles import ELSEWHERE, choices, declare, field, german_field, points, reckoned, refused


@rule("13.9.E")
def test_red_units_never_attack_into_mountains_and_others_do() -> None:
    match = field("US-14-Arm 4936; US-36-Inf 4936; GE-77-Inf 5035", turn=11)
    match.play("attack 5035")
    assert choices(match, "join") == ["US-36-Inf"]
    assert refused(match, "join US-14-Arm")[0] == "13.9.E"
    german = german_field(f"US-36-Inf 5035; GE-Lehr-Pz 5034; {ELSEWHERE}", turn=11)
    assert refused(german, "attack 5035")[0] == "13.9.E"


@rule("10.7.1", "R10")
def test_only_the_commonwealth_attacks_into_the_exclusion_zone() -> None:
    match = field("US-1-Inf 0822; CW-50-Inf 0921; GE-77-Inf 0922", turn=3)
    match.play("attack 0922")
    assert choices(match, "join") == ["CW-50-Inf"]
    assert refused(match, "join US-1-Inf")[0] == "10.7.1"


@rule("10.7.1", "R58")
def test_the_commonwealth_may_attack_into_column_eight_before_its_release() -> None:
    match = field("CW-50-Inf 0922; GE-77-Inf 0822", turn=3)
    assert choices(match, "attack") == ["0822"]


@rule("10.7.2")
def test_command_limits_bind_attacks_too() -> None:
    commonwealth = field(f"CW-50-Inf 2422; GE-77-Inf 2423; {ELSEWHERE}", turn=7, breakout=True)
    assert refused(commonwealth, "attack 2423")[0] == "10.7.2"
    red = field(f"US-36-Inf 2423; GE-77-Inf 2422; {ELSEWHERE}", turn=8)
    assert refused(red, "attack 2422")[0] == "10.7.2"
    edge = f"US-4-Inf 4332; GE-77-Inf 4333; {ELSEWHERE}"
    assert refused(field(edge, turn=9), "attack 4333")[0] == "10.7.2"
    assert choices(field(edge, turn=9, full_for_good=True), "attack") == ["2928", "4333"]


@rule("8.7.B")
def test_montys_blind_spot_is_closed_in_both_directions_until_antwerpen_has_been_held() -> None:
    units = f"CW-50-Inf 4009; GE-77-Inf 4008; {ELSEWHERE}"
    assert refused(field(units, turn=8), "attack 4008")[0] == "8.7.B"
    assert choices(field(units, turn=8, monty_sees=True), "attack") == ["2928", "4008"]
    assert refused(german_field(units, turn=8), "attack 4009")[0] == "8.7.B"
    assert choices(german_field(units, turn=8, monty_sees=True), "attack") == ["2929", "4009"]


@rule("17.1.A", "17.1.B")
def test_fortress_holland_is_closed_to_allied_attacks_while_it_is_garrisoned() -> None:
    held = "GE-77-Inf 4005; GE-91-Inf 4302; GE-353-Inf 4404; GE-352-Inf 4505; CW-50-Inf 4604; " + ELSEWHERE
    match = field(held, turn=14)
    assert refused(match, "attack 4505")[0] == "17.1.A"
    assert choices(field(held, turn=14, holland_open=True), "attack") == ["2928", "4505"]
    bare = field(held.replace("GE-91-Inf 4302; ", ""), turn=14)
    assert choices(bare, "attack") == ["2928", "4505"]


@rule("17.1.C")
def test_german_mechanized_units_never_attack_into_fortress_holland_but_infantry_does() -> None:
    match = german_field("GE-12SS-Pz 4604; GE-77-Inf 4604; CW-50-Inf 4505", turn=14)
    match.play("attack 4505")
    assert choices(match, "join") == ["GE-77-Inf"]
    assert refused(match, "join GE-12SS-Pz")[0] == "17.1.C"


@rule("10.7.3")
def test_a_sixth_division_does_not_attack_into_ikes_blind_spot() -> None:
    five = "US-1-Inf 4518; US-2-Inf 4518; US-4-Inf 4518; US-9-Inf 4620; US-90-Inf 4620"
    outside = "US-29-Inf 4616; GE-77-Inf 4617"
    match = field(f"{five}; {outside}", turn=9)
    assert "4617" in choices(match, "attack")  # those inside may
    match.play("attack 4617")
    assert refused(match, "join US-29-Inf")[0] == "10.7.3"
    lifted = field(f"{five}; {outside}", turn=9, ike_sees=True)
    lifted.play("attack 4617")
    assert "US-29-Inf" in choices(lifted, "join")


@rule("7.1.2.F")
def test_attacks_go_into_and_out_of_the_entrance_hexes_of_brittany_as_on_clear_ground() -> None:
    into = field("US-4-Inf 0224; GE-77-Inf 0125", "2 2", turn=4)
    declare(into, "0125", "US-4-Inf")
    assert points(reckoned(into).attack) == []
    out = german_field("US-4-Inf 0224; GE-77-Inf 0125", turn=4)
    assert choices(out, "attack") == ["0224"]


@rule("7.1.2.J")
def test_germans_no_longer_attack_into_brittany_once_it_is_closed() -> None:
    match = german_field(f"US-4-Inf 0125; GE-77-Inf 0224; {ELSEWHERE}", turn=6, brittany_closed=True)
    assert refused(match, "attack 0125")[0] == "7.1.2.J"


@rule("7.1.2.G")
def test_nobody_attacks_into_or_out_of_other_entrance_hexes() -> None:
    match = german_field(f"US-36-Inf 4440; GE-77-Inf 4439; {ELSEWHERE}", turn=6)
    assert refused(match, "attack 4440")[0] == "7.1.2.G"
    out = german_field(f"GE-77-Inf 5806; US-4-Inf 5707; {ELSEWHERE}", turn=14)
    assert refused(out, "attack 5707")[0] == "7.1.2.G"
    into = field(f"GE-77-Inf 5806; US-4-Inf 5707; {ELSEWHERE}", turn=14)
    assert refused(into, "attack 5806")[0] == "7.1.2.G"


@rule("7.1.2.E", "7.1.2.G")
def test_anvil_dragoon_units_attack_onto_the_map_only_if_germans_keep_them_off_it() -> None:
    units = f"US-36-Inf 4540; {ELSEWHERE}"
    shut = field(f"{units}; GE-77-Inf 4539; GE-91-Inf 4440", turn=6)
    game = shut.game
    node = game.board.index["4540"]
    ways = [game.board.labels[near] for near in game.board.neighbours[node] if not game.mute_hexes >> near & 1]
    assert sorted(ways) == ["4439", "4539", "4639"]
    assert refused(shut, "attack 4539")[0] == "7.1.2.G"
    wall = field(f"{units}; GE-77-Inf 4439; GE-91-Inf 4539; GE-353-Inf 4639", turn=6)
    assert choices(wall, "attack") == ["2928", "4439", "4539", "4639"]


@rule("3.3")
def test_in_the_breakout_scenario_nothing_beyond_the_west_map_is_attacked() -> None:
    match = field("CW-50-Inf 3411; GE-77-Inf 3511", scenario="breakout", turn=5)
    assert choices(match, "attack") == []
