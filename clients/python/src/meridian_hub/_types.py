"""What goes in and comes out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Union

JsonObject = dict[str, Any]
Feature = JsonObject
FeatureInput = Mapping[str, Any]
Tags = Sequence[Union[str, Sequence[str]]]
Time = Union[datetime, str, int]
"""As text RFC 3339, as a number milliseconds since 1970."""


@dataclass
class WriteReport:
    """What became of the features that were written."""

    inserted: int = 0
    updated: int = 0
    unchanged: int = 0
    failed: list[JsonObject] = field(default_factory=list)
    """`id`, `position` in what was given, and `message` of each feature that was refused."""
    version: int | None = None
    """The version that the space is at now; of a space that keeps its history."""

    def add(self, response: JsonObject, sent: int, first: int) -> None:
        """Count what the hub says about a chunk whose first feature has this position."""
        inserted, updated = len(response.get("inserted", [])), len(response.get("updated", []))
        failed = [{**one, "position": first + one["position"]} for one in response.get("failed", [])]
        self.inserted += inserted
        self.updated += updated
        self.unchanged += sent - inserted - updated - len(failed)
        self.failed += failed
        self.version = response.get("version", self.version)
