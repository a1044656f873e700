"""The table as a whole: puts the parts together and gives each its turn in one pass of the main loop.

Why one plain function: `step(now_us)` is all that a board, a simulator or a test has to call; nothing blocks, and no
pass does more than one of the slow things, so that no conversion of the cells is missed. Data in: ports and a board
(names of pins, buses, addresses), the time. Data out: motor, display, tones, lights; `view` and `ui.targets` are what
a person can see. A part that fails becomes a fault on the display; the motor stops, the game waits and loses nothing.
"""

from array import array

from . import config
from .compat import TICKS_MASK, const, ticks_diff
from .drivers import status as st
from .drivers.buzzer import Buzzer
from .drivers.hall import Home
from .drivers.hx711 import CELLS, Cells
from .drivers.lsm6dsox import ROW, Imu
from .drivers.st7789 import Panel
from .drivers.tmc2209 import Stepper
from .drivers.touch import Glass
from .drivers.ws2812 import Lights
from .play import Play, signals
from .play.bench import Bench
from .play.health import Health
from .play.zero import Zero
from .sensing import Calibration, Sensing, Weighing
from .store import Store
from .tidy import Tidy
from .tracker import Tracker
from .ui import DREW, SENT, Ui, languages, palette
from .wobble import Wobble

CELL_PINS = ("cell_north", "cell_east", "cell_south", "cell_west")
CELL_PARTS = ("load cell north", "load cell east", "load cell south", "load cell west")
_IMU_ROWS = const(24)  # of one drain: 0.1 s
_WORK_US = const(3_500)  # a piece of drawing, the sending of a strip: taken until it is measured
_WORK_MOST_US = const(10_000)  # what takes longer was no such piece
_PIECE_US = const(2_000)  # a piece of what the tracker thinks: nearly all take less
_HOME_US = const(4_000)  # the home sensor is looked at this often: its magnet passes in some 5 ms
_FEEL_US = const(10_000)  # a finger is felt this often; while there is none, half as often
_SLOW_US = const(20_000)  # motor, play and the small parts look up this often


class App:
    """The table. Build it with the motor off; then call `step` with the ticks in us, for ever."""

    def __init__(self, ports, board, deck=None):
        """`deck`: kinds, the top card first, for scripted games. Raises nothing for a part that does not answer."""
        c = config.values(config.APP)
        self._c = c
        self._ports = ports
        self._board = board
        self._charge = ports.clock.charge
        stepper = Stepper(
            ports.pwm("motor_step"), ports.pin("motor_dir"), ports.pin("motor_enable"), ports.pin("motor_heartbeat")
        )
        self.wobble = Wobble(stepper, Home(ports.pin("motor_home")))
        self.store = Store(ports.files, ports.journal)  # may erase flash: before the cells
        self._calibration = self._load_calibration()
        self.sensing = Sensing(self._calibration)
        self.tracker = Tracker(self._calibration.cup_mass_mg)
        self.play = play = Play(self.store, self.tracker, ports.random_seed, deck)
        play.bench = Bench(
            Weighing(self.sensing), self.tracker, self.store, self._calibration, self._parts, play.referee.tell
        )
        self._counts = array("i", [0] * CELLS)
        self.imu = None
        self._rows = array("h", [0] * (ROW * _IMU_ROWS))
        self.touch = Glass(ports, board)
        panel = Panel(
            ports.spi("display"), ports.pin("display_cs"), ports.pin("display_dc"), ports.pin("display_reset"),
            ports.pwm("display_backlight"), ports.clock,
        )  # fmt: skip
        panel.init()
        self._panel = panel
        play.languages = languages.codes()
        self._language = play.settings["language"]
        self.ui = Ui(panel, self.touch, self._words())
        self.buzzer = Buzzer(ports.pwm("buzzer"))
        self.lights = Lights(ports.pixels("lights"))
        self.view = None  # what the display was last told to show
        self.revision = -1  # of that view
        self.now_ms = 0
        self._rest_us = 0  # of a millisecond
        self._last_us = ports.clock.ticks_us()
        self._home_us = self._feel_us = self._slow_us = self._imu_us = self._last_us
        self._touched_ms = self._lights_ms = self._tried_ms = 0
        self._cells_ms = self._imu_ms = 0  # when each last gave something good
        self._health = Health(c)
        self.tidy = Tidy(c)
        self._painted = None
        self._brightness = -1
        self._zero = Zero(play, self.sensing, self.store, self._calibration, c["zero_counts"])
        self._heard = False  # the tracker may have events
        self._drew = False  # the last piece of work was one of drawing
        self._read_us = self._last_us  # when the cells were read last
        self._work_us = _WORK_US
        self._worked = False  # the last pass was a longer piece of work
        self._acted = False  # the rules have had an action since
        self._rested = False  # a longer piece of work has been done since
        self._start_imu()
        for line in self.store.complaints() + [self.calibration_complaint]:
            if line:
                self.play.referee.tell(line)
        # last, for from now on every conversion counts
        self.cells = Cells(ports.pin("cell_clock"), [ports.pin(name) for name in CELL_PINS], ports)
        self._last_us = ports.clock.ticks_us()

    # --- one pass

    def step(self, now_us):
        """Do one pass; `now_us`: ticks in us (ring of 2^30). Call as often as can be, at least every 5 ms."""
        took_us = ticks_diff(now_us, self._last_us)
        self._rest_us += took_us
        self._last_us = now_us
        if self._worked and took_us < _WORK_MOST_US:  # follow at once what takes longer, slowly what takes less
            more_us = took_us - self._work_us
            self._work_us += more_us if more_us > 0 else more_us >> 5
        if self._rest_us >= 1000:
            self.now_ms += self._rest_us // 1000
            self._rest_us %= 1000
        if self.cells.ready():
            self._sample(now_us)
            self._worked = False
            return
        if ticks_diff(now_us, self._home_us) >= _HOME_US:
            self._home_us = now_us
            self.wobble.passes(now_us)
        if ticks_diff(now_us, self._slow_us) >= _SLOW_US:
            self._slow_us = now_us
            self._charge("slow")
            self._slow(now_us)
        elif ticks_diff(now_us, self._feel_us) >= _FEEL_US:
            self._feel_us = now_us
            self.ui.feel(self.now_ms & TICKS_MASK)
        elif ticks_diff(now_us, self._imu_us) >= self._c["imu_period_us"]:
            self._drain(now_us)
        elif self._may_work(now_us):
            self._worked = True
            self._work()
            return
        self._worked = False

    def _may_work(self, now_us):
        """Tell whether a longer piece of work fits in before the cells' next conversion.

        One after each conversion is always done, unless the last one may have made this conversion wait.
        """
        since_us = ticks_diff(now_us, self._read_us)
        if self._rested and since_us < 4 * self.cells.period_us:
            return since_us + self._work_us <= self.cells.period_us
        self._rested = True
        return True

    def _work(self):
        """One event for the game, else one press, else what the tracker thinks and a piece of drawing, in turn."""
        if self._heard:
            self._hear()
            return
        target = self.ui.next_press()
        if target is not None:
            self._play(self.play.press, target)
        elif self._drew and self.tracker.thinking:
            self._drew = False
            self._think()
        else:
            self._drew = True
            self._display()

    def _think(self):
        """Pieces of the tracker's look at a change, as many as fit in before the cells' next conversion."""
        self._worked = False  # this keeps to its time by itself
        self._heard = True
        while self.tracker.think():
            self._charge("thought")
            if ticks_diff(self._ports.clock.ticks_us(), self._read_us) + _PIECE_US > self.cells.period_us:
                return
        self._charge("thought")

    def _sample(self, now_us):
        """One conversion of all cells, with the motion up to now, through sensing and tracker. Allocates nothing."""
        status = self.cells.read(self._counts)
        self._read_us = now_us
        self._rested = self._worked or self._acted
        self._acted = False
        if status == st.OK:
            self._cells_ms = self.now_ms
        self._drain(now_us)
        self._charge("sample")
        if self.sensing.sample(now_us, self._counts, status):
            self._charge("tracker")
            self.tracker.step(now_us, self.sensing)
            self._heard = True

    def _hear(self):
        """One event of the tracker, for the game."""
        event = self.tracker.next_event()
        if event is None:
            self._heard = False
        else:
            self._play(self.play.event, event)

    def _play(self, what, about):
        """Let the game take an event or a press; at most one in a pass, for an action of the rules takes its time."""
        before = self.play.referee.actions
        what(about)
        for _ in range(self.play.referee.actions - before):
            self._acted = True
            self._charge("rules")

    def _drain(self, now_us):
        """Fetch what the IMU has measured."""
        self._imu_us = now_us
        imu = self.imu
        if imu is None:
            return
        n = imu.drain(self._rows, _IMU_ROWS)
        if n > 0:
            self._imu_ms = self.now_ms
            self._charge("imu")
            self.sensing.imu(self._rows, n, now_us)

    def _display(self):
        """One small piece of drawing, or one strip."""
        did = self.ui.step()
        if did == SENT:
            self._charge("strip")
        elif did == DREW:
            self._charge("screen")
        else:
            self._charge("idle")

    def _slow(self, now_us):
        """What needs no hurry: the motor's wishes, the game, the display's next view, sound and light."""
        play = self.play
        ms = self.now_ms & TICKS_MASK
        if self.cells.poll(now_us) == st.SILENT:
            self.sensing.silent(st.SILENT)
        self._play(play.step, self.now_ms)
        self._move(ms)
        if play.revision != self.revision:
            self.revision = play.revision
            self.view = play.view()
            self.ui.show(self.view)
        self._sound(ms)
        if self.now_ms - self._lights_ms >= self._c["lights_period_ms"]:
            self._lights_ms = self.now_ms
            self._look()
        self._ports.watchdog.feed()

    # --- motor, sound, light

    def _move(self, ms):
        """Let the wobble do what the game wants; a fault on the display holds it still."""
        play = self.play
        if "fault-motor" in play.dismissed:
            self.wobble.off()
        elif play.level_wanted == 0:
            if play.playing and not play.faulted:
                self.wobble.run(0)  # brings the top level once, then stands still
            else:
                self.wobble.stop()
        elif play.running:
            self.wobble.run(play.level_wanted)
        else:
            self.wobble.stop()
        self.wobble.step(ms)
        self.sensing.motor(self.wobble.speed_mrev_s)

    def _sound(self, ms):
        tone = self.play.take_tone()
        self.buzzer.silent = not self.play.settings["sound"]
        if tone != signals.NONE:
            self.buzzer.play(signals.TONES[tone])
        self.buzzer.step(ms)

    def _look(self):
        """The rim, the brightness, and once in a while the health of the parts."""
        light = self.play.light()
        if not self.play.settings["lights"]:
            light = (signals.DARK, 0, 1, 0, 0)
        if light != self._painted:
            self._painted = light
            signals.paint(self.lights, self.lights.count, *light, palette.SEAT_RGB)
            self.lights.show()
        brightness = self.play.settings["brightness"]
        if brightness != self._brightness:
            self._brightness = brightness
            self._panel.brightness(brightness)
        if self.play.settings["language"] != self._language:
            self._language = self.play.settings["language"]
            self.ui.set_words(self._words())
        self._watch()
        self.tidy.step(self.now_ms, self._calm(), self.wobble.still)

    def _calm(self):
        """Tell whether a pause of 0.1 s would be missed by nobody: no cup, no finger, no count, nothing looked at."""
        play = self.play
        if self.ui.busy or self.touch.down or play.falling or play.scene.name == "count":
            return False
        return play.by_hand or not (self.tracker.holding or self.tracker.thinking)

    def _words(self):
        """Return the words of the chosen language; where its file is gone or damaged, the log says so."""
        try:
            return languages.load(self._language)
        except (ImportError, SyntaxError, ValueError) as error:
            self.play.referee.tell("words_%s: %s" % (self._language, error))
            return languages.load(languages.DEFAULT)

    # --- health

    def _watch(self):
        """Turn what the parts say into one fault on the display, or take it away."""
        play = self.play
        if play.retry_wanted:
            play.retry_wanted = False
            self._tried_ms = self.now_ms - self._c["retry_ms"]
            self.wobble.retry()
        if self.wobble.still:  # a start in vain takes up to 0.6 s: too long without a beat
            self._start_missing()
        word, part = self._trouble()
        change = self._health.note(word, self.now_ms)
        if change == Health.BAD:
            play.fault(word, part)
        elif change == Health.WELL:
            if play.faulted:
                play.well()
            elif play.by_hand and self._sensors_well() and play.scene.name == "pass":
                play.go_by_sensors()
        self._zero.step(self.now_ms)

    def _start_missing(self):
        """Try the parts again that did not answer at the start."""
        if self.now_ms - self._tried_ms >= self._c["retry_ms"]:
            self._tried_ms = self.now_ms
            if self.imu is None:
                self._start_imu()
        if self.now_ms - self._touched_ms >= self._c["touch_retry_ms"]:
            self._touched_ms = self.now_ms
            self.touch.start()

    def _trouble(self):
        """Return (word, part) of the worst trouble that is not set aside, or ("", "")."""
        play = self.play
        late = self._c["fault_after_ms"]
        if not play.by_hand and not play.top().sees_faults:
            if self.now_ms - self._cells_ms > late:
                return self._cell_trouble()
            if self.now_ms - self._imu_ms > late:
                self.sensing.imu_fault(st.ABSENT if self.imu is None else self.imu.status)
                return "fault-imu", "motion sensor"
        if self.wobble.stalled and "fault-motor" not in play.dismissed:
            return "fault-motor", "wobble"
        if self.touch.status >= st.BUS and "fault-touch" not in play.dismissed:
            return "fault-touch", "touch screen"
        return "", ""

    def _cell_trouble(self):
        bad = [i for i in range(CELLS) if self.cells.cell_status[i] > st.SETTLING]
        if len(bad) == 1:
            return "fault-cell", CELL_PARTS[bad[0]]
        return "fault-cells", "load cells"

    def _sensors_well(self):
        late = self._c["fault_after_ms"]
        return self.now_ms - self._cells_ms <= late and self.now_ms - self._imu_ms <= late

    def _parts(self):
        """Return what the parts say of themselves, for the sensor view."""
        return {
            "cell_status": [st.name(status) for status in self.cells.cell_status],
            "temperature_cc": None if self.imu is None else self.imu.temperature_cc(),
            "hall_ms": self.wobble.turn_us() // 1000,
        }

    def _start_imu(self):
        try:
            self.imu = Imu(self._ports.i2c("imu"), self._board.IMU_ADDRESS, self._ports.clock)
        except OSError:
            self.imu = None  # _trouble() says so

    # --- calibration

    def _load_calibration(self):
        value = self.store.load_calibration()
        self.calibration_complaint = ""
        if value is not None:
            try:
                return Calibration.from_dict(value)
            except ValueError as error:
                self.calibration_complaint = str(error)
        return Calibration()
