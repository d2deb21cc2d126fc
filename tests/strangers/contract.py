"""The contract as data: the JSON Schema, and what docs/protocol.md shows and lists."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

Json = dict[str, Any]
ROOT = Path(__file__).parents[2]

# A conversation's lines name who sends: `A> {…}`.
_FENCED = re.compile(r"```(jsonl?|conversation)([^\n]*)\n(.*?)```", re.DOTALL)


def _kind(branch: Json) -> str | None:
    return branch.get("properties", {}).get("type", {}).get("const")


def _shape(value: Any) -> str:
    """The fields there are, and the kinds of their values."""
    if isinstance(value, dict):
        return str(sorted((name, value[name] if name == "type" else _shape(value[name])) for name in value))
    if isinstance(value, list):
        return str(sorted({_shape(one) for one in value}))
    return type(value).__name__


def _without_more(part: Any) -> Any:
    """The same schema, but what it describes has no more fields than it describes. A client has to ignore them;
    a server of the same version must not have them."""
    if isinstance(part, list):
        return [_without_more(one) for one in part]
    if not isinstance(part, dict):
        return part
    strict = {name: _without_more(value) for name, value in part.items()}
    for name, value in strict.get("properties", {}).items():
        strict["properties"][name] = _closed(value)
    if "items" in strict:
        strict["items"] = _closed(strict["items"])
    return strict


def _closed(value: Any) -> Any:
    """Of a value that stands by itself; elsewhere a schema may be a part of another."""
    if isinstance(value, dict) and value.keys() & {"$ref", "anyOf", "oneOf", "allOf", "properties"}:
        return {**value, "unevaluatedProperties": False}
    return value


def _first_fault(validator: Draft202012Validator, value: Any) -> str | None:
    for error in validator.iter_errors(value):
        return f"{error.json_path}: {error.message[:200]}"
    return None


class Sent:
    """The schema of a server's frames, each by the branch that its `type` names, as the `oneOf` has it."""

    def __init__(self, defs: Json, more: Json) -> None:
        self._defs = defs
        self._more = more
        event = {name: value for name, value in defs["EventFrame"].items() if name != "oneOf"}
        self.frames = self._branches("Frame", {})
        self.events = self._branches("EventFrame", event)

    def validator(self, part: Json) -> Draft202012Validator:
        """A validator of a part of the schema."""
        return Draft202012Validator({"$defs": self._defs, **self._more, **part})

    def fault(self, frame: Json, is_event: bool) -> str | None:
        """The first fault of a frame."""
        validator = (self.events if is_event else self.frames).get(frame["type"])
        if validator is None:
            return f"a type that is not described, {frame['type']!r}"
        return _first_fault(validator, frame)

    def _branches(self, name: str, shared: Json) -> dict[str, Draft202012Validator]:
        kinds = {_kind(branch): branch for branch in self._defs[name]["oneOf"]}
        return {kind: self.validator({"allOf": [branch, shared]}) for kind, branch in kinds.items() if kind}


class Schema:
    """The schema of both directions."""

    def __init__(self) -> None:
        self._schema = json.loads((ROOT / "protocol/schema/oxo.schema.json").read_text("utf-8"))
        defs = self._schema["$defs"]
        self._open = Sent(defs, {})
        self._closed = Sent(
            {name: _without_more(part) for name, part in defs.items()}, {"unevaluatedProperties": False}
        )
        self._shapes: set[str] = set()
        self._requests = {
            str(_kind(defs[branch["$ref"].rpartition("/")[2]])): Draft202012Validator({"$defs": defs, **branch})
            for branch in defs["Request"]["oneOf"]
        }

    @property
    def words(self) -> set[str]:
        """Every type of frame and event, and every reason for which a game ends."""
        return {
            *self._open.frames,
            *(f"{kind} event" for kind in self._open.events),
            *_values(self._schema["$defs"]["EndReason"]),
        }

    @property
    def request_types(self) -> set[str]:
        """Every type of request."""
        return set(self._requests)

    def frame_fault(self, frame: Json, is_event: bool) -> str | None:
        """The first fault of a server's frame. The check for fields that are not described is slow, and gives the
        same for all frames that have the same fields."""
        fault = self._open.fault(frame, is_event)
        shape = _shape(frame)
        if fault is None and shape not in self._shapes:
            fault = self._closed.fault(frame, is_event)
            if fault is None:
                self._shapes.add(shape)
        return fault

    def fault_of(self, name: str, value: Any) -> str | None:
        """The first fault of a value of one of the schema's definitions."""
        return _first_fault(self._closed.validator({"$ref": f"#/$defs/{name}"}), value)

    def accepts(self, request: Any) -> bool:
        """Whether it is a well-formed request."""
        if not isinstance(request, dict) or not isinstance(request.get("type"), str):
            return False
        validator = self._requests.get(request["type"])
        return validator is not None and validator.is_valid(request)


def requests_of_the_document(types: set[str]) -> list[Json]:
    """Every request that docs/protocol.md shows as one that can be read, one of each shape. Fails if a type is not
    shown."""
    found: dict[str, Json] = {}
    for _, remark, block in _FENCED.findall(_document()):
        if remark.strip() in ("refused", "unknown"):
            continue
        for line in block.splitlines():
            line = re.sub(r"^[AB][><] ", "", line)
            frame = json.loads(line) if line.startswith("{") else {}
            if frame.get("type") in types and "id" in frame and "at_ms" not in frame and "waited_ms" not in frame:
                found.setdefault(_shape(frame), frame)
    missing = types - {frame["type"] for frame in found.values()}
    if missing:
        raise ValueError(f"docs/protocol.md shows no request of {sorted(missing)}")
    return list(found.values())


def _values(part: Json) -> set[str]:
    """The texts that a part of the schema lists."""
    if "const" in part:
        return {part["const"]}
    return {*part.get("enum", []), *(value for one in part.get("oneOf", []) for value in _values(one))}


def codes_of_the_document() -> dict[str, str]:
    """Each refusal code, with what its row says of which requests it answers."""
    table = _document().split("## Refusal codes")[1].split("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| `")]
    return {row[0].strip("`"): row[-2] for row in rows}


def _document() -> str:
    return (ROOT / "docs/protocol.md").read_text("utf-8")
