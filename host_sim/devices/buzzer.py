"""The passive buzzer: remembers which tones were played when, and can write them as a WAV file.

Data in: PWM frequency and duty, time. Data out: `tones`, a list of (start_us, hz, length_us); `write_wav`.
"""

from __future__ import annotations

import wave
from pathlib import Path

import numpy as np

from ..clock import Clock
from .faulty import Faulty

WAV_HZ = 22_050


class Buzzer(Faulty):
    """The buzzer. Fault: "silent" (its wire is off)."""

    FAULTS = ("silent",)

    def __init__(self, clock: Clock) -> None:
        super().__init__("buzzer")
        self.tones: list[tuple[int, int, int]] = []
        self._clock = clock
        self._hz = 0
        self._since_us = 0

    @property
    def hz(self) -> int:
        """The tone that sounds now, 0 for none."""
        return self._hz

    def pwm(self, hz: int, duty: int) -> None:
        """Follow the PWM output; no duty or full duty is no tone."""
        heard = hz if 0 < duty < 65_535 and "silent" not in self.faults else 0
        if heard == self._hz:
            return
        self.close()
        self._hz, self._since_us = heard, self._clock.now_us

    def close(self) -> None:
        """End the tone that is sounding, if any, in the record."""
        now = self._clock.now_us
        if self._hz and now > self._since_us:
            self.tones.append((self._since_us, self._hz, now - self._since_us))
        self._since_us = now

    def write_wav(self, path: Path, from_us: int = 0) -> None:
        """Write the tones since `from_us` as 16-bit mono; raises OSError when the file cannot be written."""
        self.close()
        tones = [t for t in self.tones if t[0] >= from_us]
        end_us = max((t[0] + t[2] for t in tones), default=from_us)
        out = np.zeros(int((end_us - from_us) * WAV_HZ / 1e6) + WAV_HZ // 10, dtype=np.int16)
        for start_us, hz, length_us in tones:
            a = int((start_us - from_us) * WAV_HZ / 1e6)
            n = int(length_us * WAV_HZ / 1e6)
            out[a : a + n] = np.where(np.arange(n) * hz / WAV_HZ % 1 < 0.5, 6000, -6000)
        with wave.open(str(path), "wb") as w:
            w.setnchannels(1)
            w.setsampwidth(2)
            w.setframerate(WAV_HZ)
            w.writeframes(out.tobytes())
