"""The server described by itself: OpenAPI for programs, and the same as a page for people, which loads nothing.

Litestar knows the routes. What the messages mean stands beside them in `wire`, where it is read from. `examples.json`
has an example of each, which the tests make from real messages.
"""

import ast
import html
import inspect
from functools import cache
from importlib.resources import files
from types import ModuleType
from typing import Any

import msgspec
from litestar import MediaType, Request
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin
from msgspec import Struct

from splendor.server import wire
from splendor.server.routes.asking import NOT_THE_MESSAGE
from splendor.server.wire import accounts, analysis, decisions, happenings, matches, news, refusals, requests, table

REFERENCE = "#/components/schemas/"
PARTS: tuple[ModuleType, ...] = (accounts, analysis, decisions, happenings, matches, news, refusals, requests, table)
NDJSON = "application/x-ndjson"
# What a line of a stream may be.
LINES = {
    "/api/matches/{match_id}/stream": (wire.Update, wire.Chat, wire.Muted, wire.Presence, wire.Refusing),
    "/api/account/stream": (wire.YourTurn, wire.Began, wire.Ended, wire.Refusing),
}
RECORD = "/api/matches/{match_id}/record"
MAKE, MADE = "/api/matches", "/api/matches/{match_id}"


class Described(JsonRenderPlugin):
    """OpenAPI as JSON."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The document."""
        return msgspec.json.encode(described(self.render_json(request, openapi_schema)))


class Readable(OpenAPIRenderPlugin):
    """The same for people."""

    def __init__(self) -> None:
        super().__init__(path="/", media_type=MediaType.HTML)

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The page."""
        return page(described(self.render_json(request, openapi_schema))).encode()


@cache
def described(plain: bytes) -> dict[str, Any]:
    """The document with what the messages mean, what the lines of streams are, and refusals with examples."""
    found: dict[str, Any] = msgspec.json.decode(plain)
    found["components"]["schemas"] |= _schemas()
    for path, methods in found["paths"].items():
        for operation in methods.values():
            _describe(path, operation)
            _show_examples(path, operation, found["components"]["schemas"])
    found["paths"][MAKE]["post"]["responses"]["201"]["links"] = _links_to_a_match(found["paths"])
    return found


def _links_to_a_match(paths: dict[str, Any]) -> dict[str, Any]:
    """Where one goes on with a match that was made: its id is in the answer."""
    return {
        operation["operationId"]: {
            "operationId": operation["operationId"],
            "parameters": {"match_id": "$response.body#/match"},
            "description": operation["description"],
        }
        for path, methods in paths.items()
        for operation in methods.values()
        if path.startswith(MADE)
    }


def _describe(path: str, operation: dict[str, Any]) -> None:
    answers = operation["responses"]
    answers["405"] = _without_message(405)
    if path in LINES:
        one_of = [{"$ref": REFERENCE + kind.__name__} for kind in LINES[path]]
        answers["200"] |= {"description": "One JSON object a line.", "content": {NDJSON: {"schema": {"oneOf": one_of}}}}
    if path == RECORD:
        answers["200"]["content"]["application/json"] = {"schema": {"type": "object"}}
    if "requestBody" in operation:
        answers["413"] = _without_message(413)
    for answer in answers.values():
        if answer["description"].startswith("Refused: "):
            names = answer["description"].removeprefix("Refused: ").split(", ")
            answer["content"]["application/json"]["examples"] = {
                name: {"value": _refusal(wire.Refused(wire.Refusal(name)))} for name in names
            }


def _without_message(status: int) -> dict[str, Any]:
    """How HTTP itself refuses."""
    reason = NOT_THE_MESSAGE[status]
    example = _refusal(wire.Refused(wire.Refusal.UNREADABLE, reason=reason))
    content = {"schema": {"$ref": REFERENCE + "Refusing"}, "example": example}
    return {"description": reason, "content": {"application/json": content}}


def _refusal(error: wire.Refused) -> Any:
    return msgspec.to_builtins(wire.refusing(error))


# --- examples -----------------------------------------------------------------------------------------------------
@cache
def examples() -> dict[str, Any]:
    """An example of every message by its name; and by path and type of what is told otherwise."""
    found: dict[str, Any] = msgspec.json.decode((files("splendor.server") / "examples.json").read_bytes())
    return found


def _show_examples(path: str, operation: dict[str, Any], schemas: dict[str, Any]) -> None:
    """An example beside every message a route takes or answers with; and what it is, rather than that it follows."""
    for holder in (operation.get("requestBody", {}), *operation["responses"].values()):
        for kind, content in holder.get("content", {}).items():
            names = _names(content["schema"])
            if "example" in content or "examples" in content:
                continue
            if len(names) == 1:
                content["example"] = examples()[names[0]]
                holder["description"] = schemas[names[0]]["description"]
            elif names:
                content["examples"] = {name: {"value": examples()[name]} for name in names}
            else:
                content["example"] = examples()[f"{path} {kind}"]


def _names(schema: dict[str, Any]) -> list[str]:
    """The messages that a schema allows."""
    alternatives = [schema, *schema.get("oneOf", []), *schema.get("anyOf", [])]
    return [one["$ref"].removeprefix(REFERENCE) for one in alternatives if "$ref" in one]


# --- what messages mean -------------------------------------------------------------------------------------------
def _schemas() -> dict[str, Any]:
    """The schema of every message and every part of one, with what is said of it beside its definition."""
    kinds = [kind for kind in vars(wire).values() if isinstance(kind, type) and issubclass(kind, Struct)]
    _, found = msgspec.json.schema_components(
        [kind for kind in kinds if kind is not Struct], ref_template=REFERENCE + "{name}"
    )
    for (name, field), text in _said().items():
        properties = found.get(name, {}).get("properties", {})
        if field in properties:
            properties[field]["description"] = text
    return found


@cache
def _said() -> dict[tuple[str, str], str]:
    """What stands below a field, by the names of its message and of itself."""
    found = {}
    for part in PARTS:
        for kind in ast.parse(inspect.getsource(part)).body:
            if isinstance(kind, ast.ClassDef):
                for field, text in zip(kind.body, kind.body[1:], strict=False):
                    if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and _is_text(text):
                        found[kind.name, field.target.id] = inspect.cleandoc(text.value.value)  # type: ignore[attr-defined]
    return found


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


# --- the page -----------------------------------------------------------------------------------------------------
HEAD = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Splendor: messages</title>
<style>
body { font: 16px/1.5 system-ui; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }
code { font-size: 0.9em } td { padding: 0.1rem 1rem 0.1rem 0; vertical-align: top } h3 { margin-bottom: 0 }
</style>
"""


def page(document: dict[str, Any]) -> str:
    """The routes by what they are about, then every message."""
    info = document["info"]
    parts = [HEAD, f"<h1>{_text(info['title'])} {_text(info['version'])}</h1><p>{_text(info['description'])}</p>"]
    parts.append('<p>For programs: <a href="/schema/openapi.json">OpenAPI</a>, and the messages of the socket as a ')
    parts.append('<a href="/api/socket-schema">JSON schema</a>.</p>')
    for tag in document["tags"]:
        parts.append(f"<h2>{_text(tag['name'])}</h2><p>{_text(tag['description'])}</p>")
        parts += [
            _route(method, path, operation)
            for path, methods in document["paths"].items()
            for method, operation in methods.items()
            if tag["name"] in operation["tags"]
        ]
    parts.append("<h2>messages and their parts</h2>")
    parts += [_message(name, schema) for name, schema in sorted(document["components"]["schemas"].items())]
    return "".join(parts)


def _route(method: str, path: str, operation: dict[str, Any]) -> str:
    needs = operation.get("security", [])
    token = "with a token" if needs and {} not in needs else "with a token, or without" if needs else ""
    body = "".join(_links(operation.get("requestBody", {})))
    answers = ", ".join(f"{code} {_links(answer)}" for code, answer in sorted(operation["responses"].items()))
    rows = [("takes", body), ("answers", answers), ("", token)]
    table = "".join(f"<tr><td>{name}<td>{value}" for name, value in rows if value)
    said = _text(operation["description"])
    return f"<h3><code>{method.upper()} {_text(path)}</code></h3><p>{said}</p><table>{table}</table>"


def _message(name: str, schema: dict[str, Any]) -> str:
    rows = [
        f"<tr><td><code>{_text(field)}</code><td>{_kind(one)}<td>{_text(one.get('description', ''))}"
        for field, one in schema.get("properties", {}).items()
    ]
    said = _text(schema.get("description", ""))
    return f'<h3 id="{_text(name)}">{_text(name)}</h3><p>{said}</p><table>{"".join(rows)}</table>{_example(name)}'


def _example(name: str) -> str:
    if name not in examples():
        return ""
    shown = msgspec.json.format(msgspec.json.encode(examples()[name]), indent=1).decode()
    return f"<details><summary>for example</summary><pre>{_text(shown)}</pre></details>"


def _links(holder: dict[str, Any]) -> str:
    return " ".join(_kind(one.get("schema", {})) for one in holder.get("content", {}).values())


def _kind(schema: dict[str, Any]) -> str:
    """A type in a few words, with a link to what it is made of."""
    if "$ref" in schema:
        name = _text(schema["$ref"].rsplit("/", 1)[-1])
        return f'<a href="#{name}">{name}</a>'
    for alternatives in ("anyOf", "oneOf"):
        if alternatives in schema:
            return " or ".join(_kind(one) for one in schema[alternatives])
    if "enum" in schema:
        return ", ".join(f"<code>{_text(str(one))}</code>" for one in schema["enum"])
    if schema.get("type") == "array" and schema.get("items"):
        return f"list of {_kind(schema['items'])}"
    return _text(str(schema.get("type", "")))


def _text(words: str) -> str:
    return html.escape(words)
