"""The simulator's cells and IMU beside recordings of real ones: noise, drift, settling, steps, rates, knocks.

Data in: a folder with the recordings that INDEX.md there describes (they are not part of this project). Data out: a
table and a figure of derived figures. The simulator's side comes from the models of the chips, as the table has them.
"""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from matplotlib.figure import Figure

from ..errors import BadInput
from ..recorded import recording
from ..world import hands
from . import bench_cell, sheet
from . import signal_figures as sf
from .probe import LSB_PER_MG, Probe

IDLE, POWER_UP, PLATE = (
    "01_idle_coldstart_10min_hx711.csv",
    "03_powerup_30s_hx711.csv",
    "04_4cell_presses_and_removals_hx711.csv",
)
STILL, KNOCKS = "15_imu_still_mpu6050.csv", "16_imu_11_knocks_mpu6050.csv"
_COUNTS_PER_G, _LSB_PER_G = 1540.32, 16384.0  # as INDEX.md states them
_REST_S, _STEP_S = (0.4, 2.6), (10.1, 11.3)  # of PLATE: at rest under its load, and its first removal
_KNOCKS_S = (0.41, 1.55, 3.80, 4.77, 5.78, 6.74, 7.72, 8.69)  # those that have 0.5 s to themselves and 1 g or more
_SECONDS, _CELLS = 600.0, 4
_WARM_S = 1.0  # conversions before this are the power-up's, not noise
_TAUS_S = (0.1, 0.3, 1.0, 3.0, 10.0)
_BAND_HZ = (20.0, 90.0)
_BUMP_NS = 0.5


class Imu(NamedTuple):
    """Rows of an accelerometer at rest (g), and of knocks: seconds, rows, and when each began."""

    rate_hz: float
    still: np.ndarray
    t_s: np.ndarray
    rows: np.ndarray
    knocks_s: tuple[float, ...]

    def envelopes(self) -> np.ndarray:
        """Return the mean of the knocks' envelopes, each as a share of its highest."""
        all_of = [sf.envelope(self.t_s, self.rows, at - 0.05) for at in self.knocks_s]
        return np.mean([e / e.max() for e in all_of], axis=0)

    def ringing_hz(self) -> float:
        """Return the median of the frequencies at which the knocks ring."""
        pieces = [self.rows[(self.t_s > at) & (self.t_s < at + 0.35)] for at in self.knocks_s]
        return float(np.median([sf.ringing_hz(p, self.rate_hz) for p in pieces]))

    def calm_s(self, share: float = 0.05) -> float:
        """Return after how long the mean envelope stays below `share` of its highest."""
        low = self.envelopes() > share
        return 0.05 * float(len(low) - np.argmax(low[::-1]))


class Measured(NamedTuple):
    """All that is compared. `slow` and `fast`: the cell at "10" and "80 SPS"."""

    idle: bench_cell.Series
    power_up: bench_cell.Series
    plate: bench_cell.Series
    plate_noise: list[float]
    real_imu: Imu
    slow: list[bench_cell.Series]
    fast: list[bench_cell.Series]
    steps: dict[str, bench_cell.Series]
    lag_ms: float
    imu: Imu


def measure(folder: Path, seed: int) -> Measured:
    """Read the recordings and run the models."""
    idle, power_up = (_cell(folder, name) for name in (IDLE, POWER_UP))
    plate = _load(folder, PLATE)
    t_s, cells = np.array(plate.t_s), np.array(plate.rows)
    rest = cells[(t_s > _REST_S[0]) & (t_s < _REST_S[1])]
    inside = (t_s > _STEP_S[0]) & (t_s < _STEP_S[1])
    return Measured(
        idle,
        power_up,
        bench_cell.Series(t_s[inside], cells[inside].sum(axis=1)),
        [sf.noise(rest[:, i], plate.rate_hz, 0.5) for i in range(cells.shape[1])],
        _real_imu(folder),
        [bench_cell.run(seed, i, _SECONDS, True) for i in range(_CELLS)],
        [bench_cell.run(seed, i, _SECONDS, False) for i in range(_CELLS)],
        {name: _step(seed, slow) for name, slow in (("slow", True), ("fast", False))},
        1000 * float(np.mean([_lag_s(seed + i, 1.0 + i * 0.0017) for i in range(12)])),
        _imu(seed),
    )


# --- the recordings


def _load(folder: Path, name: str) -> recording.Recording:
    path = folder / name
    if not path.is_file():
        raise BadInput(f"--from: {folder} holds no {name}, allowed: a folder with the recordings of INDEX.md")
    return recording.load(str(path))


def _cell(folder: Path, name: str) -> bench_cell.Series:
    read = _load(folder, name)
    return bench_cell.Series(np.array(read.t_s), np.array(read.rows)[:, 0] / _COUNTS_PER_G)


def _real_imu(folder: Path) -> Imu:
    still, knocks = _load(folder, STILL), _load(folder, KNOCKS)
    rate_hz = (len(still.rows) - 1) / (still.t_s[-1] - still.t_s[0])
    rows = np.array(knocks.rows) / _LSB_PER_G
    return Imu(rate_hz, np.array(still.rows) / _LSB_PER_G, np.array(knocks.t_s), rows, _KNOCKS_S)


# --- the simulator


def _step(seed: int, slow: bool) -> bench_cell.Series:
    """A load is taken off in no time, from cells without errors."""
    at_s, until_s = (2.0, 4.0) if slow else (1.0, 1.3)
    series = bench_cell.run(seed, 0, until_s, slow, lambda t_s: 219.0 if t_s < at_s else 0.0, noisy=False)
    return series.after(at_s - 4.5 / series.rate_hz)


def _lag_s(seed: int, at_s: float) -> float:
    """Return how long after a step half of it has come out, at the fast rate."""
    series = bench_cell.run(seed, 0, at_s + 0.2, False, lambda t_s: 0.0 if t_s < at_s else 100.0, noisy=False)
    after = series.after(at_s - 0.05)
    return float(np.interp(50.0, after.grams, after.t_s)) - at_s


def _imu(seed: int) -> Imu:
    """The chip on the table: at rest, and while the edge of the top is knocked against."""
    probe = Probe("off", seed)
    probe.table.run_for(9.0)
    still = np.array(probe.rows[-2400:]) / (1000 * LSB_PER_MG)
    start_s, before = probe.table.now_s, len(probe.rows)
    bumps = []
    for i in range(4):
        bumps.append(probe.table.now_s - start_s)
        probe.hand(hands.bump(probe.world, impulse_ns=_BUMP_NS, angle_deg=90.0 * i + 20, where="top"), 1.5)
    rows = np.array(probe.rows[before:]) / (1000 * LSB_PER_MG)
    rate_hz = len(rows) / (probe.table.now_s - start_s)
    return Imu(rate_hz, still, np.arange(len(rows)) / rate_hz, rows, tuple(bumps))


# --- the table


def table(m: Measured) -> str:
    """Return all figures as a Markdown table: recording | simulator."""
    out = ["| figure | recording | simulator |", "|---|---|---|"]
    out += [f"| {name} | {real} | {made} |" for name, real, made in [*_cell_rows(m), *_time_rows(m), *_imu_rows(m)]]
    return "\n".join(out)


def _mg(values: list[float]) -> str:
    """Return milligrams, or a range of them."""
    low, high = 1000 * min(values), 1000 * max(values)
    return f"{low:.0f}" if round(low) == round(high) else f"{low:.0f} to {high:.0f}"


def _cell_rows(m: Measured) -> list[tuple[str, str, str]]:
    """Noise and drift; the simulator's as the range of its four cells."""
    idle, power_up = m.idle, m.power_up.after(m.power_up.t_s[0] + _WARM_S)
    slow, fast = [s.after(_WARM_S) for s in m.slow], [s.after(_WARM_S) for s in m.fast]
    real = [sf.noise(s.grams, s.rate_hz) for s in (idle, power_up)]

    def made(series: list[bench_cell.Series]) -> str:
        return _mg([sf.noise(s.grams, s.rate_hz) for s in series])

    rows = [
        ("noise of a cell, 10 SPS, mg rms about the mean of 2 s", _mg(real), made(slow)),
        ("the same, 80 SPS", "none", made(fast)),
        ("the same, 50 kg cells on a plate (04), 10 SPS", _mg(m.plate_noise), "not modelled"),
        (
            "correlation of neighbouring conversions, 10 SPS",
            f"{sf.neighbours(idle.grams, idle.rate_hz):.2f}",
            f"{np.mean([sf.neighbours(s.grams, s.rate_hz) for s in slow]):.2f}",
        ),
    ]
    for tau in _TAUS_S:
        of = [[sf.allan(s.grams, s.rate_hz, tau) for s in kind] for kind in ([idle], slow, fast)]
        rows.append((f"Allan deviation over {tau:g} s, mg", _mg(of[0]), f"{_mg(of[1])}; 80 SPS: {_mg(of[2])}"))
    drift = [sf.slopes(s.t_s, s.grams) for s in (idle, *slow)]
    later = [np.concatenate([d[1:] for d in kind]) for kind in (drift[:1], drift[1:])]
    rms, most = [np.sqrt(np.mean(d**2)) for d in later], [np.abs(d).max() for d in later]
    rows.append(
        (
            "drift, slopes over a minute, g/min: rms, most",
            f"{rms[0]:.2f}, {most[0]:.2f}",
            f"{rms[1]:.2f}, {most[1]:.2f}",
        )
    )
    rows.append(
        (
            "the same, in the first minute after power-up",
            f"{drift[0][0]:+.2f}",
            " ".join(f"{d[0]:+.2f}" for d in drift[1:]),
        )
    )
    apart = [float(np.ptp(sf.wander(s.t_s, s.grams))) for s in (idle, *slow)]
    rows.append(("range of the zero in 10 min, g", f"{apart[0]:.2f}", f"{min(apart[1:]):.2f} to {max(apart[1:]):.2f}"))
    return rows


def _time_rows(m: Measured) -> list[tuple[str, str, str]]:
    """Rates, settling, steps, lag."""
    plate = m.plate
    slow, fast = [s.rate_hz for s in m.slow], [s.rate_hz for s in m.fast]
    rate = (len(plate.t_s) - 1) / float(plate.t_s[-1] - plate.t_s[0])
    first = m.power_up.grams[0] - np.median(m.power_up.grams[10:30])
    made = m.slow[0].grams[0] - np.median(m.slow[0].grams[10:30])
    return [
        ("rate, 10 SPS part", f"{rate:.2f}, {m.idle.rate_hz:.2f}", f"{min(slow):.2f} to {max(slow):.2f}"),
        ("rate, 80 SPS part", "84.3 (INDEX)", f"{min(fast):.1f} to {max(fast):.1f}"),
        (
            "after power-up: conversions further than 0.1 g off; the first one",
            f"{sf.settled(*m.power_up, 0.1)}; {first:+.2f} g",
            f"{sf.settled(*m.slow[0], 0.1)}; {made:+.0f} g of {bench_cell.LOAD_G:.0f}",
        ),
        (
            "a load taken off: conversions until within 1 %",
            f"{sf.passage(plate.grams)} (04, by hand)",
            f"{sf.passage(m.steps['slow'].grams)}; 80 SPS: {sf.passage(m.steps['fast'].grams)}",
        ),
        ("lag at 80 SPS, ms", "20 to 32 (INDEX)", f"{m.lag_ms:.0f}"),
    ]


def _imu_rows(m: Measured) -> list[tuple[str, str, str]]:
    def of(make: Any) -> tuple[str, str]:
        return make(m.real_imu), make(m.imu)

    def dense(imu: Imu) -> str:
        found = [sf.within_band(*sf.density(imu.still[:, i], imu.rate_hz), *_BAND_HZ) for i in range(3)]
        return f"{1e6 * min(found):.0f} to {1e6 * max(found):.0f}"

    return [
        ("IMU: part", "MPU6050 on a tree trunk", "LSM6DSOX on the table"),
        ("IMU: rows a second", *of(lambda i: f"{i.rate_hz:.0f}")),
        ("IMU: rms at rest, 1/1000 g", *of(lambda i: " ".join(f"{1000 * v:.1f}" for v in i.still.std(axis=0)))),
        (f"IMU: noise, {_BAND_HZ[0]:.0f} to {_BAND_HZ[1]:.0f} Hz, ug per root Hz", *of(dense)),
        ("hard knock: peak, g", *of(lambda i: f"{np.abs(i.rows - np.median(i.rows, axis=0)).max():.1f}")),
        ("hard knock: rings at, Hz", *of(lambda i: f"{i.ringing_hz():.0f}")),
        ("hard knock: below 5 % of its peak after, s", *of(lambda i: f"{i.calm_s():.2f}")),
    ]


# --- the figure


def draw(m: Measured) -> Figure:
    """Return six panels, the recording in grey and the simulator in colours."""
    figure, axes = sheet.panels((2.0, 2.0, 2.0), share_x=False, columns=2)
    figure.suptitle("The simulator beside recordings of real sensors", x=0.01, ha="left", fontsize=11)
    _draw_allan(axes[0][0], m)
    _draw_wander(axes[0][1], m)
    _draw_power_up(axes[1][0], m)
    _draw_step(axes[1][1], m)
    _draw_density(axes[2][0], m)
    _draw_knock(axes[2][1], m)
    return figure


_REAL, _SLOW, _FAST = {"color": "#555555", "lw": 2}, {"color": sheet.INK["left"]}, {"color": sheet.INK["other"]}


def _draw_allan(ax: Any, m: Measured) -> None:
    for kind, style, name in (([m.idle], _REAL, "recording 01"), (m.slow, _SLOW, "10 SPS"), (m.fast, _FAST, "80 SPS")):
        for i, whole in enumerate(kind):
            s = whole.after(whole.t_s[0] + _WARM_S)
            found = [1000 * sf.allan(s.grams, s.rate_hz, tau) for tau in sf.TAUS_S]
            ax.plot(sf.TAUS_S, found, **style, label=name if i == 0 else None)
    ax.set(title="Allan deviation of a cell", xscale="log", yscale="log", xlabel="averaged over, s", ylabel="mg")
    sheet.plain_log(ax.xaxis, (0.1, 0.3, 1, 3, 10, 30))
    sheet.plain_log(ax.yaxis, (3, 6, 10, 20, 40))
    ax.legend(loc="upper center")


def _draw_wander(ax: Any, m: Measured) -> None:
    for series, style in ((m.idle, _REAL), *((s.after(_WARM_S), _SLOW) for s in m.slow)):
        ax.plot(sf.wander(*series), **{**style, "lw": 1})
    ax.set(title="Drift: recording 01, four simulated cells", xlabel="s after power-up", ylabel="g")


def _draw_power_up(ax: Any, m: Measured) -> None:
    for series, style, name in ((m.power_up, _REAL, "recording 03"), (m.slow[0], _SLOW, "simulator")):
        level = np.median(series.grams[10:30])
        ax.plot(np.clip(series.grams[:16] - level, -1, 1), marker="o", ms=4, **style, label=name)
    ax.set(title="After power-up, cut at 1 g", xlabel="conversion", ylabel="g off")
    ax.legend(loc="lower right")


def _draw_step(ax: Any, m: Measured) -> None:
    for series, style, name in (
        (m.plate, _REAL, "recording 04, by hand"),
        (m.steps["slow"], _SLOW, "10 SPS"),
        (m.steps["fast"], _FAST, "80 SPS"),
    ):
        share = (series.grams - series.grams[-1]) / (series.grams[0] - series.grams[-1])
        first = int(np.argmax(share < 0.99))
        ax.plot(np.arange(len(share)) - first + 1, share, marker="o", ms=4, **style, label=name)
    ax.set(title="A load is taken off", xlabel="conversion", ylabel="share left", xlim=(-2, 9))
    ax.legend(loc="upper right")


def _draw_density(ax: Any, m: Measured) -> None:
    for imu, style, name in ((m.real_imu, _REAL, "recording 15"), (m.imu, _SLOW, "simulator")):
        for i in range(3):
            hz, dense = sf.density(imu.still[:, i], imu.rate_hz)
            ax.plot(hz[2:], 1e6 * dense[2:], **{**style, "lw": 0.8}, label=name if i == 0 else None)
    ax.set(title="IMU at rest, three axes", xlabel="Hz", ylabel="ug per root Hz", yscale="log")
    sheet.plain_log(ax.yaxis, (50, 100, 200, 400))
    ax.legend(loc="lower right")


def _draw_knock(ax: Any, m: Measured) -> None:
    for imu, style, name in ((m.real_imu, _REAL, "recording 16"), (m.imu, _SLOW, "simulator, 0.5 Ns on the rim")):
        found = imu.envelopes()
        ax.plot(0.05 * np.arange(len(found)), found, marker="o", ms=4, **style, label=name)
    ax.set(title="Hard knocks: envelope, mean", xlabel="s", ylabel="share of the peak", yscale="log")
    sheet.plain_log(ax.yaxis, (0.001, 0.01, 0.1, 1))
    ax.legend(loc="upper right")
