"""`bocage mail`: a match as a file that two players send to each other, without a server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

import bocage
from bocage.cli.common import Game, OneSentence, Options, chosen_options
from bocage.engine.errors import BadInput
from bocage.mail import checking, keys, letter, playing
from bocage.mail.letter import Letter
from bocage.mail.playing import Hand
from bocage.shelf import make_game
from bocage.store.structs import new_id
from bocage.terminal.by_mail import MailSession, keep, told, write_record
from bocage.terminal.commands import Leave
from bocage.terminal.screen import Screen

mail = typer.Typer(
    cls=OneSentence,
    help="Play by mail: a match as a file that goes to and fro, with dice that neither side can foresee.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
MailFile = Annotated[Path, typer.Argument(help="The mail file.")]
Name = Annotated[str, typer.Option(help="Your name, for the other side.")]


@mail.command()
def new(
    game: Game,
    file: Annotated[Path, typer.Argument(help="The mail file to be made.")],
    side: Annotated[str | None, typer.Option(help="Your side; the game's first if you do not say.")] = None,
    name: Name = "",
    scenario: Annotated[str, typer.Option(help="The scenario; the game's first if you do not say.")] = "",
    option: Options = None,
    ahead: Annotated[
        int, typer.Option(help="Throws that each side opens beforehand: fewer mails, but either could look at them.")
    ] = 0,
) -> None:
    """Begin a match by mail and make its file, an open one or, of a match with secrets, a sealed one.

    The friend who opens it has the other side.
    """
    if file.exists():
        raise BadInput(f"{file} is there already; choose another name")
    compiled = make_game(game, scenario, chosen_options(option))
    key = playing.begun(compiled, new_id(), side or compiled.sides[0], _tidy(name), ahead)
    hand = Hand(key, key.known, compiled)
    keep(hand, file)
    print(playing.kind_words(compiled))
    print(f"{compiled.title} is begun. Send {file} to a friend; your key stays in {keys.folder()}.")
    if ahead:
        print(f"{ahead} throws are opened beforehand: that is for friends who trust each other (docs/mail.md).")


@mail.command()
def play(file: MailFile, name: Name = "") -> None:
    """Open a mail file: sit down if a side is free, see what happened, and play on until it must go back."""
    found = letter.open_file(file)
    compiled = _game(found)
    key = keys.of(found.match, compiled.sides)
    if key is None:
        key = playing.joined(found, compiled, _tidy(name))
        hand = Hand(key, key.known, compiled)
        keep(hand, file)
        print(playing.kind_words(compiled))
        print(f"You have the {hand.side} side of {compiled.title}. Send {file} back: then the match can begin.")
        return
    hand = Hand(key, found, compiled)
    if hand.match is None:
        named = "" if hand.waits_for_a_player else hand.letter.players[hand.other].name or hand.other
        waits = named or "a friend who sits down"
        raise BadInput(f"{file} waits for {waits}; send it there")
    session = MailSession(hand, Screen(), file)
    try:
        session.run()
    except (Leave, KeyboardInterrupt, EOFError):
        print(f"What you played is in {file}; go on with: {session.how_to_go_on}")
        return
    if not hand.over:
        who = hand.letter.players[hand.other].name or f"the {hand.other} side"
        print(f"It is for {who} now: send {file}.")


@mail.command()
def show(file: MailFile) -> None:
    """Say which match a mail file is of, who plays, and how it stands, as far as you may know it."""
    found = letter.open_file(file)
    compiled = _game(found)
    print(f"{compiled.title}, {'a sealed' if found.sealed else 'an open'} mail file.")
    for side in compiled.sides:
        player = found.players.get(side)
        print(f"  {side}: {'nobody yet' if player is None else player.name or 'without a name'}")
    if found.ahead:
        print(f"  {found.ahead} throws are opened beforehand; either side could look at them.")
    key = keys.of(found.match, compiled.sides)
    if key is not None:
        for line in told(Hand(key, found, compiled)):
            print(line)
    elif found.closed:
        print("What was played is sealed; your key of this match is not here.")
    else:
        print(f"{len(found.entries)} entries.")


@mail.command()
def check(file: MailFile) -> None:
    """Check a match from its beginning: rules, dice, and that nobody changed anything; a sealed one when it is over."""
    found = letter.open_file(file)
    for line in checking.check(found, _game(found)):
        print(line)


@mail.command()
def record(file: MailFile, to: Annotated[Path, typer.Argument(help="The record to be written.")]) -> None:
    """Write what was played as an ordinary record: for films, statistics, or to go on at a table."""
    found = letter.open_file(file)
    compiled = _game(found)
    key = keys.of(found.match, compiled.sides)
    if key is None:
        raise BadInput(f"the key of this match is not kept in {keys.folder()}; only its players can open it")
    hand = Hand(key, found, compiled)
    if hand.match is None:
        raise BadInput("this match has not begun yet")
    print(write_record(hand, to))


@mail.command()
def again(
    file: Annotated[Path, typer.Argument(help="The mail file to be written.")],
    match: Annotated[str, typer.Option(help="The match, by the beginning of its id; the last one if not said.")] = "",
) -> None:
    """Write the newest state of a match that you know once more, if its file was lost."""
    found = [path for path in sorted(keys.folder().glob("*.key"), key=_age) if path.name.startswith(match)]
    if not found:
        raise BadInput(f"no key of such a match is kept in {keys.folder()}")
    key = keys.read(found[-1])
    letter.keep(file, letter.written(key.known, keys.secret(key, key.known)))
    names = " and ".join(player.name or side for side, player in key.known.players.items())
    print(f"Written to {file}: {key.known.game}, {names}.")


def _age(path: Path) -> float:
    return path.stat().st_mtime


def _game(found: Letter) -> Any:
    if found.game not in bocage.slugs():
        raise BadInput(f"this mail file is of a game called {found.game[:40]!r}, which is not here")
    return make_game(found.game, found.scenario, found.options)


def _tidy(name: str) -> str:
    words = " ".join(name.split())[:60]
    if not words.isprintable():
        raise BadInput("a name is made of letters that can be shown")
    return words
