"""The sequence of play (4.1) and of the set-up (3.2.E, 3.4.A), line by line in the book's order."""

from __future__ import annotations

from bocage.rules import Row

from .look import StormingLook
from .position import ALLIED, GERMAN


def _arrivals(look: StormingLook) -> bool:
    """Phase I is not conducted on turn 1."""
    return look.position.turn > 1


def _window(look: StormingLook) -> bool:
    """May the Hitler Counteroffensive still be declared on this turn (17.7.1)?"""
    numbers, position = look.game.rules.numbers, look.position
    in_time = numbers["offensive_first_turn"] <= position.turn <= numbers["offensive_last_turn"]
    return in_time and not position.offensive_turn


def _declined(look: StormingLook) -> bool:
    """Was the last chance for the Hitler Counteroffensive passed over just now (17.7.1.B)?"""
    position = look.position
    return position.offensive_declined and position.turn == look.game.rules.numbers["offensive_last_turn"]


def _withdrawal(look: StormingLook) -> bool:
    """Does the 6th SS Panzer Army leave at the start of this turn (17.8)?"""
    position = look.position
    return position.turn == look.game.rules.numbers["withdrawal_turn"] and not position.offensive_declined


def _offensive(look: StormingLook) -> bool:
    return look.offensive_now()


def _ordinary(look: StormingLook) -> bool:
    """Phases III to V are not conducted on the turn of the Hitler Counteroffensive (4.1.II)."""
    return not look.offensive_now()


def _allied_first(look: StormingLook) -> bool:
    """Phases III and IV: not on turn 1, when play begins with the German Assault Phase (3.2.E.3)."""
    return look.position.turn > 1 and not look.offensive_now()


def _no_operation(look: StormingLook) -> bool:
    """No Airborne Operation was flown this turn."""
    return _allied_first(look) and look.position.turn not in look.position.airborne_turns


def _bombing(look: StormingLook) -> bool:
    return _allied_first(look) and look.game.data.turns[look.position.turn - 1].carpet


def combat_possible(look: StormingLook) -> bool:
    """Does the lowest Command keep a Movement Point for a Combat Segment (10.6.B)?"""
    points = look.position.points
    return bool(points) and min(points.values()) >= look.game.rules.numbers["assault_remaining_mp"]


def _allied_duration(look: StormingLook) -> bool:
    return _allied_first(look) and combat_possible(look)


def _offensive_duration(look: StormingLook) -> bool:
    """For the Germans it is the Infantry marker that must keep a point (10.6.B.2); it is always the lower one."""
    return look.offensive_now() and combat_possible(look)


def _allied_combat(look: StormingLook) -> bool:
    return _allied_first(look) and look.position.duration > 0


def _offensive_combat(look: StormingLook) -> bool:
    return look.offensive_now() and look.position.duration > 0


def _cherbourg(look: StormingLook) -> bool:
    position = look.position
    return not position.cherbourg_assaulted and not position.allied_control & look.game.cherbourg & look.game.in_play


TURN = (
    # I. Reinforcement, Replacement and Refit Phase
    Row("ss withdrawal", GERMAN, "ss withdrawal", "17.8", _withdrawal),
    Row("german reinforcements", GERMAN, "german reinforcements", "4.1.I.a", _arrivals),
    Row("german replacements", GERMAN, "german replacements", "4.1.I.b", _arrivals),
    Row("german refit", GERMAN, "refit", "4.1.I.c", _arrivals),
    Row("allied reinforcements", ALLIED, "allied reinforcements", "4.1.I.d", _arrivals),
    Row("allied replacements", ALLIED, "allied replacements", "4.1.I.e", _arrivals),
    Row("allied refit", ALLIED, "refit", "4.1.I.f", _arrivals),
    # II. Hitler Counteroffensive Phase
    Row("counteroffensive", GERMAN, "counteroffensive", "4.1.II", _window),
    Row("early ss withdrawal", GERMAN, "ss withdrawal", "17.7.1.B", _declined),
    Row("watch disbands", GERMAN, "watch disbands", "17.7.1.B", _declined),
    Row("watch on the rhine", GERMAN, "watch on the rhine", "4.1.II.a", _offensive),
    Row("offensive supply", GERMAN, "supply", "4.1.II.b", _offensive),
    Row("offensive command die", GERMAN, "command dice", "4.1.II.c", _offensive),
    Row("offensive declaration", GERMAN, "declaration", "10.6.A", _offensive),
    Row("offensive movement", GERMAN, "movement", "4.1.II.c", _offensive),
    Row("offensive movement stacking", GERMAN, "stacking", "5.1", _offensive),
    Row("offensive duration", GERMAN, "combat duration", "4.1.II.d", _offensive_duration),
    Row("offensive combat", GERMAN, "combat", "4.1.II.d", _offensive_combat),
    Row("offensive disruption", GERMAN, "offensive disruption", "17.7.3.D", _offensive_combat),
    Row("offensive breakthrough", GERMAN, "movement", "4.1.II.d", _offensive_combat),
    Row("disruption ends", GERMAN, "disruption ends", "4.1.II.d.3", _offensive),
    Row("offensive breakthrough stacking", GERMAN, "stacking", "5.1", _offensive_combat),
    # III. First Allied Air Phase
    Row("airborne operation", ALLIED, "airborne operation", "4.1.III.a", _allied_first),
    Row("airborne recovery", ALLIED, "airborne recovery", "4.1.III.a", _allied_first),
    Row("airborne withdrawal", ALLIED, "airborne withdrawal", "4.1.III.a", _no_operation),
    Row("first strafing", ALLIED, "strafing", "4.1.III.b", _no_operation),
    Row("carpet bombing", ALLIED, "carpet bombing", "4.1.III.c", _bombing),
    # IV. Allied Assault Phase
    Row("allied assault supply", ALLIED, "supply", "4.1.IV.a", _allied_first),
    Row("logistics", ALLIED, "logistics", "4.1.IV.b", _allied_first),
    Row("grounding", ALLIED, "grounding", "4.1.IV.b", _allied_first),
    Row("priority supply", ALLIED, "priority supply", "4.1.IV.b", _allied_first),
    Row("red ball express", ALLIED, "red ball express", "4.1.IV.b", _allied_first),
    Row("allied assault command dice", ALLIED, "command dice", "4.1.IV.c", _allied_first),
    Row("assault transfer", ALLIED, "transfer", "9.4", _allied_first),
    Row("assault declaration", ALLIED, "declaration", "10.6.A", _allied_first),
    Row("allied assault movement", ALLIED, "movement", "4.1.IV.c", _allied_first),
    Row("allied assault stacking", ALLIED, "stacking", "5.1", _allied_first),
    Row("combat duration", ALLIED, "combat duration", "4.1.IV.d", _allied_duration),
    Row("allied combat", ALLIED, "combat", "4.1.IV.d", _allied_combat),
    Row("allied breakthrough", ALLIED, "movement", "4.1.IV.d", _allied_combat),
    Row("allied breakthrough stacking", ALLIED, "stacking", "5.1", _allied_combat),
    # V. German Assault Phase
    Row("german assault supply", GERMAN, "supply", "4.1.V.a", _ordinary),
    Row("german assault command die", GERMAN, "command dice", "4.1.V.b", _ordinary),
    Row("german assault movement", GERMAN, "movement", "4.1.V.b", _ordinary),
    Row("german assault stacking", GERMAN, "stacking", "5.1", _ordinary),
    Row("german combat", GERMAN, "combat", "4.1.V.c", _ordinary),
    # VI. Second Allied Air Phase
    Row("second strafing", ALLIED, "strafing", "4.1.VI.a"),
    # VII. Allied Exploitation Phase
    Row("allied exploitation supply", ALLIED, "supply", "4.1.VII.a"),
    Row("allied exploitation command dice", ALLIED, "command dice", "4.1.VII.b"),
    Row("exploitation transfer", ALLIED, "transfer", "9.4"),
    Row("allied exploitation", ALLIED, "movement", "4.1.VII.b"),
    Row("allied exploitation stacking", ALLIED, "stacking", "5.1"),
    Row("cherbourg assault", ALLIED, "cherbourg assault", "8.6.A", _cherbourg),
    # VIII. German Exploitation Phase
    Row("german exploitation supply", GERMAN, "supply", "4.1.VIII.a"),
    Row("german exploitation command die", GERMAN, "command dice", "4.1.VIII.b"),
    Row("german exploitation", GERMAN, "movement", "4.1.VIII.b"),
    Row("german exploitation stacking", GERMAN, "stacking", "5.1"),
    # IX. Attrition Phase, X. End Phase
    Row("attrition", "", "attrition", "4.1.IX"),
    Row("end of turn", "", "end of turn", "4.1.X"),
)

# Before the first turn of the Campaign and of the Normandy Breakout
SET_UP = (
    Row("panzer lehr", ALLIED, "panzer lehr", "3.2.E.1"),
    Row("first arrivals", GERMAN, "first arrivals", "3.2.E.2"),
)
# One row for each step of 3.4.A; step 1, the track, is done before anybody is asked.
FINAL_BATTLES = (
    Row("allied removals", ALLIED, "final battles step", "3.4.A.2"),
    Row("allied reductions", ALLIED, "final battles step", "3.4.A.3"),
    Row("allied headquarters", ALLIED, "final battles step", "3.4.A.4"),
    Row("allied reserve", ALLIED, "final battles step", "3.4.A.5"),
    Row("allied front line", ALLIED, "final battles step", "3.4.A.6"),
    Row("german removals", GERMAN, "final battles step", "3.4.A.7"),
    Row("german reductions", GERMAN, "final battles step", "3.4.A.8"),
    Row("german front line", GERMAN, "final battles step", "3.4.A.9"),
    Row("allied reserve placement", ALLIED, "final battles step", "3.4.A.10"),
)

SEQUENCE = {"turn": TURN, "setup": SET_UP, "final battles": FINAL_BATTLES}
