"""What an event has set and how long it lasts."""

from __future__ import annotations

from msgspec.structs import replace

from bocage.rules import WORD, event

from ..look import Play
from ..position import Flag

ROUND, ACTION, TURN, NEXT_TURN, GAME = "round", "action", "turn", "next_turn", "game"

over = event("effect over", "6.51", lambda game, card: f"{game.card_title(card)} has no effect any more.", card=WORD)


def set_flag(play: Play, name: str, card: str, until: str, side: str, node: int = -1, word: str = "") -> None:
    """Something is in force from now on; if it is so already it only lasts longer.

    A hex that was picked before keeps what it has for as long as it was to last, whatever is picked now.
    """
    turn, old = play.position.turn, play.position.flags.get(name)
    too = still = 0
    if old is not None and node >= 0:
        before = 1 << old.node | old.too
        too, still = (before, old.still) if old.turn == turn else (0, before)
    play.position.flags = {
        **play.position.flags, name: Flag(card, until, turn, side, node, word, too, still)
    }  # fmt: skip


def clear_flag(play: Play, name: str) -> None:
    """Something is in force no longer."""
    flags = play.position.flags
    if name in flags:
        over(play, flags[name].card)
        play.position.flags = {other: flag for other, flag in flags.items() if other != name}


def _in_order(play: Play) -> list[tuple[str, Flag]]:
    """What is in force, by name: the order of a dict is not kept when a position is stored."""
    flags = play.position.flags
    return [(name, flags[name]) for name in sorted(flags)]


def action_ends(play: Play, side: str) -> None:
    """What lasts for one action ends with it; what lasts to the end of the enemy's next action, with that."""
    for name, flag in _in_order(play):
        if flag.until == ROUND or (flag.until == ACTION and flag.side != side):
            clear_flag(play, name)


def turn_ends(play: Play) -> None:
    """What lasts for a turn ends with it, and what lasts for the next one as well with that."""
    for name, flag in _in_order(play):
        if flag.until in (ROUND, ACTION, TURN) or (flag.until == NEXT_TURN and flag.turn < play.position.turn):
            clear_flag(play, name)
        elif flag.still:
            play.position.flags = {**play.position.flags, name: replace(flag, still=0)}
