"""Why a bot does what it does, in one sentence: the target, the odds, the risk. Only found out when somebody asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from bocage.bots.seat import Seat
from bocage.engine.actions import Action
from bocage.engine.errors import BadInput, Refusal
from bocage.engine.naming import counted

from ..rules.combat.fight import AD, AE, DE, DR, DW, fight_below
from ..rules.combat.forecast import Forecast
from ..rules.position import ALLIED
from ..rules.telling import hex_name, listed, unit_name
from .aims.shared import Aims
from .odds import Odds
from .sight import Sight

Reason = Callable[[Seat, Sight, Aims, Action], str]


def reason(seat: Seat, sight: Sight, aims: Aims, action: Action, target: int | None = None) -> str:
    """Why an action was chosen; `target` is the hex that a unit moves up to attack, if it does."""
    if target is not None and action.verb in ("pick", "move", "march", "dash"):
        return _approach(seat, sight, target, action)
    words = _BY_STEP.get((seat.prompt.step, action.verb)) or _BY_VERB.get(action.verb)
    if words is not None:
        return words(seat, sight, aims, action)
    return ""  # nothing is said where there is nothing to say


# Attacks


def _percent(chance: Fraction) -> str:
    return f"{round(100 * float(chance))} %"


def _prospect(found: Forecast, pressed: bool = False) -> str:
    """Odds, hope and risk of an attack, in words that follow a verb."""
    chances = found.pressed if pressed and found.pressed else found.chances
    # Those who do not withdraw make a DW a mere D.
    away = (DE, DR) if found.softened else (DE, DR, DW)
    drive = sum((chances.get(result, Fraction(0)) for result in away), Fraction(0))
    risk = sum((chances.get(result, Fraction(0)) for result in (AD, AE)), Fraction(0))
    unknown = ", as far as I can see" if found.unknown else ""
    return (
        f"at {found.final_odds}{unknown}: {_percent(drive)} that the defenders must go, "
        f"{_percent(risk)} that the attack comes to grief"
    )


def _forecast(seat: Seat, target: str | None, attackers: list[str] | None = None) -> Forecast | None:
    try:
        found: Forecast = seat.forecast(target, attackers)
    except (Refusal, BadInput):
        return None
    return found


def _attack(seat: Seat, sight: Sight, aims: Aims, action: Action) -> str:
    found = _forecast(seat, sight.board.labels[action.index])
    where = hex_name(sight.game, action.index)
    if found is None:
        return f"I attack {where} because something there has to be attacked."
    return f"I attack {where} {_prospect(found)}."


def _join(seat: Seat, sight: Sight, aims: Aims, action: Action) -> str:
    frame: Any = seat.prompt.frame
    joined = frame.attackers | (1 << action.index if action.verb == "join" else 0)
    names = [sight.game.unit_ids[unit] for unit in range(len(sight.game.unit_ids)) if joined >> unit & 1]
    found = _forecast(seat, " ".join(sight.board.names(frame.targets)), names)
    who = unit_name(sight.game, action.index) if action.verb == "join" else "Everybody who is named"
    where = listed([hex_name(sight.game, node) for node in sight.board.nodes(frame.targets)])
    if found is None:
        return f"{who} attacks {where}."
    return f"{who} attacks {where} {_prospect(found)}."


def _fight(seat: Seat, sight: Sight, aims: Aims, action: Action) -> str:
    found = _forecast(seat, None)
    fight = fight_below(sight.position.frames)
    where = listed([hex_name(sight.game, node) for node in sight.board.nodes(fight.targets)])
    prospect = "" if found is None else f" {_prospect(found, action.verb == 'press')}"
    words = {
        "fight": f"I go on with the attack on {where}{prospect}.",
        "call-off": f"I call the attack on {where} off, for it would be fought{prospect}.",
        "press": f"I press the attack on {where}: the better numbers gain more than the worse ones lose,{prospect}.",
        "steady": f"I do not press the attack on {where}: the worse numbers would lose more than the better ones gain.",
        "no-retreat": f"I order {where} to be held to the last: the hex is worth more than what it may cost{prospect}.",
        "may-retreat": f"Whoever is attacked at {where} may give way{prospect}.",
        "support": f"The Luftwaffe supports the attack on {where}{prospect}.",
        "no-support": f"The Luftwaffe is not needed against {where}.",
    }
    return words[action.verb]


# Marches


def _approach(seat: Seat, sight: Sight, target: int, action: Action) -> str:
    frame: Any = seat.prompt.frame
    unit = action.index if action.verb == "pick" else frame.hand
    name, goal = unit_name(sight.game, unit), hex_name(sight.game, target)
    against = Odds(sight, {}).resistance(target)
    return f"{name} moves up to attack {goal}, which has about {against:g} defence factors."


def _go(seat: Seat, sight: Sight, aims: Aims, action: Action) -> str:
    frame: Any = seat.prompt.frame
    name, node = unit_name(sight.game, frame.hand), action.index
    where = hex_name(sight.game, node)
    danger = sight.danger(node, max(1.0, sight.defence(frame.hand)))
    risk = "" if danger < 1 else ", though the enemy may strike there in strength"
    if action.verb == "dash":
        risk += ", and fighter-bombers may catch it on the road"
    if node in aims.guards:
        return f"{name} guards {where}{risk}."
    if node in aims.prizes and not sight.controls(node):
        return f"{name} takes {where}{risk}."
    if sight.side == ALLIED:
        left = aims.field(frame.hand)[node]
        return f"{name} goes forward to {where}, {counted(left, 'hex', 'hexes')} from its goal{risk}."
    away = counted(sight.from_enemy[node], "hex", "hexes")
    return f"{name} goes into the line at {where}, {away} from the enemy{risk}."


def _pick(seat: Seat, sight: Sight, aims: Aims, action: Action) -> str:
    return f"It is the turn of {unit_name(sight.game, action.index)}."


def _advance(seat: Seat, sight: Sight, aims: Aims, action: Action) -> str:
    return f"The ground that was won at {hex_name(sight.game, action.index)} is taken."


def _retreat(seat: Seat, sight: Sight, aims: Aims, action: Action) -> str:
    return f"{hex_name(sight.game, action.index)} is the safest place to fall back to."


# Other decisions


def _drop(seat: Seat, sight: Sight, aims: Aims, action: Action) -> str:
    return f"The drop at {hex_name(sight.game, action.index)} helps those on the ground and can be supplied."


def _bomb(seat: Seat, sight: Sight, aims: Aims, action: Action) -> str:
    return f"So much stands at {hex_name(sight.game, action.index)} that the bombers are worth their price."


def _beach(seat: Seat, sight: Sight, aims: Aims, action: Action) -> str:
    against = sum(sight.defence(other) for other in sight.fighters(action.index))
    return f"{hex_name(sight.game, action.index)} takes many units and has about {against:g} defence factors."


def _deploy(seat: Seat, sight: Sight, aims: Aims, action: Action) -> str:
    away = counted(sight.from_enemy[sight.at(action.index)], "hex", "hexes")
    return f"{unit_name(sight.game, action.index)} digs in with the enemy {away} away and no attack at hand."


def _place(seat: Seat, sight: Sight, aims: Aims, action: Action) -> str:
    return f"At {hex_name(sight.game, action.index)} it is near to where it is needed."


def _said(sentence: str) -> Reason:
    return lambda seat, sight, aims, action: sentence


_BY_STEP: Mapping[tuple[str, str], Reason] = {
    ("movement", "end"): _said("Everybody stands where he should."),
    ("movement", "pick"): _pick,
    ("allocation", "end"): _said("No other attack promises more than it may cost."),
    ("declarations", "end"): _said("The Luftwaffe and the SS are kept for a better day."),
    ("air operations", "end"): _said("There is nothing for the air forces to do but to support the army."),
    ("beaches", "end"): _said("No other coast promises more than it may cost."),
    ("strategic reserve", "wait"): _said("The SS is needed where it is."),
}
_BY_VERB: Mapping[str, Reason] = {
    "attack": _attack,
    "also": _attack,
    "join": _join,
    "commit": _join,
    **dict.fromkeys(
        ("fight", "call-off", "press", "steady", "no-retreat", "may-retreat", "support", "no-support"), _fight
    ),
    **dict.fromkeys(("move", "march", "dash"), _go),
    "advance": _advance,
    "retreat": _retreat,
    "drop": _drop,
    "bomb": _bomb,
    "beach": _beach,
    "deploy": _deploy,
    "place": _place,
    "blitz": _said("With the Luftwaffe overhead my attacks of this turn promise far more."),
    "ruthless": _said("With everything thrown in, the attacks of this turn promise far more."),
    "withdraw-to-stay": _said("Two turns less are worth more than three divisions of the SS."),
    "withdraw-to-return": _said("The SS is saved for a counteroffensive."),
    "counteroffensive": _said("The reserve is needed now."),
}
