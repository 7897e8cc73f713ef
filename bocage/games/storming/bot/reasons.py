"""Why a bot acts as it does, in one sentence: the target, the odds and the risk, reckoned when somebody asks."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from bocage.bots.seat import Seat
from bocage.engine.actions import Action
from bocage.engine.errors import BadInput, Refusal
from bocage.engine.events import UNITS
from bocage.engine.naming import counted

from ..rules.look import members
from .sight import Sight

Party = Callable[[int], Collection[int]]  # target -> the units with which it is to be attacked


def reason(seat: Seat, sight: Sight, action: Action, party: Party) -> str:
    """Why an action was chosen; empty where there is nothing to say."""
    words = _WORDS.get((seat.prompt.step, action.verb)) or _WORDS.get(("", action.verb))
    return "" if words is None else words(seat, sight, action, party)


def odds(seat: Seat, sight: Sight, target: int, units: Collection[int], kind: str = "") -> str:
    """The exact chances of an attack, in words that follow the name of the target."""
    game = sight.game
    names = [game.unit_ids[unit] for unit in units]
    try:
        found = seat.forecast(target=game.board.labels[target], attackers=names, kind=kind)
    except (BadInput, Refusal):
        strength = sum(sight.attack(unit) for unit in units)
        defence = sum(sight.defence(unit) for unit in sight.stack(target))
        return f"with {counted(strength, 'factor')} against {defence}"
    cost = float(sum(steps * chance for steps, chance in found.attacker_losses.items()))
    gain = float(sum(steps * chance for steps, chance in found.defender_losses.items()))
    attack = counted(found.attack.strength, "factor")
    return (
        f"with {attack} against {found.defence.strength}: {float(found.cleared):.0%} to clear "
        f"it; I expect to lose {cost:.1f} steps and to cost the enemy {gain:.1f}"
    )


def _attack(seat: Seat, sight: Sight, action: Action, party: Party) -> str:
    units = party(action.index)
    return f"I attack {sight.game.hex_name(action.index)} {odds(seat, sight, action.index, units)}."


def _under_way(seat: Seat, sight: Sight, action: Action, party: Party) -> str:
    """A unit joins, support is given or the dice are thrown: the attack as it is then."""
    frame: Any = seat.prompt.frame
    units = frame.attackers | (1 << action.index if action.verb == "join" else 0)
    kind = "assault" if seat.prompt.step == "mobile assault" else "cherbourg" if "cherbourg" in seat.prompt.step else ""
    chances = odds(seat, sight, frame.target, members(units), kind)
    doing = {
        "join": f"I attack {{}} with {sight.game.named(UNITS, [action.index])} too, now",
        "air": "I support the attack on {} from the air, so far",
        "hobart": "I send the 79th Armoured against {}, so far",
    }.get(action.verb, "I attack {}")
    return f"{doing.format(sight.game.hex_name(frame.target))} {chances}."


def _assault(seat: Seat, sight: Sight, action: Action, party: Party) -> str:
    frame: Any = seat.prompt.frame
    hand = [unit for unit in members(getattr(frame, "hand", 0)) if sight.attack(unit)]
    target = action.index if seat.prompt.step == "movement" else frame.target
    return f"I storm {sight.game.hex_name(target)} {odds(seat, sight, target, hand, 'assault')}."


def _move(seat: Seat, sight: Sight, action: Action, party: Party) -> str:
    frame: Any = seat.prompt.frame
    hand = members(getattr(frame, "hand", 0)) or [frame.unit]
    where = sight.game.hex_name(action.index)
    return f"I move {sight.game.named(UNITS, hand)} to {where}{_risk(sight, action.index)}."


def _risk(sight: Sight, node: int) -> str:
    away, threat = sight.from_enemy[node], round(sight.threat[node])
    near = "beside the enemy" if away <= 1 else f"{away} hexes from the enemy"
    return f", {near}, who can bring {counted(threat, 'factor')} against it" if threat else f", {near}"


def _advance(seat: Seat, sight: Sight, action: Action, party: Party) -> str:
    frame: Any = seat.prompt.frame
    where = sight.game.hex_name(frame.target)
    return f"I advance with {sight.game.named(UNITS, [action.index])} into {where}{_risk(sight, frame.target)}."


def _place(seat: Seat, sight: Sight, action: Action, party: Party) -> str:
    frame: Any = seat.prompt.frame
    unit = getattr(frame, "hand", -1)
    who = sight.game.named(UNITS, [unit]) if unit >= 0 else "the unit"
    return f"I place {who} at {sight.game.hex_name(action.index)}{_risk(sight, action.index)}."


def _lose(seat: Seat, sight: Sight, action: Action, party: Party) -> str:
    return f"I give the loss to {sight.game.named(UNITS, [action.index])}, whose step I miss least."


def _declare(seat: Seat, sight: Sight, action: Action, party: Party) -> str:
    points = "1 point" if action.index == 1 else f"{action.index} points"
    return f"I spend {points} before combat and keep the others for what comes after it."


def _launch(seat: Seat, sight: Sight, action: Action, party: Party) -> str:
    return "I launch the counteroffensive: its least aims look attainable."


def _decline(seat: Seat, sight: Sight, action: Action, party: Party) -> str:
    return "I do not launch the counteroffensive: it would risk more than it promises."


def _no_more(seat: Seat, sight: Sight, action: Action, party: Party) -> str:
    return "I make no further attack: none promises enough."


def _stand(seat: Seat, sight: Sight, action: Action, party: Party) -> str:
    return "I move nobody else: the others stand well where they are."


def _strafe(seat: Seat, sight: Sight, action: Action, party: Party) -> str:
    return f"I strafe {sight.game.named(UNITS, [action.index])}, the strongest that may still move."


def _bomb(seat: Seat, sight: Sight, action: Action, party: Party) -> str:
    defence = sum(sight.defence(unit) for unit in sight.stack(action.index))
    way = f"{counted(defence, 'factor')} {'stands' if defence == 1 else 'stand'}"
    return f"I bomb {sight.game.hex_name(action.index)}, where {way} in my way."


_WORDS: dict[tuple[str, str], Callable[[Seat, Sight, Action, Party], str]] = {
    ("combat", "attack"): _attack,
    ("combat", "join"): _under_way,
    ("combat", "roll"): _under_way,
    ("combat", "air"): _under_way,
    ("combat", "hobart"): _under_way,
    ("combat", "hobart-first-fire"): _under_way,
    ("combat", "end"): _no_more,
    ("mobile assault", "roll"): _under_way,
    ("mobile assault", "air"): _under_way,
    ("cherbourg attack", "roll"): _under_way,
    ("cherbourg attack", "air"): _under_way,
    ("movement", "assault"): _assault,
    ("movement", "end"): _stand,
    ("", "move"): _move,
    ("", "advance"): _advance,
    ("", "place"): _place,
    ("", "lose"): _lose,
    ("", "declare"): _declare,
    ("", "launch"): _launch,
    ("", "decline"): _decline,
    ("", "strafe"): _strafe,
    ("", "bomb-us"): _bomb,
    ("", "bomb-cw"): _bomb,
}
