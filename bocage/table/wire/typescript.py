"""The page's types, made from the structs: `python -m bocage.table.wire.typescript > web/src/wire.ts`."""

from __future__ import annotations

from typing import Any

import msgspec

from bocage.lab.measuring import course
from bocage.table.wire import box, messages, requests, sheet

_HEAD = "// Made by `python -m bocage.table.wire.typescript` from the service's structs. Do not edit.\n"


def kinds() -> list[type]:
    """Every struct that travels."""
    found = []
    for module in (box, sheet, requests, messages, course):
        for name in sorted(vars(module)):
            kind = getattr(module, name)
            if name.startswith("_") or not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
                continue
            if kind.__module__ == module.__name__:
                found.append(kind)
    return [kind for kind in found if kind not in (messages.FromPage, messages.ToPage)]


def typescript() -> str:
    """The source of `web/src/wire.ts`."""
    _, parts = msgspec.json.schema_components(kinds(), ref_template="{name}")
    written = [_HEAD]
    written.extend(_declared(name, parts[name]) for name in sorted(parts))
    for name, union in (("FromPage", messages.FROM_PAGE), ("ToPage", messages.TO_PAGE)):
        members = " | ".join(kind.__name__ for kind in union.__args__)
        written.append(f"export type {name} = {members};\n")
    return "\n".join(written)


def _declared(name: str, schema: dict[str, Any]) -> str:
    words = schema.get("description", "").split("\n")[0]
    head = f"/** {words} */\n" if words else ""
    if schema.get("type") == "array":
        items = schema["prefixItems"]
        needed = schema.get("minItems", len(items))
        inner = ", ".join(_type(item) + ("" if number < needed else "?") for number, item in enumerate(items))
        return f"{head}export type {name} = [{inner}];\n"
    required = set(schema.get("required", ()))
    rows = []
    for field, kind in schema["properties"].items():
        optional = "" if field in required or "const" in kind or "enum" in kind else "?"
        rows.append(f"  {field}{optional}: {_type(kind)};")
    return f"{head}export interface {name} {{\n" + "\n".join(rows) + "\n}\n"


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"])
    if "enum" in schema:
        return " | ".join(f'"{value}"' for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(_type(option) for option in schema["anyOf"])
    kind = schema.get("type")
    if kind == "array":
        if "prefixItems" in schema:
            return "[" + ", ".join(_type(item) for item in schema["prefixItems"]) + "]"
        inner = _type(schema["items"])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if kind == "object":
        return f"Record<string, {_type(schema.get('additionalProperties', {}))}>"
    simple = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
    return simple.get(str(kind), "unknown")


if __name__ == "__main__":
    print(typescript(), end="")
