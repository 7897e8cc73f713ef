"""Why a bot does what it does, in one sentence."""

from __future__ import annotations

from typing import Any

from bocage.bots.seat import Seat
from bocage.engine.actions import Action

from ..rules.combat.battle import Fight
from .battles import at_hand, promise
from .marches import orders
from .sight import Sight

USES = {"ops": "an operation", "rd": "redeployment", "rp": "replacements"}


def sentence(seat: Seat, sight: Sight, action: Action) -> str:
    """Target, odds and risk, or what a card is for; empty where there is nothing to say."""
    step, game = seat.prompt.step, sight.game
    if step == "action":
        if action.verb == "automatic":
            return "No card of mine is worth more elsewhere; one point will do."
        name = game.card_name(action.index)
        if action.verb == "event":
            return f"The event of {name} is worth more to me now than its points."
        return f"I use {name} for {USES[action.verb]}: that gains most now." if action.verb in USES else ""
    if step == "activation" and action.verb in ("mark-attack", "mark-move"):
        return _marker(seat, sight, action)
    if step == "combat" and action.verb == "attack":
        frame: Any = seat.prompt.frame
        for one in at_hand(sight, frame.landing):
            if one.target == action.index:
                return f"I attack {game.hex_name(one.target)} on about {one.column}; {_hope(one.worth)}."
    if step == "combat" and action.verb == "fight":
        worth, column = promise(sight, _fight(seat))
        return f"On column {column} {_hope(worth)}."
    if step == "hold":
        return "The ground is worth a step." if action.verb == "hold" else "Better to keep the units than the hex."
    return ""


def _marker(seat: Seat, sight: Sight, action: Action) -> str:
    frame: Any = seat.prompt.frame
    for order in orders(sight, frame.points):
        if order.hexes >> action.index & 1 and order.verb == action.verb:
            if order.target >= 0:
                where = sight.game.hex_name(order.target)
                return f"I mean to attack {where} on about {order.column}; {_hope(order.worth)}."
            return f"The units in {sight.game.hex_name(action.index)} are wanted elsewhere."
    return ""


def _fight(seat: Seat) -> Fight:
    frame: Any = seat.prompt.frame
    fight: Fight = frame.turned(Fight)
    return fight


def _hope(worth: float) -> str:
    return "I expect to gain by it" if worth > 1 else "it is about even" if worth > -0.5 else "it is a gamble"
