"""Checking a match by mail from its beginning: links, dice, rules, marks. For anybody, when the match is over."""

from __future__ import annotations

from typing import Any

from bocage.engine.errors import BadInput
from bocage.engine.game import Game
from bocage.engine.naming import counted
from bocage.mail import chain, replaying
from bocage.mail.letter import Letter, opens
from bocage.mail.marks import genuine, in_order


def check(found: Letter, game: Game[Any]) -> list[str]:
    """What was found right, in sentences; a `BadInput` says what is not. It needs nobody's key.

    A sealed file can be checked once it is opened, an open one at any time.
    """
    if found.closed:
        raise BadInput("this match goes on, and its file is sealed: it is opened, and can be checked, when it is over")
    if found.rules != game.rules_version or found.data != game.data_digest:
        raise BadInput("this match was played with other rules or data than this program has: use the same version")
    if len(found.players) < len(game.sides):
        return ["Nobody has sat down on the other side yet; nothing was played."]
    links = replaying.open_links(found, game)
    seeds: dict[str, bytes] = {}
    for side, player in found.players.items():
        if player.seed and not opens(player):
            raise BadInput(f"what {player.name or side} opened is not what was fixed at the start")
        if player.seed:
            seeds[side] = bytes.fromhex(player.seed)
            links[side] = chain.links_of(seeds[side])[1:]

    def key(throw: int) -> bytes | None:
        if any(len(links[side]) <= throw for side in game.sides):
            return None
        return chain.throw_key([links[side][throw] for side in game.sides])

    told = []
    if key(0) is None:
        return ["Both have sat down; nothing was played."]
    match = replaying.replayed(found, game, key)
    told.append(f"{counted(match.moment, 'entry', 'entries')}, as the rules allow.")
    throws = counted(match.mail.throws, "throw")
    told.append(f"{throws}, each from a link of both chains: nobody has chosen or repeated a die.")
    if found.sealed:
        if not in_order(found.entries, found.marks):
            raise BadInput("this match has entries that nobody has marked as his: something was put in or left out")
        for side in game.sides:
            name = found.players[side].name or side
            if side not in seeds:
                told.append(f"The marks of {name} cannot be checked before {name} has opened this file, too.")
            elif not genuine(found.match, found.entries, found.marks, side, seeds[side]):
                raise BadInput(f"something in the name of {name} was changed after {name} had sent it")
            else:
                told.append(f"All that was done in the name of {name} is marked by {name}.")
    told.append("The match is over." if match.outcome is not None else "The match goes on.")
    return told
