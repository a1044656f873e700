"""The simulator's framebuf against the real one: random drawing sequences must leave the same bytes.

Each sequence is written as a MicroPython program, run by the real interpreter and by CPython, and compared after every
few calls, so that a difference names the call that made it.
"""

import random
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "host_sim" / "micropython"))

MICROPYTHON = Path(sys.executable).with_name("micropython")
FORMATS = {"GS4_HMSB": 16, "RGB565": 65536, "MONO_HLSB": 2, "MONO_HMSB": 2, "MONO_VLSB": 2, "GS2_HMSB": 4, "GS8": 256}

HEAD = """
import framebuf
from array import array
FORMAT = framebuf.{format}
W, H, STRIDE = {w}, {h}, {stride}
buf = bytearray(4096)
f = framebuf.FrameBuffer(buf, W, H, FORMAT, STRIDE)
small = framebuf.FrameBuffer(bytearray(b"{seed_bytes}" * 40), 13, 9, framebuf.GS4_HMSB)
mono = [bytes(b"{seed_bytes}"), 11, 4, framebuf.MONO_HLSB]
pal = framebuf.FrameBuffer(bytearray(64), 16, 1, FORMAT)
def show(name):
    total = 0
    for b in buf:
        total = (total * 31 + b) & 0xFFFFFF
    print(name, total)
"""


def calls(rng: random.Random, w: int, h: int, colours: int):
    def xy():
        return rng.randint(-12, w + 12), rng.randint(-12, h + 12)

    def colour():
        return rng.randrange(colours)

    for _ in range(60):
        x, y = xy()
        kind = rng.randrange(13)
        if kind == 0:
            yield f"f.fill_rect({x}, {y}, {rng.randint(-2, 40)}, {rng.randint(-2, 30)}, {colour()})"
        elif kind == 1:
            yield f"f.rect({x}, {y}, {rng.randint(1, 40)}, {rng.randint(1, 30)}, {colour()}, {rng.random() < 0.5})"
        elif kind == 2:
            yield f"f.line({x}, {y}, {xy()[0]}, {xy()[1]}, {colour()})"
        elif kind == 3:
            full = f"{rng.random() < 0.6}, {rng.randrange(16)}" if rng.random() < 0.5 else f"{rng.random() < 0.5}"
            yield f"f.ellipse({x}, {y}, {rng.randint(0, 30)}, {rng.randint(0, 25)}, {colour()}, {full})"
        elif kind in (4, 5):
            points = [v for _ in range(rng.randint(1, 7)) for v in (rng.randint(-20, 30), rng.randint(-20, 30))]
            yield f"f.poly({x}, {y}, array('h', {points}), {colour()}, {rng.random() < 0.7})"
        elif kind == 6:
            yield f"f.blit(small, {x}, {y}, {rng.choice([-1, colour()])})"
        elif kind == 7:
            yield f"pal.pixel({rng.randrange(16)}, 0, {colour()})"
            yield f"f.blit(small, {x}, {y}, {rng.choice([-1, colour()])}, pal)"
        elif kind == 8:
            yield f"pal.pixel(1, 0, {colour()}); f.blit(mono, {x}, {y}, {rng.choice([-1, colour()])}, pal)"
        elif kind == 9:
            yield f"f.scroll({rng.randint(-9, 9)}, {rng.randint(-9, 9)})"
        elif kind == 10:
            yield f"f.text('Ab~{chr(rng.randint(32, 126))}'.replace('x', 'y'), {x}, {y}, {colour()})"
        elif kind == 11:
            yield f"f.pixel({x}, {y}, {colour()}); print(f.pixel({x}, {y}))"
        else:
            yield f"f.hline({x}, {y}, {rng.randint(-1, 30)}, {colour()})"
            yield f"f.vline({x}, {y}, {rng.randint(-1, 30)}, {colour()})"


def program(seed: int, format: str) -> str:
    rng = random.Random(seed)
    w, h = rng.randint(1, 50), rng.randint(1, 40)
    seed_bytes = "".join(f"\\x{rng.randrange(256):02x}" for _ in range(8))
    head = HEAD.format(format=format, w=w, h=h, stride=w + rng.choice([0, 0, 1, 5]), seed_bytes=seed_bytes)
    lines = [head]
    for call in calls(rng, w, h, FORMATS[format]):
        lines += [call, f"show({call!r})"]
    return "\n".join(lines)


@pytest.mark.parametrize("format", FORMATS)
def test_random_drawings_equal_real_micropython(format, tmp_path, capsys):
    for seed in range(8):
        text = program(seed, format)
        path = tmp_path / f"{format}_{seed}.py"
        path.write_text(text)
        real = subprocess.run([str(MICROPYTHON), str(path)], capture_output=True, text=True)
        assert real.returncode == 0, real.stderr + real.stdout
        capsys.readouterr()
        exec(compile(text, str(path), "exec"), {})
        ours = capsys.readouterr().out.splitlines()
        for mine, theirs in zip(ours, real.stdout.splitlines(), strict=True):
            assert mine == theirs, f"seed {seed}, {format}"


def test_a_read_only_buffer_is_refused_as_on_the_table():
    import framebuf

    with pytest.raises(TypeError):
        framebuf.FrameBuffer(b"1234", 8, 1, framebuf.GS4_HMSB)
    with pytest.raises(ValueError):
        framebuf.FrameBuffer(bytearray(3), 8, 1, framebuf.GS4_HMSB)
