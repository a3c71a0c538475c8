"""Writes web/src/wire.ts: the messages of the server as TypeScript, made from `splendor.server.wire` itself.

    python web/tools/wire_types.py          write the file
    python web/tools/wire_types.py --check  fail if it is not what would be written

A test runs the check, so page and server cannot disagree about a message.
"""

import sys
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from splendor.server import wire

TARGET = Path(__file__).resolve().parents[1] / "src" / "wire.ts"
HEAD = "// Made by web/tools/wire_types.py from the server's own messages; do not edit.\n"


def structs() -> list[type[Struct]]:
    """Every message and every part of one."""
    return [kind for kind in vars(wire).values() if isinstance(kind, type) and issubclass(kind, Struct)]


def typescript() -> str:
    """The whole file."""
    kinds = [kind for kind in structs() if kind is not Struct]
    _, parts = msgspec.json.schema_components([*kinds, wire.Request], ref_template="{name}")
    declared = [_declaration(name, schema) for name, schema in sorted(parts.items())]
    unions = [
        _union("Message", wire.Message),
        _union("Request", wire.Request),
        _union("Change", wire.Change),
    ]
    return "\n".join([HEAD, *declared, *unions])


def _union(name: str, union: Any) -> str:
    members = sorted(kind.__name__ for kind in union.__args__)
    return f"export type {name} = {' | '.join(members)};\n"


def _declaration(name: str, schema: dict[str, Any]) -> str:
    comment = f"/** {_first_line(schema['description'])} */\n" if "description" in schema else ""
    if schema.get("type") != "object" or "properties" not in schema:
        return f"{comment}export type {name} = {_type(schema)};\n"
    required = set(schema.get("required", ()))
    fields = [
        f"  {field}{'' if field in required else '?'}: {_type(part)};" for field, part in schema["properties"].items()
    ]
    return "\n".join([f"{comment}export interface {name} {{", *fields, "}\n"])


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(map(_type, schema["anyOf"])))
    if "enum" in schema:
        return " | ".join(msgspec.json.encode(value).decode() for value in schema["enum"])
    if "const" in schema:
        return msgspec.json.encode(schema["const"]).decode()
    match schema.get("type"):
        case "array" if "items" in schema and schema["items"] is not False:
            return f"Array<{_type(schema['items'])}>"
        case "object":
            return f"Record<string, {_type(schema.get('additionalProperties') or {})}>"
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null" as name:
            return str(name)
        case _:
            return "unknown"


def _first_line(text: str) -> str:
    return text.strip().splitlines()[0].replace("*/", "* /")


def main() -> int:
    """Write, or with --check compare."""
    wanted = typescript()
    if "--check" in sys.argv[1:]:
        return 0 if TARGET.read_text() == wanted else 1
    TARGET.write_text(wanted)
    return 0


if __name__ == "__main__":
    sys.exit(main())
