"""Allocating attacks from the sea (DD.7), and attacks in which face-down pieces have a part (SET.7)."""

from __future__ import annotations

from bocage.games.rhine.rules.combat.attacks import Allocating
from tests.cases import rule
from tests.rhine.asking import listed, log, marked, number, refused, verbs
from tests.rhine.combat.fronts import battles, commit, exploitation, front, german_front, warned

# Landing units


@rule("DD.7", "R24")
def test_a_landing_unit_attacks_its_landing_hex_and_nothing_else() -> None:
    match = front("DE-84K 1817; DE-25K 1717; DE-2Pz 1816", turn=1, landing_at="US-5C 1817", first_beaches="1817 1717")
    assert listed(match, "attack") == {"1817"}
    match.play("attack 1817")
    assert listed(match, "also") == set()
    match.play("join US-5C")
    match.play("commit")
    assert battles(match) == [(["1817"], ["US-5C"])]
    assert match.position.battles[0].parents == ()


@rule("DD.4", "DD.7", "R99")
def test_whether_a_landing_unit_attacks_at_first_is_a_choice() -> None:
    match = front("DE-84K 1817", turn=1, landing_at="US-5C 1817", first_beaches="1817")
    assert verbs(match) == {"attack", "end"}
    assert match.prompt.text == "Choose a hex to attack, or end the allocation of attacks."
    assert match.prompt.warnings == []
    match.play("end")
    assert match.position.stage == "exploitation"
    assert verbs(match) == {"attack", "end"}, "it waits at sea and may attack in any later combat phase"
    commit(match, "1817", "US-5C")
    assert battles(match) == [(["1817"], ["US-5C"])]


@rule("DD.7", "R99", "NAT.3")
def test_a_stalled_landing_unit_must_attack_again_in_the_next_combat_phase() -> None:
    match = exploitation(
        "DE-84K 1817", turn=1, landing_at="US-5C 1817", first_beaches="1817", attacked="US-5C", spent="US-5C",
        stalled="US-5C",
    )  # fmt: skip
    assert verbs(match) == {"attack"}
    assert match.prompt.text == "Choose a hex to attack; US 5 Corps must attack again from the sea."
    assert refused(match, "end") == ("DD.7", "US 5 Corps could not take 1817 and must attack again from the sea")
    assert warned(match) == "US 5 Corps must attack again from the sea (DD.7)"
    assert match.view("german")["stalled"] == ["US-5C"]
    commit(match, "1817", "US-5C")
    assert battles(match) == [(["1817"], ["US-5C"])]
    assert match.why_not("end") is None
    assert match.prompt.text == "Choose a hex to attack, or end the allocation of attacks."
    assert match.prompt.warnings == []


@rule("DD.7", "R99", "CRT.14")
def test_nobody_on_land_is_obliged_to_help_a_stalled_landing_unit() -> None:
    sea = {"turn": 1, "landing_at": "US-2AD 1817", "first_beaches": "1817", "stalled": "US-2AD"}
    strong = "DE-84K 1817 deployed; DE-1SS 1817; DE-25K 1715 disrupted"
    match = front(strong, **sea)
    match.play("attack 1817")
    match.play("join US-2AD")
    assert refused(match, "commit")[0] == "CRT.14"
    match.play("cancel")
    assert match.why_not("end") is None, "below 1:3 it waits at sea"
    helped = front(f"{strong}; US-7C 1816", **sea)
    assert helped.why_not("end") is None
    commit(helped, "1715", "US-7C")
    assert helped.why_not("end") is None
    helped.undo()
    helped.play("cancel")
    commit(helped, "1817", "US-2AD US-7C")
    assert battles(helped) == [(["1817"], ["US-7C", "US-2AD"])]


@rule("DD.5")
def test_the_second_wave_does_not_attack_from_the_sea() -> None:
    match = front("DE-84K 1817", turn=1, landing_at="US-5C 1817; US-7C 1817", second_wave="US-7C", first_beaches="1817")
    match.play("attack 1817")
    assert listed(match, "join") == {"US-5C"}
    assert refused(match, "join US-7C")[0] == "DD.5"


@rule("DD.7")
def test_no_landing_unit_attacks_the_hex_of_another() -> None:
    match = front("DE-84K 1817; DE-25K 1717", turn=1, landing_at="US-5C 1817; US-7C 1717", first_beaches="1817 1717")
    match.play("attack 1817")
    assert refused(match, "join US-7C")[0] == "DD.4"


# Face-down pieces


@rule("SET.7", "R100", "R44")
def test_a_face_down_division_is_turned_up_when_its_attack_is_committed() -> None:
    # Allied Calais is empty, so the piece next to it has not been spotted.
    match = german_front(
        "DE-2Pz 3220 down; DE-Dummy1 3220 down; DE-84K 3220; US-5C 3014", allied_control="3120 3221 3014"
    )
    match.play("attack 3221")
    match.play("join DE-2Pz")
    assert marked(match, "face_down") == {"DE-2Pz", "DE-Dummy1"}
    seen = match.game.seen(match.position, "allied").frames[-1]
    assert isinstance(seen, Allocating)
    assert not seen.attackers >> number(match, "DE-2Pz") & 1
    match.play("commit")
    assert marked(match, "face_down") == set()
    assert log(match, "allied")[-3:] == [
        "The face-down piece at 3220 is 2. Panzer Division.",
        "The face-down piece at 3220 is a dummy.",
        "2. Panzer Division is to attack Calais (3221).",
    ]


@rule("SET.7")
def test_the_germans_are_asked_before_an_empty_fortress_even_if_only_dummies_lie_there() -> None:
    real = german_front("DE-2Pz 3220 down; US-5C 3014", allied_control="3120 3221")
    dummy = german_front("DE-Dummy1 3220 down; US-5C 3014", allied_control="3120 3221")
    assert real.prompt.step == dummy.prompt.step == "allocation"
    assert real.view("allied")["to_move"] == dummy.view("allied")["to_move"] == ["german"]
    assert verbs(dummy) == {"end"}
    away = german_front("DE-Dummy1 3218 down; US-5C 3014", allied_control="3120 3221")
    assert away.prompt.step != "allocation"


@rule("SET.7", "DD.7")
def test_a_landing_unit_attacks_a_hex_in_which_face_down_pieces_lie() -> None:
    looks = []
    for piece in ("DE-2Pz", "DE-Dummy1"):
        match = front(f"{piece} 1817 down", turn=3, landing_at="US-5C 1817", first_beaches="1817")
        match.play("attack 1817")
        match.play("join US-5C")
        looks.append((match.prompt.text, [str(action) for action in match.prompt.actions], match.prompt.warnings))
        match.play("commit")
        looks[-1] += (log(match, "allied"),)
        assert marked(match, "face_down") == {piece}
    assert looks[0] == looks[1]
