"""A match by mail in the hands of one side: what came is checked, what is played is added, what goes out is opened.

Nothing that this side has once seen or sent may be otherwise in a later file: else an action could be exchanged when
the die is known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bocage.engine import plain
from bocage.engine.errors import BadInput, Refusal
from bocage.engine.game import Game
from bocage.engine.matches import record
from bocage.engine.matches.entries import Entry
from bocage.mail import chain, keys
from bocage.mail.dice import MailMatch, Unopened
from bocage.mail.keys import Key
from bocage.mail.letter import Letter, Player

MakeGame = Callable[[str, str, Mapping[str, Any]], Game[Any]]

MOST_AHEAD = 200
# What can stand in a mail file beside actions: nothing that only the table or the clock could allow.
_SPOKEN = ("undo", "concede", "offer-draw", "offer-abandon", "withdraw", "decline", "agree-draw", "agree-abandon")
_OTHER = re.compile(rf"\(({'|'.join(_SPOKEN)}) (\d+)\)")


def begun(game: Game[Any], match_id: str, side: str, name: str, ahead: int) -> Key:
    """A new match by mail, and the key of who begins it."""
    if game.secretive:
        raise BadInput(
            f"{game.title} hides something from a side as it is played here, and what is hidden cannot be kept by two "
            "machines without a third: by mail only matches without secrets are played (docs/mail.md)"
        )
    if side not in game.sides:
        raise BadInput(f"{game.title} has the sides {' and '.join(game.sides)}, not {side!r}")
    if not 0 <= ahead <= MOST_AHEAD:
        raise BadInput(f"from 0 to {MOST_AHEAD} throws can be opened ahead")
    seed = chain.new_seed()
    letter = Letter(
        match_id, game.slug, game.scenario, dict(game.options), game.rules_version, game.data_digest, ahead,
        {side: _player(name, seed)}, [],
    )  # fmt: skip
    return Key(side, seed.hex(), letter)


def joined(letter: Letter, game: Game[Any], name: str) -> Key:
    """The key of who sits down on the free side of a match that was begun."""
    free = [side for side in game.sides if side not in letter.players]
    if not free:
        who = " and ".join(player.name or side for side, player in letter.players.items())
        raise BadInput(f"this match is played by {who}, and the key of neither is kept in {keys.folder()}")
    if letter.entries or letter.pending:
        raise BadInput("this mail file says that something was done before both had sat down")
    seed = chain.new_seed()
    players = {**letter.players, free[0]: _player(name, seed)}
    return Key(free[0], seed.hex(), msgspec.structs.replace(letter, players=players))


def _player(name: str, seed: bytes) -> Player:
    anchor = chain.link_of(seed, -1).hex()
    return Player(name, anchor, 0, anchor)


class Hand:
    """A match by mail in the hands of one side."""

    def __init__(self, key: Key, letter: Letter, game: Game[Any]) -> None:
        self.key = key
        self.letter = letter
        self.game = game
        self.side = key.side
        self._own = chain.links_of(bytes.fromhex(key.seed))
        self._check_same(game)
        self._check_players()
        self.match: MailMatch | None = None
        if len(letter.players) == len(game.sides):
            # Only now that the other's chain is fixed: the dice of the set-up need a link of both.
            self._open_own(1)
            if self._throw_key(0) is not None:
                self._replay()

    @property
    def other(self) -> str:
        """The other side."""
        return next(side for side in self.game.sides if side != self.side)

    # What came

    def _check_same(self, game: Game[Any]) -> None:
        letter, known = self.letter, self.key.known
        for name in ("match", "game", "scenario", "options", "ahead"):
            if getattr(letter, name) != getattr(known, name):
                raise BadInput(f"this mail file is of the match that you play, but says something else of its {name}")
        if letter.rules != game.rules_version or letter.data != game.data_digest:
            raise BadInput("this match is played with other rules or data than this program has: use the same version")
        had, has = known.entries, letter.entries
        if has[: len(had)] != had:
            shorter = had[: len(has)] == has
            raise BadInput(
                "this mail file is older than one that you have had in hand already; open the newest one"
                if shorter
                else "this mail file tells otherwise what you have seen or sent already: something was changed "
                "afterwards, and a die could be thrown twice; keep your file and ask what happened"
            )
        new = has[len(had) :]
        if known.pending and known.pending_side == self.side:
            if new and _action_of(new[0]) != f"{len(had) + 1} {self.side} {known.pending}":
                raise BadInput("this mail file has another action than the one for which you asked a die")
            if not new and (letter.pending, letter.pending_side) != (known.pending, known.pending_side):
                raise BadInput("this mail file leaves out the action for which you asked a die")
            new = new[1:]
        if known.pending and known.pending_side != self.side and letter.pending != known.pending and not new:
            raise BadInput("this mail file takes back an action for which a die was asked")
        mine = [line for line in new if line.split(" ", 2)[1:2] == [self.side]]
        if mine:
            raise BadInput(f"this mail file has an action in your name that you have not done: {mine[0][:80]!r}")

    def _check_players(self) -> None:
        """Every open link belongs to its chain, and nobody's chain is another than before."""
        self._links: dict[str, list[bytes]] = {}
        for side, player in self.letter.players.items():
            if side not in self.game.sides:
                raise BadInput(f"{side[:40]!r} does not play {self.game.title}")
            before = self.key.known.players.get(side)
            if before is not None and (before.anchor != player.anchor or before.opened > player.opened):
                raise BadInput(f"the dice of {player.name or side} are no longer bound as they were at the start")
            try:
                links = chain.opened(bytes.fromhex(player.anchor), bytes.fromhex(player.link), player.opened)
            except ValueError:
                links = None
            if links is None:
                raise BadInput(f"what {player.name or side} opened for the dice is not what was fixed at the start")
            self._links[side] = links
        if self.letter.players.keys() < self.key.known.players.keys():
            raise BadInput("this mail file has forgotten a player; open the newest one")
        own = self._own[0].hex()
        if self.side not in self.letter.players or self.letter.players[self.side].anchor != own:
            raise BadInput("this mail file does not have your chain of dice in it")

    def _throw_key(self, throw: int) -> bytes | None:
        """The key of a throw, if the other side has opened its link for it; one's own links one knows."""
        if throw >= chain.LINKS:
            raise BadInput(
                "this match has had more throws than a mail file can have: save its record and go on with it"
            )
        links = self._links.get(self.other, [])
        if len(links) <= throw:
            return None
        own = self._own[throw + 1]
        return chain.throw_key([own if side == self.side else links[throw] for side in self.game.sides])

    def _open_own(self, count: int) -> None:
        """Open the first links of one's own chain; what was opened stays so."""
        player = self.letter.players[self.side]
        if count <= player.opened:
            return
        player.opened, player.link = count, self._own[count].hex()
        self._links[self.side] = self._own[1 : count + 1]

    def _replay(self) -> None:
        """Play what the file says, die by die."""
        self.match = match = MailMatch(self.game, self._throw_key)
        for number, line in enumerate(self.letter.entries, 1):
            try:
                self._repeat(match, line)
            except (BadInput, Refusal) as error:
                raise BadInput(f"entry {number} of this mail file is against the rules: {error}") from error
            except Unopened:
                raise BadInput(f"entry {number} of this mail file has dice that nobody could know") from None
            if entry_line(match, number) != line:
                raise BadInput(f"entry {number} of this mail file does not come out as it says: its dice are others")
        if self.letter.pending:
            self._carry_out_pending(match)

    def _repeat(self, match: MailMatch, line: str) -> None:
        body = _without_dice(line)
        body, _, via = body.partition(" via ")
        parts = body.split(" ", 2)
        if len(parts) != 3:
            raise BadInput(f"{line[:60]!r} is no entry")
        _, side, word = parts
        other = _OTHER.fullmatch(word)
        if other is not None:
            entry = Entry(other.group(1), side, target=int(other.group(2)))
        else:
            path = tuple(plain.node_number(match.game, label) for label in via.split())
            entry = Entry("play", side, match.game.actions.find(word), via=path)
        match.repeat(entry)

    def _carry_out_pending(self, match: MailMatch) -> None:
        """Somebody's action waits for a die: if it was the other's, our link is opened and the die falls."""
        letter = self.letter
        if letter.pending_side not in self.game.sides:
            raise BadInput("this mail file does not say who asked for a die")
        if len(self._links[letter.pending_side]) <= match.mail.throws:
            raise BadInput("a die was asked for without opening what is needed for it")
        if self._throw_key(match.mail.throws) is None:
            return  # ours still waits
        try:
            self._repeat(match, f"0 {letter.pending_side} {letter.pending}")
        except (BadInput, Refusal) as error:
            raise BadInput(f"the action for which a die was asked is against the rules: {error}") from error
        letter.entries.append(entry_line(match, match.moment))
        letter.pending = letter.pending_side = ""

    # What is played

    @property
    def may_act(self) -> bool:
        """Is it this side that decides now?"""
        return self.match is not None and not self.letter.pending and self.side in self.match.prompts

    @property
    def waits_for_a_player(self) -> bool:
        """Has nobody sat down on the other side yet?"""
        return len(self.letter.players) < len(self.game.sides)

    @property
    def over(self) -> bool:
        """Has the match ended?"""
        return self.match is not None and self.match.outcome is not None

    def wait_for(self, action: str) -> None:
        """An action needs a die that the other side must open: it is fixed from now on."""
        assert self.match is not None
        self.letter.pending, self.letter.pending_side = action, self.side
        self._open_own(self.match.mail.throws + 1)

    def taken_down(self) -> Letter:
        """The letter with everything that was played; what this side has in hand is remembered."""
        if self.match is not None:
            for number in range(len(self.letter.entries) + 1, self.match.moment + 1):
                self.letter.entries.append(entry_line(self.match, number))
            self._open_own(self.match.mail.throws + (0 if self.over else self.letter.ahead))
        self.key.known = msgspec.convert(msgspec.to_builtins(self.letter), Letter)
        return self.letter


def entry_line(match: MailMatch, number: int) -> str:
    """An entry as it stands in a mail file: as in a record."""
    return record.entry_line(match, number)


def _without_dice(line: str) -> str:
    return line.partition(" = ")[0]


def _action_of(line: str) -> str:
    """An entry without its dice and the way that was walked."""
    return _without_dice(line).partition(" via ")[0]
