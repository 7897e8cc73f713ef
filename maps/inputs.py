"""What the maker reads: the game's own tables, the authored facts of the sheet, and the geographic files."""

from __future__ import annotations

import csv
import gzip
import json
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from maps.shapes import Shape, from_geojson, union

HERE = Path(__file__).parent
ROOT = HERE.parent
GEO = HERE / "geo"


def data_folder(game: str) -> Path:
    """Where a game keeps its tables, and where the finished map goes."""
    return ROOT / "bocage" / "games" / game / "data"


# The tables of a game that maps are drawn from: when one of them changes, so may the picture.
TABLES = (
    "allowances", "areas", "boxes", "bridges", "cft", "crt", "hexsides", "map", "numbers", "ports", "tec", "turns",
    "weather",
)  # fmt: skip


def game_table(game: str, name: str) -> list[dict[str, str]]:
    """The rows of one of a game's own tables."""
    assert name in TABLES, f"add {name} to TABLES, so that a change of it is noticed"
    return table(data_folder(game) / f"{name}.csv")


def table(path: Path) -> list[dict[str, str]]:
    """The rows of a CSV file."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def load_facts(game: str) -> dict[str, Any]:
    """The authored facts of a game's sheet: colours, names, positions."""
    return tomllib.loads((HERE / game / "sheet.toml").read_text(encoding="utf-8"))


def load_shapes(name: str) -> Shape:
    """A GeoJSON file of the geo folder as one shape, in degrees."""
    data = json.loads((GEO / f"{name}.geojson").read_text(encoding="utf-8"))
    return union(from_geojson(feature["geometry"]) for feature in data["features"])


def load_places() -> dict[str, tuple[float, float]]:
    """Towns and villages by name, as (lon, lat)."""
    return {row["name"]: (float(row["lon"]), float(row["lat"])) for row in table(GEO / "geonames_towns.csv")}


@dataclass(frozen=True)
class Heights:
    """A grid of heights in degrees; row 0 is the northernmost; NaN where nothing is known."""

    west: float
    north: float
    cell: float
    values: Any

    def sample(self, lon: Any, lat: Any) -> Any:
        """Heights at places, read between the four nearest cells; NaN outside or beside a void."""
        u, v = (np.asarray(lon) - self.west) / self.cell, (self.north - np.asarray(lat)) / self.cell
        rows, columns = self.values.shape
        inside = (u >= 0) & (v >= 0) & (u <= columns - 1.001) & (v <= rows - 1.001)
        u, v = np.where(inside, u, 0.0), np.where(inside, v, 0.0)
        iu, iv = u.astype(int), v.astype(int)
        fu, fv = u - iu, v - iv
        top = self.values[iv, iu] * (1 - fu) + self.values[iv, iu + 1] * fu
        low = self.values[iv + 1, iu] * (1 - fu) + self.values[iv + 1, iu + 1] * fu
        return np.where(inside, top * (1 - fv) + low * fv, np.nan)


def load_heights(name: str) -> Heights:
    """An ESRI ASCII grid of the geo folder, packed or not."""
    packed = GEO / f"{name}.asc.gz"
    raw = gzip.decompress(packed.read_bytes()) if packed.exists() else (GEO / f"{name}.asc").read_bytes()
    lines = raw.decode("ascii").splitlines()
    head = {key.lower(): float(value) for key, value in (line.split() for line in lines[:6])}
    rows, columns, cell = int(head["nrows"]), int(head["ncols"]), head["cellsize"]
    values = np.array(" ".join(lines[6:]).split(), dtype=float).reshape(rows, columns)
    values[values == head["nodata_value"]] = np.nan
    shift = cell / 2 if "xllcorner" in head else 0.0
    west, south = head.get("xllcorner", head.get("xllcenter", 0.0)), head.get("yllcorner", head.get("yllcenter", 0.0))
    return Heights(west + shift, south + shift + (rows - 1) * cell, cell, values)
