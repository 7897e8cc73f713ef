"""What all commands share: errors in one sentence, and the arguments that many of them take."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from bocage.engine.errors import BadInput, Refusal
from bocage.store.errors import StoreTrouble
from bocage.terminal import saves

Game = Annotated[str, typer.Argument(help="The short name of a game; `bocage games` lists them.")]
Options = Annotated[
    list[str] | None, typer.Option("--option", help="An optional rule: 15.10, or 13.3=chosen. May be repeated.")
]
Data = Annotated[
    Path | None, typer.Option("--data", help="A folder whose tables are laid over the game's; see docs/data.md.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for scripts.")]


class OneSentence(typer.core.TyperGroup):
    """Commands whose errors are one sentence, never a traceback."""

    def main(self, *args: Any, **more: Any) -> Any:
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")  # a terminal without box drawing shows question marks
        try:
            code = super().main(*args, **{**more, "standalone_mode": False})
        except (BadInput, Refusal, StoreTrouble) as error:
            fail(str(error))
        except (KeyboardInterrupt, typer.Abort):
            fail("stopped", 130)
        except BrokenPipeError:
            sys.stderr.close()  # whoever read us has left; there is nobody to tell
            sys.exit(141)
        except OSError as error:
            fail(f"{error.filename or 'a file'}: {saves.reason(error)}")
        except Exception as error:
            if not hasattr(error, "format_message"):
                raise
            fail(f"{error.format_message()}", 2)  # wrong usage: an unknown option, not a number
        sys.exit(code if isinstance(code, int) else 0)


def fail(sentence: str, code: int = 1, end: str = ".") -> None:
    """Say one sentence on stderr and stop."""
    words = " ".join(sentence.split())
    print(f"bocage: {words}{'' if words.endswith(('.', '!', '?')) else end}", file=sys.stderr)
    sys.exit(code)


def chosen_options(texts: list[str] | None) -> dict[str, Any]:
    """The options of a command line.

    >>> chosen_options(["15.10", "13.3=chosen", "R13=false", "13.3=2"])
    {'15.10': True, '13.3': 2, 'R13': False}
    """
    chosen: dict[str, Any] = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not equals:
            chosen[name] = True
            continue
        try:
            chosen[name] = json.loads(value)
        except json.JSONDecodeError:
            chosen[name] = value
    return chosen
