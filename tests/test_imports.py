"""The direction of flow: imports go down only, one file imports `machine`, the firmware knows no host."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FIRMWARE = ROOT / "firmware"

# Each package of the firmware and the packages it may import. What is not listed may not be imported.
MAY_IMPORT = {
    "compat": set(),
    "boards": {"compat"},
    "config": {"compat"},
    "drivers": {"compat", "config", "boards"},
    "sensing": {"compat", "config", "boards", "drivers"},
    "tracker": {"compat", "config", "boards", "drivers", "sensing"},
    "rules": {"compat"},
    "store": {"compat", "config", "boards"},
    "wobble": {"compat", "config", "boards", "drivers"},
    "tidy": {"compat"},
    "play": {"compat", "config", "boards", "rules", "tracker", "store"},
    "ui": {"compat", "config", "boards", "rules"},
    "streaming": {"compat", "tracker"},
    "app": {
        "compat", "config", "boards", "drivers", "sensing", "tracker",
        "rules", "store", "wobble", "play", "ui", "tidy",
    },
}  # fmt: skip

# What the device's interpreter has and the firmware may use.
ON_THE_DEVICE = {
    "array", "binascii", "errno", "framebuf", "gc", "io", "json", "math", "micropython", "os", "struct", "sys",
}  # fmt: skip
ONLY_IN = {
    "machine": {"boot.py", "rescue.py", "teatable/drivers/esp32.py"},
    "esp32": {"teatable/drivers/esp32.py"},
    "rescue": {"boot.py", "main.py"},
    "time": {"main.py", "rescue.py", "teatable/drivers/esp32.py"},
}


def firmware_files():
    return sorted(p for p in FIRMWARE.rglob("*.py"))


def imported_modules(path, root=FIRMWARE):
    """Absolute dotted names of all that `path` imports, at any depth, relative imports resolved."""
    package = list(path.relative_to(root).parent.parts)
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - (node.level - 1)] if node.level else []
            stem = [*base, *((node.module or "").split("."))] if node.module else base
            found.update(".".join([*stem, alias.name]) for alias in node.names)
            found.add(".".join(stem))
    return {name for name in found if name}


def part_of(module):
    """The firmware package that a dotted module name belongs to, or None for another module."""
    parts = module.split(".")
    if parts[0] != "teatable" or len(parts) < 2:
        return None
    return parts[1]


@pytest.mark.parametrize("path", firmware_files(), ids=lambda p: str(p.relative_to(FIRMWARE)))
def test_firmware_imports_go_down_only(path):
    relative = path.relative_to(FIRMWARE)
    where = part_of(".".join(relative.with_suffix("").parts)) if relative.parts[0] == "teatable" else "app"
    if relative.name == "__init__.py" and len(relative.parts) == 2:
        where = "compat"
    for module in imported_modules(path):
        top = module.split(".")[0]
        if top == "teatable":
            part = part_of(module)
            if part is None or part == where or where == "app" or part == "VERSION":
                continue
            assert part in MAY_IMPORT[where], f"{relative} imports {module}: {where} may not import {part}"
        elif top in ONLY_IN:
            assert str(relative) in ONLY_IN[top], f"{relative} imports {top}; only {sorted(ONLY_IN[top])} may"
        else:
            assert top in ON_THE_DEVICE, f"{relative} imports {module}, which the device has not got"


def test_every_firmware_package_has_its_place():
    packages = {p.stem for p in (FIRMWARE / "teatable").iterdir() if p.suffix in ("", ".py")}
    assert packages - {"__init__", "__pycache__", "README"} == set(MAY_IMPORT)


@pytest.mark.parametrize("path", sorted((ROOT / "host_sim" / "devices").rglob("*.py")), ids=lambda p: p.name)
def test_chip_models_know_no_driver(path):
    """A model that imports a driver, or the physics, could not show that driver wrong."""
    for module in imported_modules(path, ROOT):
        assert not module.startswith("teatable.") or part_of(module) == "boards", f"{path.name} imports {module}"
        assert not module.startswith("host_sim.world"), f"{path.name} imports {module}"
