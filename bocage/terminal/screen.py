"""Where words go and answers come from: a terminal, or plain text when there is none."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext, suppress

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

PLAIN_WIDTH = 100
GLUE = "\u00a0"  # a space at which no line is broken


class Screen:
    """Prints lines and asks for answers. Without a terminal there are no colours, and answers are echoed."""

    def __init__(self) -> None:
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        width = None if sys.stdout.isatty() else PLAIN_WIDTH
        self.console = Console(file=sys.stdout, highlight=False, width=width)
        if self.interactive:
            with suppress(ImportError):
                import readline  # noqa: F401 - importing it gives input() its history and line editing

    @property
    def width(self) -> int:
        """Characters to a line."""
        return self.console.width

    @property
    def height(self) -> int:
        """Lines to a screen; a file has no end."""
        return self.console.height if self.interactive else 1000

    def line(self, text: str | Text = "", style: str = "") -> None:
        """Print a line of words, broken where it must be."""
        self.console.print(Text(text, style=style) if isinstance(text, str) else text, style=style or None)

    def item(self, head: str, text: str, style: str = "", indent: int | None = None) -> None:
        """Print a line whose continuation stands below its text, or `indent` characters in."""
        margin = " " * (len(head) if indent is None else indent)
        line, full = head, False
        for word in text.split(" "):
            if full and cell_len(line) + 1 + cell_len(word) > self.width:
                self._print(line, style)
                line, full = margin, False
            line, full = f"{line}{' ' if full else ''}{word}", True
        self._print(line, style)

    def _print(self, line: str, style: str) -> None:
        self.console.print(Text(line.replace(GLUE, " ").rstrip(), style=style), soft_wrap=True)

    def picture(self, lines: Iterable[Text]) -> None:
        """Print lines that must not be broken."""
        for line in lines:
            self.console.print(line, no_wrap=True, overflow="crop", crop=True)

    def ask(self, prompt: str) -> str:
        """The next answer; the end of the input raises EOFError."""
        if self.interactive:
            return input(prompt)
        answer = sys.stdin.readline()
        if not answer:
            raise EOFError
        self.console.print(Text(f"{prompt}{answer.rstrip()}"))
        return answer

    def waiting(self, words: str) -> AbstractContextManager[object]:
        """A sign that someone is thinking, on a terminal."""
        return self.console.status(words) if self.interactive else nullcontext()
