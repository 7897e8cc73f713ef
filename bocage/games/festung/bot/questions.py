"""Rules of thumb for the smaller questions: how good each answer is, looked at by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bocage.bots.seat import Seat
from bocage.engine.actions import Action

from ..rules.combat.battle import Fight
from ..rules.events import strength
from ..rules.look import members
from ..rules.position import ALLIED, AXIS, CARPET, INDUSTRY, INFRASTRUCTURE, OIL
from . import cards
from .battles import promise
from .marches import left_behind, place, prize
from .sight import Sight

Score = Callable[[Action], float]

FIRST_CARDS = {"axis-16": 3.0, "axis-1": 2.6, "axis-19": 1.0, "axis-6": 2.8, "axis-17": 2.5, "allied-1": 2.0}
LATE = 7  # the turn on which the cards of 1945 come into use
YEAR_CARDS = {
    "allied-23": 50.0, "allied-43": 14.0, "allied-27": 9.0, "allied-54": 3.0, "allied-21": 8.0,
    "axis-6": 6.0, "axis-19": 5.0, "axis-25": 6.5, "axis-43": 5.0, "axis-42": 8.0, "axis-46": 6.0, "axis-22": 8.0,
}  # fmt: skip


def losses(seat: Seat, sight: Sight) -> Score:
    """The step that is worth least."""
    return lambda action: -sight.step_value(action.index)


def retreat(seat: Seat, sight: Sight) -> Score:
    """Where the unit stands best."""
    frame: Any = seat.prompt.frame
    if frame.hand < 0:
        return lambda action: sight.strength(action.index) if action.verb == "pick" else 0.0
    return lambda action: place(sight, frame.hand, action.index) if action.verb == "retreat" else -50.0


def advance(seat: Seat, sight: Sight) -> Score:
    """Into prizes, and forward if it is no worse there."""
    frame: Any = seat.prompt.frame

    def better(unit: int, node: int) -> float:
        at = sight.position.units[unit].at
        return prize(sight, node) + place(sight, unit, node) - place(sight, unit, at) - left_behind(sight, unit)

    def score(action: Action) -> float:
        if action.verb == "end":
            return 0.0
        if action.verb == "pick":
            if action.index < frame.hand:
                return -1.0  # one after the other, not two in turns without end
            goals = [frame.target] if hasattr(frame, "target") else sight.board.nodes(frame.vacant)
            bonus = 0.02 * sight.look.attack(action.index)
            return max((better(action.index, node) for node in goals), default=-1.0) + bonus
        return better(frame.hand, action.index) + 0.5

    return score


def hold(seat: Seat, sight: Sight) -> Score:
    """Stay where the hex is worth the step."""
    frame: Any = seat.prompt.frame
    stake = sight.worth(frame.node) + 0.4 * sight.pull_of(sight.enemy)[frame.node]

    def score(action: Action) -> float:
        if action.verb == "hold":
            return float(stake - 1.0 - sight.step_value(action.index))
        return 5.0 if action.verb == "stay" and stake > 0.4 else 0.0

    return score


def combat_cards(seat: Seat, sight: Sight) -> Score:
    """A card where it changes more than it would elsewhere; those on the table cost nothing."""
    frame: Any = seat.prompt.frame
    fight = frame.turned(Fight)
    hand = sight.position.decks[sight.side].hand

    def score(action: Action) -> float:
        if action.verb == "pass":
            return 0.0
        cost = sight.number("combat_card") * 0.45 if hand >> action.index & 1 else 0.05
        if sight.position.round >= 5:
            cost *= 0.6
        return cards.combat_card(sight, fight, action.index) - cost

    return score


def support(seat: Seat, sight: Sight, action: Action) -> float:
    """What aircraft add to the attack that is put together."""
    frame: Any = seat.prompt.frame
    fight = frame.turned(Fight)
    before, _ = promise(sight, fight)
    name = list(sight.data.air)[action.index]
    after, _ = promise(sight, fight.turned(Fight, air=(*fight.air, name)))
    return after - before - (0.8 if action.verb == "carpet" else 0.0)


def airfields(seat: Seat, sight: Sight) -> Score:
    """Near the front, so that ground support reaches it."""
    frame: Any = seat.prompt.frame

    def good(node: int) -> float:
        if not sight.board.hexes >> node & 1:
            return 0.0
        others = [at for number, at in enumerate(sight.position.airfields) if number != frame.field]
        apart = min((sight.distances(ALLIED, 1 << other)[node] for other in others), default=9)
        steps = sight.enemy_steps[node]
        return 1.0 + sight.pulls[node] + 0.3 * min(apart, 6) - (0.4 * steps if steps < 90 else 9.0)

    if frame.field < 0:
        sites = sight.board.nodes(sight.look.controls(ALLIED))
        best = max((good(node) for node in sites), default=0.0)
        fields, names = sight.position.airfields, sight.game.airfield_names

        def worst(action: Action) -> float:
            if action.verb == "end":
                return 0.3
            return best - good(fields[names.index(sight.game.air_names[action.index])])

        return worst
    return lambda action: good(action.index)


def missions(seat: Seat, sight: Sight) -> Score:
    """Bombers by the stage of the war, fighter-bombers for the ground."""
    position, turn = sight.position, sight.position.turn
    flown = list(position.bombers.values())
    fighting = bool(sight.look.on_map(ALLIED))
    # What the Axis cannot rebuild counts for more than a card, of which it has enough.
    tasks = {
        INDUSTRY: 3.5 - 1.5 * flown.count(INDUSTRY),
        INFRASTRUCTURE: 2.0 if not position.collapsed and position.infrastructure <= 8 + turn else 1.0,
        CARPET: (4.0 if fighting or turn in (1, 4, 5) else 0.5) - 2.5 * flown.count(CARPET),
        OIL: 4.8 - 0.9 * flown.count(OIL),
    }
    interdicting = list(position.fighters.values()).count("interdiction")

    def score(action: Action) -> float:
        if action.verb == "end":
            return 0.0
        if action.verb == "base":
            name = sight.game.air_names[action.index]
            return 1.0 + sight.cover(sight.look.base_node(name))
        if action.verb == "support":
            return 3.0
        if action.verb == "interdict":
            return 3.5 if len([d for d in position.fighters.values() if d]) >= 3 and not interdicting else 0.1
        return tasks[action.verb]

    return score


def reinforcements(seat: Seat, sight: Sight) -> Score:
    """The strongest first, each where it stands best."""
    frame: Any = seat.prompt.frame

    def score(action: Action) -> float:
        if action.verb == "end":
            return -1.0
        if action.verb == "pick":
            return sight.strength(action.index)
        return place(sight, frame.hand, action.index)

    return score


def rebuilding(seat: Seat, sight: Sight) -> Score:
    """The step that is worth most for its price."""
    frame: Any = seat.prompt.frame
    if frame.hand >= 0:
        return lambda action: place(sight, frame.hand, action.index)
    wanted = {unit: worth / cost for worth, cost, unit in cards.steps_wanted(sight)}
    return lambda action: 0.0 if action.verb == "end" else wanted.get(action.index, 0.01) + 0.01


def landing(seat: Seat, sight: Sight) -> Score:
    """Where least stands against it and most lies behind; the strongest corps go along."""

    def score(action: Action) -> float:
        if action.verb == "pick":
            return sight.strength(action.index)
        near = sight.data.open_sides.step(1 << action.index) & sight.board.hexes
        open_hexes = [n for n in sight.board.nodes(near) if not sight.look.in_place(n, AXIS)]
        weak = min((sight.defence_at(n, AXIS) for n in sight.board.nodes(near)), default=9)
        behind = max((sight.pulls[n] for n in sight.board.nodes(near)), default=0.0)
        prizes = sum(sight.worth(n) for n in open_hexes)
        against = sum(sight.defence_at(n, AXIS) for n in sight.board.nodes(sight.data.open_sides.step(near)))
        return behind + 0.6 * prizes - 1.0 * weak - 0.15 * against

    return score


def demand(seat: Seat, sight: Sight) -> Score:
    """Comply, with whoever is worth least: a victory point is dearer."""

    def score(action: Action) -> float:
        if action.verb == "comply":
            return 1.0
        if action.verb == "pick":
            return -sight.strength(action.index)
        return 0.0

    return score


def card_steps(seat: Seat, sight: Sight) -> Score:
    """Own steps: the dearest to gain, the cheapest to lose; of the enemy's the dearest."""
    frame: Any = seat.prompt.frame
    losing = strength.verb_of(sight.look, frame.of).delta < 0

    def score(action: Action) -> float:
        if action.verb == "end":
            return 0.0
        own = sight.game.side_units[sight.side] >> action.index & 1
        value = sight.step_value(action.index)
        return 10.0 - value if own and losing else value

    return score


def take(seat: Seat, sight: Sight) -> Score:
    """The card of choice, by the stage of the war; what the Axis begins with varies with the match."""
    table = FIRST_CARDS if seat.prompt.step == "opening choice" else YEAR_CARDS

    def score(action: Action) -> float:
        if action.verb == "pass":
            return 0.0
        card = sight.data.cards[action.index]
        if sight.position.played >> action.index & 1:
            return 0.1 * card.ops
        if card.name == "Hitler Dies" and sight.data.countries["Germany"] & sight.look.controls(ALLIED):
            return 0.0  # Donitz has nothing to hope for any more, and Berlin would be enough for the Allies (16.2)
        if sight.position.turn >= LATE and card.name in ("Tehran", "Stalin Betrayed"):
            # The other way to win, for whoever has too many points to go; without Tehran there is none to Berlin.
            first = card.name == "Tehran"
            return (20.0 if first else 16.0) if sight.position.vp > 9 else 8.0 if first else 1.0
        return table.get(card.id, 0.1 * card.ops)

    return score


def discards(seat: Seat, sight: Sight) -> Score:
    """Throw away what is worth less than an unknown card."""
    uses = cards.Uses(sight)

    def score(action: Action) -> float:
        if action.verb == "end":
            return 0.0
        card = sight.data.cards[action.index]
        if card.combat:
            return -0.5
        keep = uses.keeping(action.index) + 0.5 * card.ops
        return 4.0 * sight.number("deck") - keep

    return score


def hexes(seat: Seat, sight: Sight) -> Score:
    """The hex that is worth most."""
    return lambda action: sight.worth(action.index) if action.verb != "end" else -1.0


def drop(seat: Seat, sight: Sight) -> Score:
    """Where the unit takes most and is fed."""
    return lambda action: (
        prize(sight, action.index) + 0.3 * sight.pulls[action.index] - 0.1 * sight.threat(action.index)
    )


def district(seat: Seat, sight: Sight) -> Score:
    """The district with the strongest Germans."""

    def score(action: Action) -> float:
        there = sight.data.districts[str(action.operand)]
        return sum(sight.strength(unit) for unit in members(sight.look.units_in(there, AXIS)))

    return score


def hitler(seat: Seat, sight: Sight) -> Score:
    """Away from the enemy."""
    return lambda action: -5.0 if action.verb == "end" else float(sight.enemy_steps[action.index])


def stand_in(seat: Seat, sight: Sight) -> Score:
    """A corps takes the place where the hex is worth it."""
    frame: Any = seat.prompt.frame
    stake = sight.worth(frame.node)
    return lambda action: 0.0 if action.verb == "pass" else stake - 0.6 - 0.1 * sight.strength(action.index)


def fortresses(seat: Seat, sight: Sight) -> Score:
    """Where the port is worth most."""
    names = {name: node for node, name in sight.data.names.items()}

    def score(action: Action) -> float:
        if action.verb == "end":
            return 0.0
        node = names.get(sight.game.counters[action.index].name.replace("Fortress ", ""), -1)
        return 1.0 + sight.worth(node) + (2.0 if sight.coasts >> node & 1 and node >= 0 else 0.0)

    return score


QUESTIONS: dict[str, Callable[[Seat, Sight], Score]] = {
    "losses": losses, "crowded hex": losses, "retreat": retreat, "zone cleared": retreat,
    "advance": advance, "steps ashore": advance, "hold": hold, "combat cards": combat_cards,
    "airfields": airfields, "missions": missions, "reinforcements": reinforcements, "replacements": rebuilding,
    "invasion": landing, "demand": demand, "card steps": card_steps, "opening choice": take,
    "opening election": take, "year pick": take, "year picks": take, "late overlord": take, "discards": discards,
    "flag hex": hexes, "hexes taken": hexes, "airfield lost": hexes, "airdrop": drop, "flag district": district,
    "hitler leaves": hitler, "stand-in": stand_in, "fortresses": fortresses,
}  # fmt: skip
