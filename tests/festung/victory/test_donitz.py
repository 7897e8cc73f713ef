"""Donitz: a victory that is judged at Turn End (16.2, ruling R113)."""

from __future__ import annotations

from typing import Any

import pytest

from bocage import Match
from tests.cases import rule
from tests.festung.cards.carding import controls
from tests.festung.playing import place, play, position, refused

DONITZ, HITLER_DIES, VALKYRIE = "axis-43", "axis-42", "allied-29"
TRIER = "1010"


def dies(*, units: str = "US-XII 1009; GE-LXXX 1308", number: int = 5, **more: Any) -> Match:
    """Hitler has died, and Donitz is played on turn 7."""
    fields: dict[str, Any] = {"played": HITLER_DIES, "vp": 5, "infrastructure": 9, "hitler": "", **more}
    match = position("axis action", units, turn=7, round=number, axis_hand=DONITZ, **fields)
    assert match.position.hitler < 0
    return play(match, f"event {DONITZ}")


def idle(match: Match) -> Match:
    """Both sides do nothing until the turn has changed or the game is over."""
    while match.outcome is None and match.position.turn == 7:
        side, prompt = next(iter(match.prompts.items()))
        verbs = {action.verb for action in prompt.actions}
        match.play(next(verb for verb in ("end", "automatic", "pass") if verb in verbs), side=side)
    return match


@rule("16.2", "R113")
@pytest.mark.parametrize(
    ("enters", "vp", "winner"), [(False, 5, "axis"), (True, 5, None), (False, 0, "allied"), (True, 0, "allied")]
)
def test_a_hex_of_germany_taken_in_the_last_round_foils_donitz(enters: bool, vp: int, winner: str | None) -> None:
    """T167: nothing happens at Turn End if XII Corps is in Trier then; no victory points left come first."""
    match = dies(units="US-XII 0911; GE-LXXX 1308", vp=vp, allied_control="0712 0811")
    assert match.position.win_test == DONITZ
    play(match, "automatic", "end", "automatic", "end")
    assert (match.prompt.side, match.position.round) == ("allied", 6)
    if enters:
        play(match, "automatic", "mark-move 0911", "end", "pick US-XII", f"move {TRIER}")
        assert place(match, "US-XII") == TRIER
        assert controls(match, "allied", TRIER)
    idle(match)
    assert (match.outcome.winner if match.outcome else None) == winner


@rule("16.2", "R113", "6.51")
def test_with_a_hex_of_germany_lost_donitz_only_slows_the_allies() -> None:
    """T167: a point less for Allied cards on this turn, and no test."""
    match = dies(units="US-XII 1010; GE-LXXX 1308", allied_hand="allied-3", allied_control="0911 0811 0712")
    assert match.position.win_test == ""
    assert "allied_ops_minus_1" in match.position.flags
    play(match, "ops allied-3")
    assert "1 activation point" in match.prompt.text
    idle(match)
    assert match.outcome is None
    assert "allied_ops_minus_1" not in match.position.flags


@rule("16.43", "6.51", "R113")
def test_hitler_must_have_died_by_his_card() -> None:
    """T167: gone by Valkyrie or by an Allied unit only, Donitz is no event."""
    for played, case in ((VALKYRIE, "6.51"), ("", "6.51"), (HITLER_DIES, "")):
        match = position("axis action", "US-V 0410", turn=7, axis_hand=DONITZ, played=played, hitler="")
        assert refused(match, f"event {DONITZ}") == case
