"""Figures of a signal, made the same way of a recording and of the simulator: noise, drift, steps, spectra, knocks.

Data in: arrays. Data out: numbers, or arrays to draw. Nothing here knows where the signal is from.
"""

import numpy as np

TAUS_S = (0.1, 0.2, 0.3, 0.6, 1.0, 2.0, 3.0, 6.0, 10.0, 20.0, 60.0)
_SLOPE_S = 60.0


def allan(values: np.ndarray, rate_hz: float, tau_s: float) -> float:
    """Return the Allan deviation for means over `tau_s`: rms of neighbours' differences over sqrt 2; nan if too few."""
    n = max(1, round(tau_s * rate_hz))
    count = len(values) // n
    if count < 8:
        return float("nan")
    means = values[: count * n].reshape(count, n).mean(axis=1)
    return float(np.sqrt(np.mean(np.diff(means) ** 2) / 2))


def noise(values: np.ndarray, rate_hz: float, window_s: float = 2.0) -> float:
    """Return the rms about the mean of windows of `window_s`, so that drift does not count."""
    n = max(3, round(window_s * rate_hz))
    count = len(values) // n
    parts = values[: count * n].reshape(count, n)
    return float(np.sqrt(np.mean(parts.var(axis=1, ddof=1))))


def neighbours(values: np.ndarray, rate_hz: float) -> float:
    """Return the correlation of a value with the next one, drift taken out: 0 for white noise."""
    n = max(8, round(5.0 * rate_hz))
    smooth = np.convolve(np.pad(values, (n, n), "edge"), np.ones(2 * n + 1) / (2 * n + 1), "valid")
    rest = values - smooth
    return float(np.corrcoef(rest[:-1], rest[1:])[0, 1])


def slopes(t_s: np.ndarray, values: np.ndarray, window_s: float = _SLOPE_S) -> np.ndarray:
    """Return the slope over each window, a minute: fits of a straight line."""
    out = []
    at = t_s[0]
    while at + window_s <= t_s[-1]:
        inside = (t_s >= at) & (t_s < at + window_s)
        out.append(np.polyfit(t_s[inside], values[inside], 1)[0] * 60)
        at += window_s
    return np.array(out)


def wander(t_s: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Return the means over a second, less the mean of the first three."""
    seconds = (t_s - t_s[0]).astype(int)
    sums, counts = np.bincount(seconds, values), np.bincount(seconds)
    means = sums[counts > 0] / counts[counts > 0]
    return means - means[:3].mean()


def passage(values: np.ndarray, within: float = 0.01) -> int:
    """Return how many conversions a step takes: from the last one at the old level to the first one at the new."""
    old, new = np.median(values[:3]), np.median(values[-3:])
    share = (values - old) / (new - old)
    first = int(np.argmax(share > within))
    arrived = int(np.argmax([bool(np.all(np.abs(share[i:] - 1) <= within)) for i in range(len(share))]))
    return arrived - first + 1


def settled(t_s: np.ndarray, values: np.ndarray, within: float) -> int:
    """Return how many of the first conversions are further than `within` from the level of seconds 1 to 3."""
    level = np.median(values[(t_s - t_s[0] > 1) & (t_s - t_s[0] < 3)])
    return int(np.argmax(np.abs(values - level) <= within))


def density(values: np.ndarray, rate_hz: float, n: int = 512) -> tuple[np.ndarray, np.ndarray]:
    """Return (Hz, per root Hz) of a signal: mean of half-overlapping windows."""
    window = np.hanning(n)
    parts = [values[i : i + n] - values[i : i + n].mean() for i in range(0, len(values) - n + 1, n // 2)]
    power = np.mean([np.abs(np.fft.rfft(p * window)) ** 2 for p in parts], axis=0)
    return np.fft.rfftfreq(n, 1 / rate_hz), np.sqrt(2 * power / (rate_hz * np.sum(window**2)))


def within_band(hz: np.ndarray, dense: np.ndarray, low_hz: float, high_hz: float) -> float:
    """Return the rms of a density inside a band."""
    inside = (hz >= low_hz) & (hz <= high_hz)
    return float(np.sqrt(np.mean(dense[inside] ** 2)))


def envelope(t_s: np.ndarray, values: np.ndarray, at_s: float, step_s: float = 0.05, n: int = 14) -> np.ndarray:
    """Return the largest departure (any axis) from rest in each step of time after `at_s`."""
    rest = values - np.median(values, axis=0)
    size = np.abs(rest).max(axis=1)
    out = []
    for i in range(n):
        inside = (t_s >= at_s + i * step_s) & (t_s < at_s + (i + 1) * step_s)
        out.append(size[inside].max() if inside.any() else 0.0)
    return np.array(out)


def ringing_hz(values: np.ndarray, rate_hz: float, low_hz: float = 3.0) -> float:
    """Return the frequency at which a short piece of a ringing signal (all axes) is strongest, above `low_hz`."""
    n = 1024
    rest = values - values.mean(axis=0)
    power = (np.abs(np.fft.rfft(rest * np.hanning(len(rest))[:, None], n, axis=0)) ** 2).sum(axis=1)
    hz = np.fft.rfftfreq(n, 1 / rate_hz)
    power[hz < low_hz] = 0
    return float(hz[np.argmax(power)])
