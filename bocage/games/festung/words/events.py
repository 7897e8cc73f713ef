"""What a card does, in words made from its data: a sentence for each of its verbs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ..data import Card, effects
from .conditions import MISSIONS, SIDES, Wording, either, every

if TYPE_CHECKING:
    from ..game import Festung

UNTIL = {
    "round": "for this action",
    "action": "until the end of the next action",
    "turn": "until the end of the turn",
    "next_turn": "until the end of the next turn",
    "game": "for the rest of the game",
}
# What lasts, by its name; empty: other cards ask for it, and nothing else follows from it.
FLAGS = {
    "asw": "{event} is no event",
    "p51": "{event} is no event",
    "roundup": "the war takes the course of Roundup",
    "tehran": "",
    "argument": "",
    "directive51": "",
    "speer": "",
    "eiche": "",
    "v1": "",
    "stalin_betrayed": "the Allies may enter Berlin",
    "rommel": "Axis mechanized units may attack Beach Heads in France",
    "italian_disarmament": "German armies may go south of the Arno",
    "isr": "Italians are supplied and rebuilt by the Social Republic",
    "patton_sacked": "the US 7th Army loses Patton",
    "patton_reinstated": "Patton leads the US 3rd Army",
    "rhine_bridgehead": "attacks across the Rhine lose nothing on the die",
    "hitler_alert": "what Hitler's orders cost is doubled",
    "forced_labor": "{rp} more point in each Axis replacement action",
    "production_miracle": "up to {limit} replacement points go to mechanized units",
    "alpenfestung": "{source} is a source of supply",
    "volkssturm": "{die} on the die of Allied attacks in {where}",
    "maquis": "Axis redeployment in {country} costs {rd} more",
    "no_axis_rd": "no Axis redeployment ends in {country}",
    "clarion": "no Axis redeployment ends in {country}",
    "fortitude": "German units of a district that you choose may not move, redeploy or attack",
    "mulberry": "a Beach Head that you choose feeds units within {radius} hexes in full",
    "nero": "Allied units in {country} are in Limited Supply at best",
    "coalition_strife": "Allied stacks of both nationalities cost more to activate",
    "werewolves": "the first Allied hex in {country} that is activated costs {extra} more",
    "oil_ignored": "bombed oil does not count",
    "port_closed": "a port that you choose is none",
    "allied_ops_minus_1": "Allied cards give a point less for operations, but at least {least}",
    "ignore_nationality": "both nationalities attack together",
    "allied_full_supply": "all Allied units on the map are in Full Supply",
    "no_allied_air": "no Allied aircraft support attacks",
}
IGNORED = {
    "mech_shift": "the shift for mechanized units does not count",
    "river_shift": "the shift for rivers does not count",
    "rhine_drm": "the Rhine takes nothing off the die",
    "terrain_shift_1": "one column of terrain does not count",
}


def lines(game: Festung, card: Card) -> tuple[str, ...]:
    """The sentences of a card, its conditions first."""
    return tuple(_Telling(game).of(card.effects))


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}"


class _Telling(Wording):
    """Tells effects one by one."""

    def of(self, parts: tuple[effects.AnyEffect, ...]) -> Iterator[str]:
        for part in parts:
            yield from map(_sentence, self.told(part))

    def told(self, part: effects.AnyEffect) -> Iterator[str]:
        """One effect in clauses."""
        yield from _WORDS[type(part)](self, part)

    def joined(self, parts: tuple[effects.AnyEffect, ...]) -> str:
        """Several effects in one clause."""
        return every([clause for part in parts for clause in self.told(part)])

    def require(self, part: effects.Require) -> Iterator[str]:
        if part.combat:
            *others, last = ["", *self.combat(part.combat)]
            yield "only " + ", ".join([*filter(None, others), last])
        rest = [clause for clause in self.conditions(part) if not part.combat or clause not in self.combat(part.combat)]
        yield from rest

    def invade(self, part: effects.Invade) -> Iterator[str]:
        where = either(self.hexes(part.beaches))
        yield f"an invasion out of {self._box(part.box)}: {', '.join(map(self.unit, part.units))} land at {where}"
        if part.winter_ok:
            yield "also in winter"
        if part.ignores_one_per_turn:
            yield "it does not count against one invasion a turn"

    def _box(self, box: str) -> str:
        return self.game.hex_name(self.game.data.boxes[box])

    def reinforce(self, part: effects.Reinforce) -> Iterator[str]:
        otherwise = f", or else {self.places(part.otherwise)}" if part.otherwise else ""
        first = ", the first time" if part.once else ""
        verb = "arrives" if len(part.units) == 1 else "arrive"
        yield f"{every([self.unit(unit) for unit in part.units])} {verb} {self.places(part.where)}{otherwise}{first}"

    def rp(self, part: effects.Rp) -> Iterator[str]:
        to = f", {self.places(part.to)} if they come back" if part.to else ""
        yield f"{part.points} replacement points for {self.units(part.sel)}{to}"

    def rd(self, part: effects.Rd) -> Iterator[str]:
        one = part.units == 1
        many = "one" if one else f"up to {part.units}" if part.units else f"{part.points} points of redeployment for"
        verb = " redeploys" if one else " redeploy" if part.units else ""
        to = f" to a place {self.places(part.to)}" if part.to else ""
        free = ", at no cost" if part.free else ""
        free += ", whatever lies between" if not part.path else ""
        yield f"{many} {self.units(part.sel, several=not one)}{verb}{to}{free}"
        if part.ignore:
            yield f"{every([word.replace('_', ' ') for word in part.ignore])} do not hinder it"

    def ops(self, part: effects.Ops) -> Iterator[str]:
        yield f"an operation with {part.points} points"

    def vp(self, part: effects.Vp) -> Iterator[str]:
        alt = f" ({_signed(part.alt.delta)} with {part.alt.if_flag.replace('_', ' ')})" if part.alt else ""
        yield f"victory points {_signed(part.delta)}{alt}"

    def infra(self, part: effects.Infra) -> Iterator[str]:
        yield f"German Infrastructure {_signed(part.delta)}"

    def hand(self, part: effects.Hand) -> Iterator[str]:
        if part.cancel_from:
            yield f"what {self.cards([part.cancel_from])[0]} took from the next hand is given back"
        else:
            yield f"the next hand of {SIDES[part.side]}: {_signed(part.delta)} card"

    def draw(self, part: effects.Draw) -> Iterator[str]:
        yield f"{SIDES[part.side]} draw{'s' if part.side == 'axis' else ''} {_cards(part.n)} at once"

    def discard_random(self, part: effects.DiscardRandom) -> Iterator[str]:
        yield f"{SIDES[part.side]} lose{'s' if part.side == 'axis' else ''} {_cards(part.n)} by lot"

    def flag(self, part: effects.Flag) -> Iterator[str]:
        told = FLAGS[part.set]
        if told:
            value = {
                "event": self.cards([part.forbid_event])[0] if part.forbid_event else "",
                "country": every(part.country) if part.country else "",
                "source": self.hexes([part.supply_source])[0] if part.supply_source else "",
                "rd": part.axis_rd_extra,
                "rp": part.axis_rp_bonus,
                "limit": part.mech_rp_limit,
                "extra": part.extra_ops_first_hex,
                "radius": part.radius,
                "die": _signed(part.value),
                "where": either(part.drm_vs_allied_in) if part.drm_vs_allied_in else "",
                "least": part.min,
            }
            yield f"{UNTIL[part.until]} {told.format(**value)}"

    def clear_flag(self, part: effects.ClearFlag) -> Iterator[str]:
        yield f"{part.flag.replace('_', ' ')} is over"

    def demand(self, part: effects.Demand) -> Iterator[str]:
        verb = "does" if part.side == "axis" else "do"
        yield (
            f"{SIDES[part.side]} {verb} this at once, or victory points {_signed(part.else_vp)} "
            f"({_signed(part.else_vp_alert)} while Hitler is on the alert): {self.joined((part.do,))}"
        )

    def obligation(self, part: effects.Obligation) -> Iterator[str]:
        yield (
            f"in its next action {SIDES[part.side]} must attack at {part.min_odds} or better, or victory points "
            f"{_signed(part.else_vp)} ({_signed(part.else_vp_alert)} while Hitler is on the alert)"
        )

    def roll(self, part: effects.Roll) -> Iterator[str]:
        otherwise = f"; otherwise {self.joined(part.otherwise)}" if part.otherwise else ""
        yield f"roll a die: on {either([str(n) for n in part.success])} {self.joined(part.then)}{otherwise}"

    def drm(self, part: effects.Drm) -> Iterator[str]:
        role = {"attack": "in your attack", "defend": "against an attack on you"}[part.role]
        given = f", {', '.join(self.combat(part.given))}" if part.given else ""
        alt = f" ({_signed(part.alt.value)} if {', '.join(self.combat(part.alt.given))})" if part.alt else ""
        yield f"{_signed(part.value)} on the die {role}{given}{alt}"

    def shift(self, part: effects.Shift) -> Iterator[str]:
        yield f"{abs(part.value)} column to the {'right' if part.value > 0 else 'left'}"

    def ignore(self, part: effects.Ignore) -> Iterator[str]:
        yield from (IGNORED[word] for word in part.what)

    def free_hold(self, part: effects.FreeHold) -> Iterator[str]:
        yield "the defenders may stay at no cost"

    def cancel(self, part: effects.CancelEnemyCombatCards) -> Iterator[str]:
        yield "the enemy's Combat Cards do not count in this combat, and he adds none"

    def discard_card(self, part: effects.DiscardCard) -> Iterator[str]:
        yield {"combat": "discarded after the combat", "round": "discarded after the action"}[part.when]

    def attack_bonus(self, part: effects.AttackBonus) -> Iterator[str]:
        which = "all attacks of this action" if part.attacks == "all" else "one attack of this action"
        given = f" ({', '.join(self.combat(part.given))})" if part.given else ""
        gains = [
            f"{part.shift} column to the right" if part.shift else "",
            f"{_signed(part.drm)} on the die" if part.drm else "",
            *(IGNORED[word] for word in part.ignore),
            f"{part.extra_advance} hex more of advance" if part.extra_advance else "",
        ]
        yield f"{which}{given}: {every([*filter(None, gains)])}"

    def sac(self, part: effects.Sac) -> Iterator[str]:
        if part.do == "add":
            yield f"the bombers {part.marker} come in the next Air Power Phase"
        else:
            missions = either([MISSIONS[mission] for mission in part.missions])
            yield f"{part.count} bomber marker is taken off {missions}"

    def fortress(self, part: effects.Fortress) -> Iterator[str]:
        yield f"up to {part.count} fortresses come into their hexes at {part.step} strength"

    def step(self, part: effects.Step) -> Iterator[str]:
        if part.delta > 0:
            to = f", {self.places(part.to)} if it comes back" if part.to else ""
            yield f"{self._many(part)} regain{'' if isinstance(part.count, int) and part.count > 1 else 's'} a step{to}"
        else:
            yield f"{self._many(part)} lose{'s' if part.count == 1 else ''} a step"

    def _many(self, part: effects.Step) -> str:
        if part.count == "each":
            return self.units(part.sel)
        if part.sel.unit:
            return self.units(part.sel)
        return f"{'one' if part.count == 1 else part.count} {self.units(part.sel, several=part.count != 1)}"

    def airdrop(self, part: effects.Airdrop) -> Iterator[str]:
        yield (
            f"{self.unit(part.unit)} drops into an empty Axis hex of {either(part.countries)} outside enemy zones, "
            f"within {part.range} hexes of {self.units(part.start)}; the hex becomes Allied"
        )

    def control_of(self, part: effects.TakeControl) -> Iterator[str]:
        what = self.hexes(part.hexes) + list(part.countries)
        if part.count:
            terrain = f"{either(part.terrain)} " if part.terrain else ""
            but = f" other than {either(self.hexes(part.exclude))}" if part.exclude else ""
            what = [f"{part.count} empty {terrain}hex of {either(part.country)}{but}"]
        to = {"allied": "Allied", "axis": "Axis", "Soviet": "Soviet"}[part.to]
        yield f"{every(what)} become{'s' if len(what) == 1 else ''} {to}"
        if part.occupants:
            yield {"retreat": "whoever is there retreats", "eliminate": "whoever is there is eliminated"}[
                part.occupants
            ]
        if part.vp_each:
            yield f"victory points {_signed(part.vp_each)} for each"

    def zone(self, part: effects.Zone) -> Iterator[str]:
        whom = {"allied": " to the Allies", "axis": " to the Axis", "both": ""}[part.side]
        yield f"the Soviet zone is {part.state}{whom}"

    def eliminate_hitler(self, part: effects.EliminateHitler) -> Iterator[str]:
        given = f" ({every(list(self.conditions(part.given)))})" if part.given else ""
        yield f"Hitler is eliminated{given}"

    def move_hitler(self, part: effects.MoveHitler) -> Iterator[str]:
        verb = "must" if part.must else "may"
        yield f"Hitler {verb} go from {either(self.hexes(part.start))} to {either(self.hexes(part.to))}"

    def choose_one(self, part: effects.ChooseOne) -> Iterator[str]:
        yield f"choose one: {either([self.joined(option) for option in part.options])}"

    def win(self, part: effects.Win) -> Iterator[str]:
        given = every([clause.replace(" must ", " ") for clause in self.conditions(part.given)])
        otherwise = f"; otherwise {self.joined(part.otherwise)}" if part.otherwise else ""
        verb = "wins" if part.side == "axis" else "win"
        yield f"if at the end of the turn {given}, {SIDES[part.side]} {verb}{otherwise}"


def _cards(number: int) -> str:
    return "a card" if number == 1 else f"{number} cards"


_WORDS: Mapping[type, Callable[[_Telling, Any], Iterator[str]]] = {
    effects.Require: _Telling.require,
    effects.Invade: _Telling.invade,
    effects.Reinforce: _Telling.reinforce,
    effects.Rp: _Telling.rp,
    effects.Rd: _Telling.rd,
    effects.Ops: _Telling.ops,
    effects.Vp: _Telling.vp,
    effects.Infra: _Telling.infra,
    effects.Hand: _Telling.hand,
    effects.Draw: _Telling.draw,
    effects.DiscardRandom: _Telling.discard_random,
    effects.Flag: _Telling.flag,
    effects.ClearFlag: _Telling.clear_flag,
    effects.Demand: _Telling.demand,
    effects.Obligation: _Telling.obligation,
    effects.Roll: _Telling.roll,
    effects.Drm: _Telling.drm,
    effects.Shift: _Telling.shift,
    effects.Ignore: _Telling.ignore,
    effects.FreeHold: _Telling.free_hold,
    effects.CancelEnemyCombatCards: _Telling.cancel,
    effects.DiscardCard: _Telling.discard_card,
    effects.AttackBonus: _Telling.attack_bonus,
    effects.Sac: _Telling.sac,
    effects.Fortress: _Telling.fortress,
    effects.Step: _Telling.step,
    effects.Airdrop: _Telling.airdrop,
    effects.TakeControl: _Telling.control_of,
    effects.Zone: _Telling.zone,
    effects.EliminateHitler: _Telling.eliminate_hitler,
    effects.MoveHitler: _Telling.move_hitler,
    effects.ChooseOne: _Telling.choose_one,
    effects.Win: _Telling.win,
}
