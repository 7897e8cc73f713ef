"""What cards are worth: their events by what they do, points by what they would be spent on."""

from __future__ import annotations

from ..data import effects
from ..rules import redeployment, replacements
from ..rules.combat.battle import Fight
from ..rules.events import playing
from ..rules.look import members
from ..rules.position import ALLIED, AXIS, POOL
from ..rules.supply import tracing
from .battles import promise
from .coming import landings
from .endings import BERLIN, EAST, east_falls, kept_for_the_end, way_to_berlin
from .marches import Order, orders, redeployment_worth, redeployments, total
from .sight import Sight

# What flags that last are worth to whoever sets them; those that are not named are worth nothing in themselves.
FLAGS = {
    "asw": 0.5, "maquis": 1.0, "tehran": 6.0, "roundup": 0.0, "fortitude": 3.0, "patton_reinstated": 2.0,
    "hitler_alert": 1.5, "no_axis_rd": 1.5, "p51": 1.0, "argument": 0.5, "ignore_nationality": 0.3,
    "allied_full_supply": 1.5, "mulberry": 2.0, "rhine_bridgehead": 3.0, "clarion": 1.0, "stalin_betrayed": 0.0,
    "directive51": 1.5, "forced_labor": 5.0, "eiche": 0.3, "patton_sacked": 2.5, "italian_disarmament": 4.0,
    "speer": 1.0, "isr": 1.0, "oil_ignored": 0.5, "coalition_strife": 2.0, "rommel": 5.0, "v1": 0.5,
    "production_miracle": 1.5, "port_closed": 1.5, "alpenfestung": 1.0, "volkssturm": 4.0, "werewolves": 1.5,
    "nero": 1.5, "allied_ops_minus_1": 4.0, "no_allied_air": 0.0,
}  # fmt: skip

LASTING = 1.5  # a point by a card is worth more than one by a hex: nobody takes it back
ROUNDS = 6


class Uses:
    """What the cards of a hand are worth in an action, one way or another."""

    def __init__(self, sight: Sight) -> None:
        position = sight.position.copy()
        look = sight.game.look(position)
        position.full, position.limited = tracing.graded(look, sight.side)
        self.sight = Sight(sight.game.look(position), sight.side, sight.style)
        self._operations: dict[int, list[Order]] = {}
        self._redeployments: list[tuple[float, int, int, int]] | None = None
        self._kept: dict[int, float] = {}
        self._cutoff: float | None = None

    def operation(self, points: int) -> list[Order]:
        """The best operation with so many points."""
        if points not in self._operations:
            self._operations[points] = orders(self.sight, points)
        return self._operations[points]

    def ops(self, points: int) -> float:
        """What so many points are worth for operations."""
        return total(self.operation(points))

    def rd(self, points: int) -> float:
        """What so many points are worth for redeployment."""
        if self._redeployments is None:
            game, side = self.sight.game, self.sight.side
            frame = redeployment.Redeploying(
                side, points=4, counted=False, who=game.side_units[side], where=game.board.all
            )
            self._redeployments = redeployments(self.sight, frame)
        return redeployment_worth(self.sight, self._redeployments, points)

    def rp(self, points: int) -> float:
        """What so many points are worth for replacements; for the Axis more than one action a turn costs points."""
        sight, position = self.sight, self.sight.position
        penalty = 0.0
        if sight.side == AXIS:
            penalty = ((position.rp_rounds > 0) + position.collapsed) * sight.number("point")
            points = replacements.axis_points(sight.look, points)
        left, worth = 2 * points, 0.0
        for value, cost, _ in steps_wanted(sight):
            if cost <= left:
                worth, left = worth + value, left - cost
        return worth - penalty

    def event(self, card: int) -> float:
        """What the event of a card is worth now."""
        printed = self.sight.data.cards[card]
        if printed.name == BERLIN:
            return way_to_berlin(self.sight)
        ending = east_falls(self.sight) if printed.name == EAST else 0.0
        return ending + sum(self._effect(part, card) for part in printed.effects)

    def _effect(self, part: object, card: int) -> float:
        sight, position, mine = self.sight, self.sight.position, self.sight.side
        number = sight.number
        sign = 1.0 if mine == AXIS else -1.0
        if isinstance(part, effects.Vp):
            other = part.alt is not None and sight.look.on(part.alt.if_flag)
            return sign * (part.alt.delta if part.alt and other else part.delta) * LASTING * number("point")
        if isinstance(part, effects.Infra):
            return sign * part.delta * (0.0 if position.collapsed else 2.0 if position.infrastructure <= 6 else 0.5)
        if isinstance(part, effects.Invade):
            return number("landing")
        if isinstance(part, effects.Reinforce):
            units = [sight.game.unit_numbers[name] for name in part.units]
            return number("bring") * sum(sight.strength(u) for u in units)
        if isinstance(part, effects.Rp):
            return 0.8 * part.points if any(True for _ in steps_wanted(sight)) else 0.0
        if isinstance(part, effects.Rd):
            return 0.6 * self.rd(min(4, part.points or part.units))
        if isinstance(part, effects.Ops):
            return self.ops(part.points)
        if isinstance(part, effects.Hand):
            return 2.0 if (part.delta or 0) < 0 and part.side != mine else 0.0
        if isinstance(part, effects.Draw):
            return 2.0 if part.side == mine else -2.0
        if isinstance(part, effects.DiscardRandom):
            return 2.0
        if isinstance(part, effects.Flag):
            return 0.0 if sight.look.on(part.set) else FLAGS.get(part.set, 0.5)
        if isinstance(part, effects.Demand):
            return 0.3 * number("point")
        if isinstance(part, effects.Obligation):
            return 0.25 * number("point")
        if isinstance(part, effects.Roll):
            return 0.35 * number("point") + 1.0
        if isinstance(part, effects.Sac):
            return 4.0 if part.do == "add" else 2.0
        if isinstance(part, effects.Fortress):
            return 1.2 * part.count
        if isinstance(part, effects.Step):
            return 0.8
        if isinstance(part, effects.AttackBonus):
            return 0.8
        if isinstance(part, effects.Airdrop):
            return 3.0
        if isinstance(part, effects.TakeControl):
            return self._taken(part)
        if isinstance(part, effects.EliminateHitler):
            return 1.0 if mine == ALLIED else 0.0
        if isinstance(part, effects.ChooseOne):
            return 1.0
        if isinstance(part, effects.Win):
            germany = sight.data.countries["Germany"]
            return 0.0 if germany & sight.look.controls(ALLIED) else 40.0
        return 0.0

    def _taken(self, part: effects.TakeControl) -> float:
        """Hexes that a card takes from the Axis."""
        sight = self.sight
        hexes = sight.board.set(part.hexes)
        for country in part.countries or ():
            hexes |= sight.data.countries[country]
        found = sum(sight.worth(node) for node in sight.board.nodes(hexes & sight.look.controls(AXIS)))
        return max(found, 1.0)

    def cost(self, card: int) -> float:
        """What is given up with a card: hands are filled again, so only those that would not be played anyway count.

        A landing that can come before long is given up for nothing.
        """
        if self._lands_soon(card):
            return 3.0 * self.keeping(card)
        if self._cutoff is None:
            hand = members(self.sight.position.decks[self.sight.side].hand)
            left = max(1, ROUNDS - self.sight.position.round + 1)
            ranked = sorted((self.keeping(one) for one in hand), reverse=True)
            self._cutoff = ranked[left - 1] if len(ranked) >= left else 0.0
        return max(0.0, self.sight.number("reserve") * (self.keeping(card) - self._cutoff))

    def _lands_soon(self, card: int) -> bool:
        sight = self.sight
        return any(one.card == card and one.turn <= sight.position.turn + 1 for one in landings(sight.look))

    def keeping(self, card: int) -> float:
        """What the event of a card is worth, now or later; its points do not count here."""
        if card not in self._kept:
            self._kept[card] = self._keeping(card)
        return self._kept[card]

    def _keeping(self, card: int) -> float:
        return max(self._kept_as(card), kept_for_the_end(self.sight, self.sight.data.cards[card].name))

    def _kept_as(self, card: int) -> float:
        sight, printed = self.sight, self.sight.data.cards[card]
        if printed.combat:
            return sight.number("combat_card")
        if playing.playable(sight.look, sight.side, card):
            return self.event(card)
        if any(isinstance(part, effects.Invade) for part in printed.effects):
            soon = [one.turn - sight.position.turn for one in landings(sight.look) if one.card == card]
            return sight.number("landing") * 0.7 ** soon[0] if soon else 0.0
        scores = any(isinstance(part, effects.Vp | effects.TakeControl) for part in printed.effects)
        return self.event(card) * (0.8 if scores else 0.5 if printed.starred else 0.3)


def steps_wanted(sight: Sight) -> list[tuple[float, int, int]]:
    """Steps that replacements could give back: what each is worth, in half points, and whose; best first."""
    look, position, game = sight.look, sight.position, sight.game
    able = game.side_units[sight.side] & ~game.dots
    if position.surrendered:
        able &= ~game.italians
    found = []
    fed = tracing.supplied(look, sight.side)
    for unit in members(able & position.on_board & fed):
        if position.units[unit].steps < 2:
            counter = game.counters[unit]
            worth = (counter.attack[1] + counter.defence[1] - counter.attack[0] - counter.defence[0]) * 0.4
            if sight.enemy_steps[position.units[unit].at] <= 2:
                worth *= 1.3
            found.append((worth, replacements.price(look, unit), unit))
    for unit in members(able & look.in_place(POOL) & ~game.fortresses):
        counter = game.counters[unit]
        worth = (counter.attack[0] + counter.defence[0]) * 0.3
        found.append((worth, replacements.price(look, unit), unit))
    found.sort(key=lambda one: (-one[0] / one[1], one[2]))
    return found


def combat_card(sight: Sight, fight: Fight, card: int) -> float:
    """What a Combat Card adds to a combat, for the side that would play it."""
    now, _ = promise(sight, fight)
    after, _ = promise(sight, fight.turned(Fight, used=fight.used | 1 << card))
    better = after - now if fight.side == sight.side else now - after
    printed = sight.data.cards[card]
    if any(isinstance(part, effects.FreeHold) for part in printed.effects):
        better += 0.25 * sight.worth(fight.target)
    if any(isinstance(part, effects.Flag) for part in printed.effects) and fight.air:
        better += 0.35 * sight.worth(fight.target) + 0.5
    if any(isinstance(part, effects.CancelEnemyCombatCards) for part in printed.effects):
        theirs = fight.used & ~sight.game.side_cards[sight.side]
        better += 1.0 * theirs.bit_count()
    return better
