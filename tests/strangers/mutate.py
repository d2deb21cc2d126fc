"""Changes a request in one place, in every way that its reader might overlook, as text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

Json = dict[str, Any]

NUMBERS = [0, 1, 2, 3, 5, 6, 19, 20, 254, 255, 256, 65_535, 65_536, 999, 1_000, 3_600_000, 3_600_001]
NUMBERS += [2**31, 2**32 - 1, 2**32, 2**53 - 1, 2**53, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 10**30, -1, -(2**63)]
# What Python's own writer does not write.
LITERALS = ["1.0", "1e0", "1E+0", "-0", "-0.0", "0.5", "1e400", "01", "+1", ".5", "1.", "NaN", "Infinity", "0x1"]
LITERALS += [
    '"\\ud800"',
    '"\\u0000"',
    '"\\u202e"',
    "'a'",
    "undefined",
    "{",
    "[",
    "]",
    "",
    '{"a":1,"a":2}',
    "[1,]",
    "TRUE",
]
TEXTS = [
    "",
    " ",
    "x",
    "a" * 7,
    "a" * 8,
    "a" * 21,
    "a" * 22,
    "a" * 23,
    "a" * 64,
    "a" * 65,
    "a" * 500,
    "é",
    "👍🏽",
    "\t",
    "\n",
]
TEXTS += [
    "K7QX-4MTR",
    "k7qx 4mtr",
    "K7QX4MTR",
    "K7QX-4MT",
    "0O1I-0O1I",
    "any",
    "host",
    "none",
    "AAAAAAAAAAAAAAAAAAAAA=",
]
OTHERS: list[Any] = [None, True, False, [], {}, [[]], [None], [{}], {"type": "none"}, {"": 1}, {"x": {}}]

# Stands in a tree for a literal, until it is written.
_MARK = "\ue000"


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, child in children:
        yield from _paths(child, (*path, name))


def _at(value: Any, path: tuple[Any, ...]) -> Any:
    for name in path:
        value = value[name]
    return value


def _with(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """The value with another one at a path."""
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = _with(value[path[0]], path[1:], new)
    return copy


def _without(value: Any, path: tuple[Any, ...]) -> Any:
    above = _at(value, path[:-1]).copy()
    del above[path[-1]]
    return _with(value, path[:-1], above)


def _literal(value: Any, path: tuple[Any, ...], text: str) -> str:
    return json.dumps(_with(value, path, _MARK)).replace(json.dumps(_MARK), text)


def _nested(depth: int, kind: str) -> str:
    return ("[" * depth + "]" * depth) if kind == "list" else ('{"a":' * depth + "1" + "}" * depth)


def single(request: Json, random: Random) -> Iterator[str]:
    """Every change of one place. Of what is of the wrong kind in any case a few, by chance, so that a minute is
    enough for all requests."""
    yield json.dumps(request)
    for path in _paths(request):
        here = _at(request, path)
        if path:
            yield json.dumps(_without(request, path))
            number, text = isinstance(here, int) and not isinstance(here, bool), isinstance(here, str)
            numbers = NUMBERS if number else random.sample(NUMBERS, 3)
            texts = TEXTS if text else random.sample(TEXTS, 3)
            for new in [*numbers, *texts, *OTHERS]:
                yield json.dumps(_with(request, path, new))
            literals = LITERALS if number else random.sample(LITERALS, 8)
            nested = [_nested(depth, kind) for depth in (13, 14, 15, 16, 130) for kind in ("list", "object")]
            for literal in [*literals, *random.sample(nested, 3)]:
                yield _literal(request, path, literal)
        yield from _inside(request, path, here)


def _inside(request: Json, path: tuple[Any, ...], here: Any) -> Iterator[str]:
    """Changes of what an object, a list, a text or a number has in it."""
    if isinstance(here, dict):
        for name in ("colour", "Type", "n", "id", "ply", "move_ms", "type"):
            if name not in here:
                yield json.dumps(_with(request, path, {**here, name: 1}))
        yield json.dumps(_with(request, path, dict(reversed(here.items()))))
        for name, value in here.items():
            text = json.dumps(value)
            yield _literal(request, path, json.dumps(here)[:-1] + f", {json.dumps(name)}: {text}}}")
            yield _literal(request, path, json.dumps(here)[:-1] + f', "\\u{ord(name[0]):04x}{name[1:]}": {text}}}')
    elif isinstance(here, list):
        for items in ([*here, *here], here[:1] * 16, here[:1] * 17, [*here, None], here[1:]):
            yield json.dumps(_with(request, path, items))
    elif isinstance(here, str):
        for new in (here.upper(), here + "x", here[:-1], f" {here}", f"{here} ", here.replace("-", "")):
            yield json.dumps(_with(request, path, new))
    elif isinstance(here, int):
        for number in (here + 1, here - 1):
            yield json.dumps(_with(request, path, number))


def several(request: Json, random: Random) -> str:
    """Two or three changes at random, in places chosen at random."""
    changed: Any = request
    for _ in range(random.randrange(2, 4)):
        paths = [path for path in _paths(changed) if path]
        if not paths:
            break
        path = random.choice(paths)
        if random.random() < 0.25:
            changed = _without(changed, path)
        else:
            changed = _with(changed, path, random.choice([*NUMBERS, *TEXTS, *OTHERS]))
    return json.dumps(changed)


def broken(request: Json) -> Iterator[str]:
    """Texts that are no JSON, or no object."""
    text = json.dumps(request)
    yield from (
        text[:-1],
        text[1:],
        text + "}",
        text + text,
        f"\ufeff{text}",
        f"{text}\x00",
        f"[{text}]",
        f'"{text[:9]}"',
    )
    yield from (f" \t\r\n{text}\n", text.replace('"', "'"), text.replace(":", "=", 1), f"/**/{text}", "null", "1", "")
