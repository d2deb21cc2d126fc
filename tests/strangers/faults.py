"""The faults that a run found, and counts of what it checked."""

from __future__ import annotations

from collections import Counter, deque


class Fault(Exception):
    """Server, schema and document disagree, or the server broke a promise."""


class Findings:
    """Faults of a run, the same kind once, and the counts."""

    MOST = 20

    def __init__(self) -> None:
        self.faults: dict[str, str] = {}
        self.counts: Counter[str] = Counter()
        self.seen: set[str] = set()
        """Codes, types of frames and events, and reasons of endings that came."""

    def add(self, where: str, fault: str, trace: deque[str] | None = None) -> None:
        """Note a fault, with the last frames before it."""
        # The first words say of which kind it is.
        kind = fault.split(":")[0]
        if kind not in self.faults and len(self.faults) < self.MOST:
            frames = "".join(f"\n      {line[:400]}" for line in list(trace or [])[-12:])
            self.faults[kind] = f"{where}: {fault}{frames}"
            print(f"fault: {self.faults[kind]}", flush=True)

    @property
    def full(self) -> bool:
        """Whether enough was found to stop."""
        return len(self.faults) >= self.MOST
