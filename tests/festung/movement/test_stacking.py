"""Stacking: what is too much when movement is over is eliminated, as its owner likes (7)."""

from __future__ import annotations

from bocage.games.festung.rules.supply.tracing import ports
from tests.cases import rule
from tests.festung.playing import look, movement, place, play, refused


@rule("7.11", "7.13")
def test_the_owner_eliminates_what_a_hex_cannot_hold_when_movement_is_over() -> None:
    """T025: the fourth unit in a hex."""
    units = "GE-LXXX 0712; GE-LXXXI 0712; GE-7A 0712; GE-LXXXII 0711; US-V 0410"
    match = movement("axis", units, "0711")
    play(match, "pick GE-LXXXII", "move 0712")
    assert any("overstacked" in warning for warning in match.prompt.warnings)
    play(match, "end")
    assert (match.prompt.side, match.prompt.rule) == ("axis", "7.13")
    assert refused(match, "eliminate US-V") == "7.13"
    play(match, "eliminate GE-LXXXI")
    assert place(match, "GE-LXXXI") == "pool"
    assert not match.position.frames


@rule("7.13")
def test_a_hex_may_be_overfull_while_units_move() -> None:
    units = "GE-LXXX 0712; GE-LXXXI 0712; GE-7A 0712; GE-LXXXII 0711; US-V 0410"
    match = movement("axis", units, "0711 0712")
    play(match, "pick GE-LXXXII", "move 0712", "pick GE-LXXX", "move 0713", "end")
    assert not match.position.frames


@rule("7.11")
def test_a_beach_head_holds_five_allied_units() -> None:
    """T025."""
    landed = "US-V 0410; US-VII 0410; US-XIX 0410; BR-I 0410"
    match = movement("allied", f"{landed}; BR-XII UK; BR-VIII UK; GE-LXXX 0712", "UK")
    play(match, "pick BR-XII", "move 0410", "end")
    assert not match.position.frames
    match = movement("allied", f"{landed}; BR-XII UK; BR-VIII UK; GE-LXXX 0712", "UK")
    play(match, "pick BR-XII", "move 0410", "pick BR-VIII", "move 0410", "end")
    assert match.prompt.rule == "7.13"


@rule("7.11", "8.31", "R97")
def test_a_beach_head_holds_three_axis_units() -> None:
    """T150: of four in Beach Cote d'Azur one is eliminated, and the Beach Head is Axis and no port."""
    units = "GE-LXXX 1116; GE-LXXXI 1116; GE-7A 1016; GE-LXXXII 1016; US-V 0410"
    match = movement("axis", units, "1116 1016", marked="1117", allied_control="1117")
    for unit in ("GE-LXXX", "GE-LXXXI", "GE-7A", "GE-LXXXII"):
        play(match, f"pick {unit}", "move 1117")
    play(match, "end", "eliminate GE-7A")
    assert not match.position.frames
    beach = 1 << match.game.board.index["1117"]
    assert not ports(look(match), "allied") & beach
    assert not ports(look(match), "axis") & beach


@rule("7.11", "7.12")
def test_boxes_hold_any_number() -> None:
    units = "GE-XX EAST; GE-XII EAST; GE-XXIII EAST; GE-LXXX 1609; US-V 0410"
    match = movement("axis", units, "1609")
    play(match, "pick GE-LXXX", "move EAST", "end")
    assert not match.position.frames
