"""What each verb of a card does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bocage.rules import DIE, Outcome, event

from ...data import effects
from .. import hitler, invasion, operations, redeployment, replacements, tracks
from ..cards import flags, piles
from ..look import Play
from ..position import Bonus, HandChange, Obligation
from . import arrivals, picking, places, politics, strength
from .choosing import matches
from .conditions import holds
from .happening import ELSE, THEN, Happening

rolls = event(
    "card die", "6.51",
    lambda game, card, die, good: f"{game.card_title(card)}: a {die}, {'success' if good else 'failure'}.",
    sort="dice", roll=lambda game, card, die, good: game.card_title(card), card="word", die=DIE, good="word",
)  # fmt: skip
obliged = event(
    "obliged",
    "6.51",
    lambda game, side, card: f"{game.card_title(card)}: {game.does(side, 'have')} to attack in the next action.",
    who="side",
    card="word",
)
hand_changed = event(
    "hand size", "4.21",
    lambda game, side, delta: f"{game.does(side, 'draw')} {abs(delta)} {'more' if delta > 0 else 'fewer'} next time.",
    who="side", delta="word",
)  # fmt: skip
bombers_come = event("bombers to come", "14.2", "{marker} will be there in the next Air Power Phase.", marker="word")
victory_set = event(
    "victory to be judged",
    "R113",
    lambda game, card: f"{game.card_title(card)} will be judged at Turn End.",
    card="word",
)


def _nothing(play: Play, frame: Happening, effect: Any) -> None:
    """A condition has been tested already, and what belongs to a combat does nothing here."""


def _vp(play: Play, frame: Happening, effect: effects.Vp) -> None:
    delta = effect.delta
    if effect.alt is not None and play.look.on(effect.alt.if_flag):
        delta = effect.alt.delta
    if effect.option_19_33 == "double" and play.rules.war_crimes_doubled:
        delta *= 2  # 19.33
    tracks.change_vp(play, delta, "16.1")


def _infra(play: Play, frame: Happening, effect: effects.Infra) -> None:
    tracks.change_infrastructure(play, effect.delta, "15.1")


def _hand(play: Play, frame: Happening, effect: effects.Hand) -> None:
    position = play.position
    if effect.cancel_from:
        position.hand_changes = tuple(
            found for found in position.hand_changes if (found.side, found.card) != (effect.side, effect.cancel_from)
        )
    if effect.delta:
        position.hand_changes = (*position.hand_changes, HandChange(effect.side, effect.delta, frame.card))
        hand_changed(play, effect.side, effect.delta)


def _draw(play: Play, frame: Happening, effect: effects.Draw) -> None:
    piles.draw(play, effect.side, effect.n, "6.51")


def _lose_card(play: Play, frame: Happening, effect: effects.DiscardRandom) -> None:
    piles.lose_by_lot(play, effect.side, effect.n)


def _flag(play: Play, frame: Happening, effect: effects.Flag) -> None:
    if effect.choose is not None:
        picking.flag(play, frame, effect)
    else:
        flags.set_flag(play, effect.set, frame.card, effect.until, frame.side)


def _clear(play: Play, frame: Happening, effect: effects.ClearFlag) -> None:
    flags.clear_flag(play, effect.flag)


def _obligation(play: Play, frame: Happening, effect: effects.Obligation) -> None:
    play.position.obligation = Obligation(
        effect.side, frame.card, effect.min_odds, effect.else_vp, effect.else_vp_alert
    )
    obliged(play, effect.side, frame.card)


def _roll(play: Play, frame: Happening, effect: effects.Roll) -> None:
    (die,) = play.roll()
    good = die in effect.success
    rolls(play, frame.card, die, good)
    play.push(frame.into(THEN if good else ELSE))


def _rp(play: Play, frame: Happening, effect: effects.Rp) -> None:
    look = play.look
    who = matches(look, effect.sel) & play.game.side_units[frame.side]
    where = places.named(look, effect.to, frame.side, "") if effect.to else 0
    replacements.grant(play, replacements.Replacing(frame.side, 2 * effect.points, who=who, where=where))


def _rd(play: Play, frame: Happening, effect: effects.Rd) -> None:
    look = play.look
    who = matches(look, effect.sel) & play.game.side_units[frame.side]
    where = places.named(look, effect.to, frame.side, look.kind(who.bit_length() - 1)) if effect.to and who else None
    redeployment.begin(
        play, frame.side, points=effect.points, units=effect.units, who=who, where=where,
        path=effect.path, ignore=effect.ignore, mark=effect.mark,
    )  # fmt: skip


def _ops(play: Play, frame: Happening, effect: effects.Ops) -> None:
    operations.begin(play, frame.side, effect.points)


def _bonus(play: Play, frame: Happening, effect: effects.AttackBonus) -> None:
    left = -1 if effect.attacks == "all" else effect.attacks
    play.position.bonuses = (*play.position.bonuses, Bonus(frame.card, frame.at, left))


def _sac(play: Play, frame: Happening, effect: effects.Sac) -> None:
    position = play.position
    if effect.do == "remove":
        picking.bombers(play, frame, effect)
    elif effect.marker not in (*position.coming, *position.bombers):
        position.coming = (*position.coming, effect.marker)
        bombers_come(play, effect.marker)


def _invade(play: Play, frame: Happening, effect: effects.Invade) -> None:
    invasion.begin(play, frame.side, frame.card, effect)


def _no_hitler(play: Play, frame: Happening, effect: effects.EliminateHitler) -> None:
    if effect.given is None or holds(play.look, effect.given):
        hitler.eliminate(play, "16.43")


def _win(play: Play, frame: Happening, effect: effects.Win) -> None:
    if not holds(play.look, effect.given):
        play.push(frame.into(ELSE))
    elif effect.when == "turn_end":
        play.position.win_test = frame.card
        victory_set(play, frame.card)
    else:
        play.position.outcome = Outcome(effect.side, "automatic victory", "16.2")


VERBS: dict[type[effects.Effect], Callable[[Play, Happening, Any], None]] = {
    effects.Require: _nothing,
    effects.Invade: _invade,
    effects.Reinforce: arrivals.reinforce,
    effects.Rp: _rp,
    effects.Rd: _rd,
    effects.Ops: _ops,
    effects.Vp: _vp,
    effects.Infra: _infra,
    effects.Hand: _hand,
    effects.Draw: _draw,
    effects.DiscardRandom: _lose_card,
    effects.Flag: _flag,
    effects.ClearFlag: _clear,
    effects.Demand: strength.demand,
    effects.Obligation: _obligation,
    effects.Roll: _roll,
    effects.Drm: _nothing,
    effects.Shift: _nothing,
    effects.Ignore: _nothing,
    effects.FreeHold: _nothing,
    effects.CancelEnemyCombatCards: _nothing,
    effects.DiscardCard: _nothing,
    effects.AttackBonus: _bonus,
    effects.Sac: _sac,
    effects.Fortress: arrivals.fortress,
    effects.Step: strength.step,
    effects.Airdrop: picking.airdrop,
    effects.TakeControl: politics.take_control,
    effects.Zone: politics.zone,
    effects.EliminateHitler: _no_hitler,
    effects.MoveHitler: politics.move_hitler,
    effects.ChooseOne: picking.choose_one,
    effects.Win: _win,
}
