"""`dataclass` as the standard library has it, for many classes of which few are made in a run: the
methods of a class are written when they are first called, which halves the start of a process.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError
from types import MemberDescriptorType
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")
Write = Callable[[type[Any]], tuple[str, str, dict[str, Any]]]  # parameters, body, names


@dataclass_transform(field_specifiers=(dataclasses.field,))
def dataclass(
    *, frozen: bool = False, slots: bool = False, eq: bool = True
) -> Callable[[type[Any]], type[Any]]:
    """A decorator for a class of these properties, with fields as annotations."""

    def enter(kind: type[Any]) -> type[Any]:
        own = {*vars(kind)}
        kind.__doc__ = kind.__doc__ or kind.__name__  # else a signature is worked out for it
        kind = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots)(kind)
        methods: dict[str, Any] = {}
        if frozen:
            reduce = unwritten(kind, "__reduce__", reduce_of)
            methods = {"__setattr__": refuse, "__delattr__": refuse, "__reduce__": reduce}
        methods["__init__"] = unwritten(kind, "__init__", init_of)
        methods["__repr__"] = unwritten(kind, "__repr__", repr_of)
        methods["__replace__"] = unwritten(kind, "__replace__", replace_of)
        if eq:
            methods["__eq__"] = unwritten(kind, "__eq__", eq_of)
            methods["__hash__"] = unwritten(kind, "__hash__", hash_of) if frozen else None
        for name in methods.keys() - own:
            setattr(kind, name, methods[name])
        return kind

    return enter


def unwritten(kind: type[Any], name: str, write: Write) -> Callable[..., Any]:
    """A method that writes itself when it is first called."""

    def method(self: Any, /, *args: Any, **named: Any) -> Any:
        parameters, body, names = write(kind)
        exec(f"def {name}(self{parameters}):\n {body}\n", names)
        setattr(kind, name, names[name])
        return names[name](self, *args, **named)

    method.__qualname__ = f"{kind.__qualname__}.{name}"
    return method


def in_order(kind: type[Any]) -> list[dataclasses.Field[Any]]:
    """The fields as `__init__` takes them: those that are named stand behind the others, and may
    be given by their place as well.
    """
    parts = [part for part in dataclasses.fields(kind) if part.init]
    return sorted(parts, key=lambda part: bool(part.kw_only))


def init_of(kind: type[Any]) -> tuple[str, str, dict[str, Any]]:
    """`__init__`, by the fields in order."""
    names: dict[str, Any] = {"set_value": object.__setattr__, "MISSING": MISSING}
    parameters, body = "", list[str]()
    for part in in_order(kind):
        value = name = part.name
        if part.default is not MISSING:
            names[f"default_{name}"] = part.default
            parameters += f", {name}=default_{name}"
        elif part.default_factory is not MISSING:
            names[f"new_{name}"] = part.default_factory
            parameters += f", {name}=MISSING"
            value = f"new_{name}() if {name} is MISSING else {name}"
        elif part.kw_only and "=" in parameters:
            names["lacking"] = lacking
            parameters += f", {name}=MISSING"
            value = f"lacking({name!r}) if {name} is MISSING else {name}"
        else:
            parameters += f", {name}"
        slot = getattr(kind, name, None)
        if kind.__setattr__ is not refuse:
            body.append(f"self.{name} = {value}")
        elif isinstance(slot, MemberDescriptorType):
            names[f"set_{name}"] = slot.__set__
            body.append(f"set_{name}(self, {value})")
        else:
            body.append(f"set_value(self, {name!r}, {value})")
    if hasattr(kind, "__post_init__"):
        body.append("self.__post_init__()")
    return parameters, "; ".join(body) or "pass", names


def lacking(name: str) -> None:
    """A field that has to be given is not."""
    raise TypeError(f"field {name!r} is missing")


def eq_of(kind: type[Any]) -> tuple[str, str, dict[str, Any]]:
    """`__eq__`, by the fields that are compared."""
    mine, theirs = (tuple_of(kind, name) for name in ("self", "other"))
    same = f"return {mine} == {theirs} if other.__class__ is self.__class__ else NotImplemented"
    return ", other", same, {}


def hash_of(kind: type[Any]) -> tuple[str, str, dict[str, Any]]:
    """`__hash__`, by the same fields."""
    return "", f"return hash({tuple_of(kind, 'self')})", {}


def tuple_of(kind: type[Any], owner: str) -> str:
    names = (part.name for part in dataclasses.fields(kind) if part.compare)
    return f"({''.join(f'{owner}.{name}, ' for name in names)})"


def repr_of(kind: type[Any]) -> tuple[str, str, dict[str, Any]]:
    """`__repr__`, by the fields that are shown."""
    shown = ", ".join(
        f"{part.name}={{self.{part.name}!r}}" for part in dataclasses.fields(kind) if part.repr
    )
    return "", f"return f'{{self.__class__.__qualname__}}({shown})'", {}


def refuse(self: Any, name: str, *_: object) -> None:
    """What is frozen stays as it is."""
    raise FrozenInstanceError(f"cannot change field {name!r}")


def replace(value: T, /, **changes: Any) -> T:
    """What `dataclasses.replace` gives, of a value of a class of ours; it costs half as much."""
    return value.__replace__(**changes)  # pyright: ignore


def replace_of(kind: type[Any]) -> tuple[str, str, dict[str, Any]]:
    """`__replace__`, with each field by its name."""
    names = [part.name for part in in_order(kind)]
    parameters = "".join(f", {name}=MISSING" for name in names)
    values = "".join(f"self.{name} if {name} is MISSING else {name}, " for name in names)
    return parameters, f"return kind({values})", {"kind": kind, "MISSING": MISSING}


def reduce_of(kind: type[Any]) -> tuple[str, str, dict[str, Any]]:
    """`__reduce__`, for copies and pickles: all fields in the order of `__init__`."""
    values = "".join(f"self.{part.name}, " for part in in_order(kind))
    return "", f"return kind, ({values})", {"kind": kind}
