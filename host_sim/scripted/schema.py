"""What a scenario file may hold, as tables, and the one checker that reads them.

Data in: parsed JSON and a table of fields. Data out: the same values with defaults filled in, or BadInput with the key
path, what was found and what is allowed. `describe` prints the same tables, so help and checker cannot differ.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from ..errors import BadInput, one_of, shown

Choices = tuple[str, ...] | Callable[[], Iterable[str]]
_MISSING: Any = object()


@dataclass(frozen=True)
class Field:
    """One key: its type, the range or names allowed, the default (none: the key must be given) and what it means."""

    name: str
    kind: str  # number, integer, text, name (one of `choices`), names (a list of them), list, object
    text: str
    low: float = -math.inf
    high: float = math.inf
    choices: Choices = ()
    default: Any = field(default=_MISSING)
    unit: str = ""

    @property
    def required(self) -> bool:
        """Whether the key must be given."""
        return self.default is _MISSING

    def names(self) -> tuple[str, ...]:
        """Return the names allowed, in their order."""
        return tuple(self.choices() if callable(self.choices) else self.choices)

    def allowed(self) -> str:
        """Return what is allowed here, for an error line and for the help."""
        if self.kind == "name":
            return one_of(self.names())
        if self.kind == "names":
            return "a list, each " + one_of(self.names())
        if self.kind in ("number", "integer"):
            unit = f" {self.unit}" if self.unit else ""
            what = "a number" if self.kind == "number" else "a whole number"
            return f"{what} {self.low:g} to {self.high:g}{unit}"
        return {"text": f"a text of {self.low:.0f} to {self.high:.0f} characters", "list": "a list"}.get(
            self.kind, "an object"
        )


def bad(where: str, found: Any, allowed: str) -> BadInput:
    """Return the error for a value at `where`."""
    return BadInput(f"{where}: found {shown(found)}, allowed: {allowed}")


def check_value(spec: Field, value: Any, where: str) -> Any:
    """Return `value` if `spec` allows it, a number as float or int; BadInput names `where` otherwise."""
    kind = spec.kind
    if kind == "number" and isinstance(value, int | float) and not isinstance(value, bool):
        if spec.low <= value <= spec.high and math.isfinite(value):
            return float(value)
    elif kind == "integer" and isinstance(value, int) and not isinstance(value, bool):
        if spec.low <= value <= spec.high:
            return value
    elif kind == "text" and isinstance(value, str):
        if spec.low <= len(value.strip()) and len(value) <= spec.high:
            return value
    elif kind == "name":
        if isinstance(value, str) and value in spec.names():
            return value
    elif kind == "names" and isinstance(value, list):
        one = Field("", "name", "", choices=spec.choices)
        return [check_value(one, v, f"{where}[{i}]") for i, v in enumerate(value)]
    elif (kind == "list" and isinstance(value, list)) or (kind == "object" and isinstance(value, dict)):
        return value
    raise bad(where, value, spec.allowed())


def check_object(specs: Iterable[Field], value: Any, where: str) -> dict[str, Any]:
    """Return the checked object with defaults filled in; unknown and missing keys are BadInput. `where` may be ""."""
    specs = tuple(specs)
    if not isinstance(value, dict):
        raise bad(where or "top level", value, "an object")
    by_name = {s.name: s for s in specs}
    prefix = f"{where}." if where else ""
    for key in value:
        if key not in by_name:
            raise BadInput(f"{prefix}{key}: unknown key, allowed: {one_of(by_name)}")
    out: dict[str, Any] = {}
    for spec in specs:
        if spec.name in value:
            out[spec.name] = check_value(spec, value[spec.name], prefix + spec.name)
        elif spec.required:
            raise BadInput(f"{prefix}{spec.name}: missing, needed: {spec.allowed()}")
        else:
            out[spec.name] = spec.default
    return out


def describe(specs: Iterable[Field], indent: str = "  ") -> list[str]:
    """Return the lines that tell each key, what is allowed, its default and its meaning."""
    lines = []
    for spec in specs:
        if spec.required:
            note = "required"
        elif spec.default is None:
            note = "optional"
        else:
            note = f"default {shown(spec.default)}"
        lines.append(f"{indent}{spec.name:<16} {spec.text} ({note})")
        lines.append(f"{indent}{'':<16}   {spec.allowed()}")
    return lines
