"""What each side wants in the winter starts: the goals of the Ardennes offensive, and what lies behind them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bocage.bots.judgement import Style
from bocage.hexes import HexSet

from ...rules.look import FortressLook, members
from ...rules.position import ALLIED, GERMAN
from ..sight import Sight
from . import goals as aims
from .goals import Goals

FIRST, SECOND, OTHER = 14.0, 11.0, 6.0  # Bastogne, the place that goes with it, and those that would do as well
LITTLE = 0.25  # cities and ports where neither decides anything
NEARLY = 2  # hexes by which what is held already lies further away than what is to be taken
HAD = 3  # the same for the Germans
ELSEWHERE = 4  # and the places that would do as well
REACH = 6  # hexes from which an enemy may come into a goal within a turn or two
BEFORE = 4  # hexes around a goal that is to be covered where a line may stand
BESIDE = 14.0  # enemies beside a goal: they bar the way to it, and take it back tomorrow
RING = 5.0  # a hex beside a goal that is held, from where it cannot be struck
DARING = {"danger": 0.25, "losses": 0.4, "pull": 2.0, "prize": 4.0}  # what the offensive changes in a style
STUBBORN = {"danger": 0.6, "losses": 0.6}  # and how the Allies meet it where nothing comes after
LAST = {"danger": 0.15, "losses": 0.25, "pull": 2.0, "prize": 3.0}  # and the last player-turn
WITHIN, NEXT = 3, 2  # hexes from the goals within which attacks matter, and on the last turn
HARD = 0.5  # a hex further away, in doublings of its defence, when the second goal is chosen


def goals(sight: Sight) -> Goals:
    """The goals of the side that looks, in any start."""
    if not offensive(sight):
        return aims.goals(sight)
    return _hold(sight) if sight.side == ALLIED else _strike(sight)


def offensive(sight: Sight) -> bool:
    """Is it the time of the Ardennes offensive (33.3.10)?"""
    rules = sight.game.rules
    return rules.winter and sight.turn <= rules.numbers["bulge_victory_turn"]


def mood(look: FortressLook, side: str, style: Style) -> Style:
    """A style as it suits the hour: in the offensive the Germans dare more, and at the very end nothing is spared."""
    rules, turn = look.game.rules, look.position.turn
    last = side == GERMAN and turn in (rules.last_turn, _end(look))
    if last:
        return _times(style, LAST)
    if side == GERMAN and rules.winter and turn < _end(look):
        return _times(style, DARING)
    if side == ALLIED and rules.ending == "ardennes":
        return _times(style, STUBBORN)
    return style


def _end(look: FortressLook) -> int:
    rules = look.game.rules
    return rules.numbers["bulge_victory_turn"] if rules.winter else rules.last_turn


def _times(style: Style, numbers: Mapping[str, float]) -> Style:
    changed = {name: style.get(name, 1.0) * factor for name, factor in numbers.items()}
    return style._replace(numbers={**style.numbers, **changed})


def theatre(sight: Sight) -> HexSet:
    """Where an attack can help to decide the game; in the Bulge that is around its goals."""
    if sight.game.rules.ending != "ardennes":
        return sight.board.all
    last = sight.turn == sight.game.rules.last_turn
    places = missing(sight) if last and sight.side == GERMAN else _places(sight)
    return sight.ground.sphere(places, NEXT if last else WITHIN)


def _places(sight: Sight) -> HexSet:
    zones = sight.game.data.zones
    return zones["attack_goal"] | zones["strategic_goal"] | zones["tactical_goal"]


def missing(sight: Sight) -> HexSet:
    """What the Germans still lack: Bastogne, and if they are in none of the others, all of these."""
    zones, germans = sight.game.data.zones, sight.look.occupied(GERMAN)
    seconds = zones["strategic_goal"] | zones["tactical_goal"]
    return zones["attack_goal"] & ~germans | (0 if germans & seconds else seconds)


def asked(sight: Sight) -> dict[int, float]:
    """Bastogne and the places of which one is asked for beside it, with what each is worth."""
    zones, nodes = sight.game.data.zones, sight.board.nodes
    found = dict.fromkeys(nodes(zones["strategic_goal"] | zones["tactical_goal"]), OTHER)
    second = companion(sight)
    if second >= 0:
        found[second] = SECOND
    if not sight.look.occupied(GERMAN) & _set(found):
        found |= dict.fromkeys(nodes(_set(found) & ~sight.look.occupied(ALLIED)), SECOND)  # whoever walks in has it
    return found | dict.fromkeys(nodes(zones["attack_goal"]), FIRST)


def companion(sight: Sight) -> int:
    """The place beside Bastogne that the Germans hold, or could have most easily."""
    zones, look = sight.game.data.zones, sight.look
    places = sight.board.nodes(zones["strategic_goal"] | zones["tactical_goal"])
    germans = look.occupied(GERMAN)
    away = sight.ground.distances(germans) if germans else None

    def price(node: int) -> float:
        if germans >> node & 1 or away is None:
            return -20.0
        near = sight.board.around[node] | 1 << node
        guard = sum(look.strength(unit) for unit in members(look.units_in(near, ALLIED)))
        return away[node] + HARD * guard / 6

    return min(places, key=lambda node: (price(node), node), default=-1)


def kept(sight: Sight, aim: Goals) -> HexSet:
    """Goals of the offensive in which a German stands: he must not be struck out of them bit by bit."""
    if sight.side != GERMAN or not offensive(sight):
        return 0
    return sight.own_hexes & sum(1 << node for node, value in aim.guards.items() if value >= FIRST)


def stakes(sight: Sight) -> dict[int, float]:
    """Hex -> how much it matters whose it is: in the Bulge hardly anything but the goals does."""
    share = LITTLE if sight.game.rules.ending == "ardennes" else 1.0
    found = {node: share * value for node, value in aims.stakes(sight).items()}
    return found | asked(sight)


def _hold(sight: Sight) -> Goals:
    """The Allies keep the Germans out of Bastogne, or out of all that goes with it, and take back what they took."""
    look, board = sight.look, sight.board
    worth, wanted = stakes(sight), asked(sight)
    held = sight.position.allied_control & ~sight.enemy_hexes
    prizes = {node: value for node, value in worth.items() if not held >> node & 1}
    coming = sight.ground.sphere(sight.enemy_hexes, REACH)
    firm = sight.style.get("guard", 1.0)
    guards = {node: firm * value for node, value in wanted.items() if held >> node & 1 and coming >> node & 1}
    summer = aims.goals(sight)
    for node, value in summer.guards.items():
        guards.setdefault(node, value * (LITTLE if sight.game.rules.ending == "ardennes" else 1.0))
    handicaps = {node: (NEARLY if held >> node & 1 else 0) + _least(wanted, node) for node in wanted}
    barred = sight.enemy_hexes
    hard = (sight.enemy_zone | sight.ground.slow) & ~barred
    pull = sight.ground.field(_set(wanted), barred, hard, handicaps)
    if sight.game.rules.ending != "ardennes":
        pull = [min(here, there + ELSEWHERE) for here, there in zip(pull, summer.pull, strict=True)]
    around = sight.ground.sphere(_set(wanted), BEFORE)
    near = sum(board.layers(sight.enemy_hexes, board.all, 3)) & ~look.zone(ALLIED)
    return Goals(prizes, guards, pull, near & around or near, worth)


def _strike(sight: Sight) -> Goals:
    """The Germans go for Bastogne and what goes with it, and who stands there stays."""
    worth, wanted = stakes(sight), asked(sight)
    summer = aims.goals(sight)
    ours, theirs = sight.own_hexes, sight.enemy_hexes
    share = LITTLE if sight.game.rules.ending == "ardennes" else 1.0
    prizes = {node: share * value for node, value in summer.prizes.items()}
    lacking = missing(sight)
    if sight.turn == _end(sight.look):
        # Now or never: what was not asked for, or is had in another place already, is no prize any more.
        prizes = {}
        wanted = {node: value for node, value in wanted.items() if lacking >> node & 1 or ours >> node & 1}
    prizes |= {node: value for node, value in wanted.items() if not ours >> node & 1}
    main = sum(1 << node for node, value in wanted.items() if value > OTHER)
    for node in sight.board.nodes(sight.board.step(main) & sight.enemy_hexes):
        prizes[node] = max(prizes.get(node, 0.0), BESIDE)
    guards = {node: share * value for node, value in summer.guards.items()}
    # They must be occupied in the end, not only have been entered (33.3.10).
    guards |= {node: FIRST for node, value in wanted.items() if not theirs >> node & 1 and value > OTHER}
    for node in sight.board.nodes(sight.board.step(main & ours) & sight.game.land & ~theirs):
        guards[node] = max(guards.get(node, 0.0), RING)
    handicaps = {node: (HAD if ours >> node & 1 else 0) + _least(wanted, node) for node in wanted}
    pull = sight.ground.field(_set(wanted), sight.enemy_hexes, sight.ground.slow, handicaps)
    if sight.game.rules.ending != "ardennes":
        pull = [min(here, there + ELSEWHERE) for here, there in zip(pull, summer.pull, strict=True)]
    return Goals(prizes, guards, pull, summer.watch, worth)


def _least(wanted: dict[int, float], node: int) -> int:
    return 0 if wanted[node] > OTHER else ELSEWHERE


def _set(nodes: Iterable[int]) -> HexSet:
    return sum(1 << node for node in nodes)
