"""Conditions on properties, written in Python and sent as CQL2."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Union

Value = Union[str, int, float, bool]


class Condition:
    """What features must fulfil; combine conditions with `&`, `|` and `~`.

    >>> (p("depth") > 100) & ~p("name").like("Lago%")
    Condition('("depth" > 100) AND (NOT ("name" LIKE \\'Lago%\\'))')
    """

    def __init__(self, text: str) -> None:
        self.text = text

    def __and__(self, other: Condition) -> Condition:
        return Condition(f"({self.text}) AND ({other.text})")

    def __or__(self, other: Condition) -> Condition:
        return Condition(f"({self.text}) OR ({other.text})")

    def __invert__(self) -> Condition:
        return Condition(f"NOT ({self.text})")

    def __repr__(self) -> str:
        return f"Condition({self.text!r})"

    def __bool__(self) -> bool:
        raise TypeError("combine conditions with &, | and ~, not with and, or and not")


class Property:
    """A property to compare; `a.b` is the member b of the property a. Made by `p`."""

    def __init__(self, path: str) -> None:
        if not path or '"' in path:
            raise ValueError(f"the name of a property is not empty and has no double quotes: {path!r}")
        self._name = f'"{path}"'

    def __eq__(self, value: Value) -> Condition:  # type: ignore[override]
        return self._compare("=", value)

    def __ne__(self, value: Value) -> Condition:  # type: ignore[override]
        return self._compare("<>", value)

    def __lt__(self, value: Value) -> Condition:
        return self._compare("<", value)

    def __le__(self, value: Value) -> Condition:
        return self._compare("<=", value)

    def __gt__(self, value: Value) -> Condition:
        return self._compare(">", value)

    def __ge__(self, value: Value) -> Condition:
        return self._compare(">=", value)

    __hash__ = None  # type: ignore[assignment]

    def is_in(self, values: Iterable[Value]) -> Condition:
        """Whether the property is one of these."""
        return Condition(f"{self._name} IN ({','.join(_literal(value) for value in values)})")

    def like(self, pattern: str) -> Condition:
        """Whether the property matches: `%` stands for any text, `_` for one character."""
        return self._compare("LIKE", pattern)

    def is_null(self) -> Condition:
        """Whether the property is missing or null."""
        return Condition(f"{self._name} IS NULL")

    def _compare(self, operator: str, value: Value) -> Condition:
        return Condition(f"{self._name} {operator} {_literal(value)}")


def p(path: str) -> Property:
    """Name the property at a dotted path.

    >>> p("address.city") == "Köln"
    Condition('"address.city" = \\'Köln\\'')
    """
    return Property(path)


def _literal(value: Value) -> str:
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    raise TypeError(f"a property is compared with a text, a number or a boolean, not {value!r}")
