"""How the cells of data files are written, said by types: a struct with a field for each column declares a table.

| type | cell |
| --- | --- |
| `str`, `int`, `float` | as it stands; `Annotated[int, least(1)]` sets a bound |
| `int \\| None` | a whole number or nothing |
| `Annotated[str, one_of("E", "S")]` | one of these words |
| `YesNo`, `Flag` | yes or no; 1 or 0 |
| `Words`, `Numbers` | several, with blanks between them |
| `Annotated[tuple[str, ...], between(";")]` | several, with something else between them |
| `Json` | true, 2 or "word" |
| `Annotated[dict[str, int], columns("1:2", "1:1")]` | the cells of several columns, by their headings |

>>> class Weather(Row, frozen=True):
...     die: Annotated[int, least(1)]
...     dry: YesNo
...     winds: Words
>>> wrong = []
>>> values(Weather, {"die": "3", "dry": "yes", "winds": "N NE"}, wrong), wrong
({'die': 3, 'dry': True, 'winds': ('N', 'NE')}, [])
>>> found = values(Weather, {"die": "0", "dry": "maybe", "winds": ""}, wrong)
>>> wrong
['die is 0; it must be at least 1', "dry is 'maybe'; it must be one of 'yes', 'no'"]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

Cells = dict[str, str]


class Row(msgspec.Struct, frozen=True, eq=False):
    """A row of a table: its file and line, and its cells as they are written; games add the columns by name."""

    file: str
    line: int
    cells: Cells

    def __getitem__(self, column: str) -> str:
        return self.cells[column]


class Sourced(Row, frozen=True, eq=False):
    """A row that says where it comes from."""

    source: str


class least(int):  # noqa: N801 - these four read as words in a declaration
    """The least number that a column may hold."""


class one_of(tuple[str, ...]):  # noqa: N801
    """The words that a column may hold; for yes or no the first one means yes."""

    def __new__(cls, *words: str) -> one_of:
        return super().__new__(cls, words)


class between(str):  # noqa: N801
    """What stands between the things in a cell."""


class columns(tuple[str, ...]):  # noqa: N801
    """The headings of the columns that a field takes together."""

    def __new__(cls, *headings: str) -> columns:
        return super().__new__(cls, headings)


class _Written:
    """Marks what is written as in JSON."""


Flag = Annotated[bool, one_of("1", "0")]
YesNo = Annotated[bool, one_of("yes", "no")]
Words = tuple[str, ...]
Numbers = tuple[int, ...]
Json = Annotated[Any, _Written()]
Reader = Callable[[str], Any]


class _Wrong(Exception):  # noqa: N818 - never leaves this module
    """What a cell must be; `plain` is how the cell itself is shown."""

    def __init__(self, text: str, cell: str) -> None:
        super().__init__(f"{cell}; {text}")


def choices(allowed: Iterable[str]) -> str:
    """What a cell must be one of, in words.

    >>> choices("ES")
    "it must be one of 'E', 'S'"
    """
    words = [repr(word) for word in allowed]
    return f"it must be one of {', '.join(words[:8])}{', …' if len(words) > 8 else ''}"


def _whole(bound: int | None) -> Reader:
    def read(cell: str) -> int:
        if not re.fullmatch(r"-?\d+", cell):
            raise _Wrong("it must be a whole number", repr(cell))
        if bound is not None and int(cell) < bound:
            raise _Wrong(f"it must be at least {bound:d}", cell)
        return int(cell)

    return read


def _number(cell: str) -> float:
    if not re.fullmatch(r"-?\d+(\.\d+)?", cell):
        raise _Wrong("it must be a number", repr(cell))
    return float(cell)


def _json(cell: str) -> Any:
    try:
        return msgspec.json.decode(cell)
    except msgspec.MsgspecError:
        raise _Wrong('it must be written as true, 2 or "word"', repr(cell)) from None


def _word(allowed: one_of, kind: Any) -> Reader:
    def read(cell: str) -> Any:
        if cell not in allowed:
            raise _Wrong(choices(allowed), repr(cell))
        return cell == allowed[0] if kind is bool else cell

    return read


def _reader(hint: Any, mark: Any = None) -> Reader:
    """How a cell of this type is read."""
    origin = get_origin(hint)
    if origin is Annotated:
        inner, mark = get_args(hint)[:2]
        return _reader(inner, mark)
    if isinstance(mark, _Written):
        return _json
    if isinstance(mark, one_of):
        return _word(mark, hint)
    if origin is tuple:
        item = _reader(get_args(hint)[0])
        return lambda cell: tuple(item(part) for part in cell.split(mark) if part)
    if origin in (Union, UnionType):
        some = _reader(get_args(hint)[0], mark)
        return lambda cell: some(cell) if cell else None
    if hint is int:
        return _whole(mark)
    return _number if hint is float else str


def _neutral(hint: Any) -> Any:
    """What stands in for a cell that cannot be read, until it is mended."""
    while get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    kind = get_origin(hint) or hint
    return kind() if kind in (int, float, bool, str, tuple) else None


class _Field(NamedTuple):
    """A field of a row: its columns, how each cell is read, and whether it takes several columns together."""

    name: str
    columns: tuple[str, ...]
    reader: Reader
    neutral: Any
    together: bool

    def cell(self, cells: Mapping[str, str], column: str, wrong: list[str]) -> Any:
        try:
            return self.reader(cells[column])
        except _Wrong as why:
            wrong.append(f"{column} is {why}")
            return self.neutral


@cache
def fields(row: type[Row]) -> tuple[_Field, ...]:
    """The fields of a row, but for those that every row has."""
    hints = get_type_hints(row, include_extras=True)
    found = []
    for name, heading in zip(row.__struct_fields__, row.__struct_encode_fields__, strict=True):
        if name in Row.__struct_fields__:
            continue
        hint, headings, together = hints[name], (heading,), False
        if get_origin(hint) is Annotated and isinstance(get_args(hint)[1], columns):
            table, headings = get_args(hint)[:2]
            hint, together = get_args(table)[1], True
        found.append(_Field(name, tuple(headings), _reader(hint), _neutral(hint), together))
    return tuple(found)


def values(row: type[Row], cells: Mapping[str, str], wrong: list[str]) -> dict[str, Any]:
    """Field -> value; for a cell that cannot be read, `wrong` gets a sentence and something neutral stands in."""
    return {
        field.name: {column: field.cell(cells, column, wrong) for column in field.columns}
        if field.together
        else field.cell(cells, field.columns[0], wrong)
        for field in fields(row)
    }
