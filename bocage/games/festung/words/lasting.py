"""What lasts once a card is played, in words: each flag by what reads it, and for how long."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..data import effects
from ..rules.position import OTHER
from .whom import HELD, adjective, both, counted, either, hexes, land, meant, number

if TYPE_CHECKING:
    from ..game import Festung

FORBIDDEN = {"move": "move", "rd": "redeploy", "attack": "attack"}


def duration(until: effects.Until, side: str) -> str:
    """How long it lasts, as the beginning of a sentence."""
    if until == "action":
        return f"To the end of the next {adjective(OTHER[side])} action"
    return {
        "round": "For the rest of this action",
        "turn": "Until the end of the turn",
        "next_turn": "Until the end of the next turn",
        "game": "For the rest of the game",
    }[until]


def sentence(game: Festung, effect: effects.Flag, side: str) -> str:
    """What a flag does and for how long; one that is only asked about by other cards is on record."""
    told = MEANING.get(effect.set, _on_record)(game, effect)
    return f"{duration(effect.until, side)} {told}."


def _on_record(game: Festung, effect: effects.Flag) -> str:
    return "it is on record that this has happened"


def _barred(game: Festung, effect: effects.Flag) -> str:
    return f"{game.card_title(effect.forbid_event)} cannot be played as an event"


def _roundup(game: Festung, effect: effects.Flag) -> str:
    return (
        "Axis mechanized units may attack Beach Heads in France (6.26), the early Axis victory asks for Marseilles, "
        "Oslo and The Ruhr (16.2), and before turn 3 units go between the United Kingdom Reserve box and Beach Heads "
        "by redeployment only (8.32)"
    )


def _alert(game: Festung, effect: effects.Flag) -> str:
    named = [
        card.name
        for card in game.data.cards
        if any(isinstance(part, effects.Demand | effects.Obligation) for part in card.effects)
    ]
    return f"the plot has failed: {both(named)} cost the Axis their higher penalty (16.44)"


def _forced_labor(game: Festung, effect: effects.Flag) -> str:
    told = f"each Axis RP action gives {counted(effect.axis_rp_bonus, 'point')} more"
    dearer = [
        card.name
        for card in game.data.cards
        if any(isinstance(part, effects.VpAlternative) and part.if_flag == effect.set for part in _parts(card))
    ]
    return f"{told}, and {both(dearer)} counts for more" if dearer else told


def _parts(card: object) -> tuple[object, ...]:
    return tuple(effects.all_parts(getattr(card, "effects", ())))


def _production(game: Festung, effect: effects.Flag) -> str:
    return f"an Axis RP action may spend {number(effect.mech_rp_limit)} points on mechanized and Luftwaffe units (12.4)"


def _source(game: Festung, effect: effects.Flag) -> str:
    return f"{either(hexes(game, [effect.supply_source]))} is a source of supply for German units"


def _volkssturm(game: Festung, effect: effects.Flag) -> str:
    return f"Allied attacks in {either(land(effect.drm_vs_allied_in))} get {effect.value:+} to the die"


def _maquis(game: Festung, effect: effects.Flag) -> str:
    where = either(land(effect.country))
    return (
        f"every Axis redeployment that starts in, ends in or passes through {where} costs "
        f"{counted(effect.axis_rd_extra, 'point')} more"
    )


def _no_redeployment(game: Festung, effect: effects.Flag) -> str:
    return f"no Axis redeployment may end in {either(land(effect.country))}"


def _fortitude(game: Festung, effect: effects.Flag) -> str:
    assert effect.choose is not None
    assert effect.sel is not None
    districts = either([str(district) for district in effect.choose.district])
    banned = either([FORBIDDEN[ban] for ban in effect.forbid])
    return f"{meant(game, effect.sel)} in one Army District ({districts}, picked now) may not {banned}"


def _mulberry(game: Festung, effect: effects.Flag) -> str:
    assert effect.choose is not None
    where = either(land(effect.choose.beachhead))
    reach = counted(effect.radius, "hex", "hexes")
    return f"Allied units up to {reach} from one Allied Beach Head in {where}, picked now, are in Full Supply"


def _nero(game: Festung, effect: effects.Flag) -> str:
    whose = "" if effect.side is None else f"{adjective(effect.side)} "
    grade = "" if effect.supply_cap is None else f" in {effect.supply_cap.capitalize()} Supply"
    return f"{whose}units in {either(land(effect.country))} are at best{grade}"


def _werewolves(game: Festung, effect: effects.Flag) -> str:
    where = either(land(effect.country))
    return f"the first Allied hex in {where} activated in an action costs {number(effect.extra_ops_first_hex)} OPS more"


def _port_closed(game: Festung, effect: effects.Flag) -> str:
    assert effect.choose is not None
    choose = effect.choose
    port = f"{HELD[choose.port]} port" if choose.port else "port"
    but = hexes(game, choose.exclude) + ["a Beach Head"] * (not choose.beachheads)
    return f"one {port}{f' (not {either(but)})' if but else ''}, picked now, is no port"


def _ops_less(game: Festung, effect: effects.Flag) -> str:
    return f"Allied cards used for OPS are worth one less, but at least {number(effect.min)}"


def _said(words: str) -> Callable[[Festung, effects.Flag], str]:
    return lambda game, effect: words


MEANING: dict[str, Callable[[Festung, effects.Flag], str]] = {
    "asw": _barred,
    "p51": _barred,
    "roundup": _roundup,
    "stalin_betrayed": _said("Allied units may enter Berlin (16.2)"),
    "rommel": _said("Axis mechanized units may attack Beach Heads in France (6.26)"),
    "italian_disarmament": _said("German armies may enter Italy and Sicily south of the Arno (13.1)"),
    "isr": _said(
        "Milan is a source of supply for Italian units, and one Italian corps a turn may be rebuilt there (13.3)"
    ),
    "patton_sacked": _said("attacks with US 7th Army get no +1 to the die (9.261)"),
    "patton_reinstated": _said("attacks with US 3rd Army get +1 to the die (9.261)"),
    "rhine_bridgehead": _said("the -2 for attacks across the Rhine is off; the river's column shift stays (9.263)"),
    "hitler_alert": _alert,
    "forced_labor": _forced_labor,
    "production_miracle": _production,
    "alpenfestung": _source,
    "volkssturm": _volkssturm,
    "maquis": _maquis,
    "no_axis_rd": _no_redeployment,
    "clarion": _no_redeployment,
    "fortitude": _fortitude,
    "mulberry": _mulberry,
    "nero": _nero,
    "coalition_strife": _said(
        "an Allied hex with US-group and British-group units costs one OPS for each group to activate"
    ),
    "werewolves": _werewolves,
    "oil_ignored": _said("bombers on Attack Oil Production have no effect"),
    "port_closed": _port_closed,
    "allied_ops_minus_1": _ops_less,
    "ignore_nationality": _said(
        "Allied units of both groups attack together freely (9.17), and Coalition Strife costs nothing"
    ),
    "allied_full_supply": _said("every Allied unit that is not out of supply is in Full Supply"),
    "no_allied_air": _said("Ground Support, Carpet Bombing and Air Superiority have no effect"),
}
