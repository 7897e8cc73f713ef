"""A match by mail in the hands of one side: what came is checked, what is played is added, what goes out is opened.

Nothing that this side has once seen or sent may be otherwise in a later file: else an action could be exchanged when
the die is known. In a match with secrets the program carries the rules out on the truth and shows its side no more
than that side may know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bocage.engine.errors import BadInput, Refusal
from bocage.engine.game import Game
from bocage.mail import chain, keys, letter, seal
from bocage.mail.dice import MailMatch
from bocage.mail.keys import Key
from bocage.mail.letter import Letter, Player
from bocage.mail.marks import action_of, genuine, in_order, marked, side_of
from bocage.mail.replaying import entry_line, open_links, repeat, replayed

MakeGame = Callable[[str, str, Mapping[str, Any]], Game[Any]]

MOST_AHEAD = 200
_SENT = "it is the other side's turn, and the file is on its way: what was sent stays"


def kind_words(game: Game[Any]) -> str:
    """Which kind of mail file a match has, and what that means, in one sentence."""
    if game.secretive:
        return (
            "This will be a sealed file: the secrets of both sides travel in it, no editor and no command of Bocage "
            "shows you those of the other before the match is over, and only somebody who changes the program could "
            "read them (docs/mail.md)."
        )
    return "This will be an open file: nothing in this match is secret, so that anybody may read it."


def begun(game: Game[Any], match_id: str, side: str, name: str, ahead: int) -> Key:
    """A new match by mail, and the key of who begins it."""
    if side not in game.sides:
        raise BadInput(f"{game.title} has the sides {' and '.join(game.sides)}, not {side!r}")
    if not 0 <= ahead <= MOST_AHEAD:
        raise BadInput(f"from 0 to {MOST_AHEAD} throws can be opened ahead")
    seed = chain.new_seed()
    first = Letter(
        match_id, game.slug, game.scenario, dict(game.options), game.rules_version, game.data_digest, ahead,
        {side: _player(name, seed, game)}, [], sealed=game.secretive,
    )  # fmt: skip
    return Key(side, seed.hex(), first)


def joined(found: Letter, game: Game[Any], name: str) -> Key:
    """The key of who sits down on the free side of a match that was begun."""
    free = [side for side in game.sides if side not in found.players]
    if not free:
        who = " and ".join(player.name or side for side, player in found.players.items())
        raise BadInput(f"this match is played by {who}, and the key of neither is kept in {keys.folder()}")
    if found.entries or found.pending or found.closed or found.over or not found.players:
        raise BadInput("this mail file says that something was done before both had sat down")
    if found.sealed != game.secretive:
        raise BadInput("this mail file is not sealed as its game needs it")
    seed = chain.new_seed()
    players = {**found.players, free[0]: _player(name, seed, game)}
    return Key(free[0], seed.hex(), msgspec.structs.replace(found, players=players))


def _player(name: str, seed: bytes, game: Game[Any]) -> Player:
    anchor = chain.link_of(seed, -1).hex()
    return Player(name, anchor, 0, anchor, seal.share_of(seed) if game.secretive else "")


class Hand:
    """A match by mail in the hands of one side."""

    def __init__(self, key: Key, found: Letter, game: Game[Any]) -> None:
        self.key = key
        self.game = game
        self.side = key.side
        self._seed = bytes.fromhex(key.seed)
        self._own = chain.links_of(self._seed)
        self.secret = keys.secret(key, found)
        if found.sealed and self.secret is None and len(found.players) == len(game.sides):
            raise BadInput("this mail file has no key of the other side with which it could be sealed")
        if self.secret is not None and found is not key.known and not (found.closed or found.over):
            raise BadInput("this mail file should be sealed, and is not: somebody else than your friend has written it")
        self.letter = letter.opened(found, self.secret)
        self._check_same(game)
        self._check_players()
        if self.letter.sealed:
            self._check_marks()
        self.match: MailMatch | None = None
        if len(self.letter.players) == len(game.sides):
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
        for name in ("match", "game", "scenario", "options", "ahead", "sealed"):
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
            if new and action_of(new[0]) != f"{len(had) + 1} {self.side} {known.pending}":
                raise BadInput("this mail file has another action than the one for which you asked a die")
            if not new and (letter.pending, letter.pending_side) != (known.pending, known.pending_side):
                raise BadInput("this mail file leaves out the action for which you asked a die")
            new = new[1:]
        if known.pending and known.pending_side != self.side and letter.pending != known.pending and not new:
            raise BadInput("this mail file takes back an action for which a die was asked")
        mine = [line for line in new if side_of(line) == self.side]
        if mine and not letter.sealed:  # in a sealed one the marks tell which of these are one's own
            raise BadInput(f"this mail file has an action in your name that you have not done: {mine[0][:80]!r}")

    def _check_players(self) -> None:
        """Every open link belongs to its chain, and nobody's chain is another than before."""
        self._keep_open()
        for side, player in self.letter.players.items():
            before = self.key.known.players.get(side)
            if before is not None and (
                (before.anchor, before.share) != (player.anchor, player.share) or before.opened > player.opened
            ):
                raise BadInput(f"the dice of {player.name or side} are no longer bound as they were at the start")
            if player.seed and not letter.opens(player):
                raise BadInput(f"what {player.name or side} opened at the end is not what was fixed at the start")
        self._links = open_links(self.letter, self.game)
        if self.letter.players.keys() < self.key.known.players.keys():
            raise BadInput("this mail file has forgotten a player; open the newest one")
        own = self._own[0].hex()
        if self.side not in self.letter.players or self.letter.players[self.side].anchor != own:
            raise BadInput("this mail file does not have your chain of dice in it")

    def _keep_open(self) -> None:
        """The same file once more: what this side has opened since stays open."""
        own, before = self.letter.players.get(self.side), self.key.known.players.get(self.side)
        if own is not None and before is not None and own.anchor == before.anchor and own.opened < before.opened:
            own.opened, own.link = before.opened, before.link

    def _check_marks(self) -> None:
        """Whatever was done in this side's name it has marked itself, and what the other did is not its own."""
        letter = self.letter
        if not in_order(letter.entries, letter.marks):
            raise BadInput("this mail file has entries that nobody has marked as his: something was put in or left out")
        if not genuine(letter.match, letter.entries, letter.marks, self.side, self._seed):
            raise BadInput("this mail file has an action in your name that you have not done, or not so")
        other = letter.players.get(self.other)
        if other is not None and other.seed:
            seed = bytes.fromhex(other.seed)
            if not genuine(letter.match, letter.entries, letter.marks, self.other, seed):
                raise BadInput(f"{other.name or self.other} has not marked all that the file says in that name")

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
        """Play what the file says, die by die, and what waited for a die that can fall now."""
        self.match = match = replayed(self.letter, self.game, self._throw_key)
        if self.letter.pending:
            self._carry_out_pending(match)
        match.own = self.side
        if self.letter.pending:
            self._wait(match)
        elif self.letter.over and match.outcome is None:
            raise BadInput("this mail file is opened as if the match were over, and it is not")
        elif self.key.sent >= match.moment and not self.may_act and not self.over:
            match.fixed = _SENT

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
            repeat(match, f"0 {letter.pending_side} {letter.pending}")
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
        self._wait(self.match)

    def _wait(self, match: MailMatch) -> None:
        what = f"'{self.letter.pending}'" if self.letter.pending_side == self.side else "an action of the other side"
        match.wait(self.letter.pending_side, f"{what} is fixed, and its dice fall when the other opens the file")

    def given_out(self) -> None:
        """The file is out of this side's hands: if it is the other's turn, nothing of it can be taken back."""
        if self.match is not None and not self.may_act and not self.over:
            self.key.sent = self.match.moment
            self.match.fixed = self.match.fixed or _SENT

    def taken_down(self) -> Letter:
        """The letter with everything that was played; what this side has in hand is remembered."""
        if self.match is not None:
            for number in range(len(self.letter.entries) + 1, self.match.moment + 1):
                self.letter.entries.append(entry_line(self.match, number))
            self._open_own(self.match.mail.throws + (0 if self.over else self.letter.ahead))
            if self.letter.sealed:
                self._seal()
        self.key.known = msgspec.convert(msgspec.to_builtins(self.letter), Letter)
        return self.letter

    def text(self) -> str:
        """The file with everything that was played."""
        return letter.written(self.taken_down(), self.secret)

    def _seal(self) -> None:
        """Set this side's mark under everything; when the match is over, open what was secret."""
        found = self.letter
        waiting = found.pending if found.pending_side == self.side else ""
        found.marks = marked(found.match, found.entries, found.marks, self.side, waiting, self._seed)
        if self.over:
            found.players[self.side].seed = self.key.seed
