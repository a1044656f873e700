"""First thing after power or any reset: the motor off and every output quiet, before anything can fail.

Why: pulses from PWM go on through a soft reset, and pins keep their levels. So does the watchdog: without a rest it
would reset the board in the middle of mpremote's copying, where nobody feeds it. Data in: the wiring of revision A; the
motor's pins are the same on every revision (a test holds that). Data out: pin levels; an update that was cut short is
finished; and `safe_mode`, which main.py asks for: the two run in one namespace.
"""

import machine
from machine import Pin

MOTOR_ENABLE = 40  # high: the TMC2209's outputs float
MOTOR_STEP = 48
QUIET = (MOTOR_STEP, 41, 39, 47)  # step, heartbeat, direction, buzzer: plain outputs at 0, which also ends their PWM

Pin(MOTOR_ENABLE, Pin.OUT, value=1)
for gpio in QUIET:
    Pin(gpio, Pin.OUT, value=0)

safe_mode = False
try:
    machine.freq(240_000_000)  # an image may start at 160 MHz; the cells' pulses and every figure of cost need 240
    if machine.reset_cause() == machine.SOFT_RESET:
        machine.WDT(timeout=600_000).feed()  # main.py, if it runs, sets its own
    import rescue

    rescue.finish_update()
    if machine.reset_cause() != machine.SOFT_RESET:
        safe_mode = rescue.asked()
except Exception as error:  # main.py and the prompt must be reached, whatever is damaged
    print("boot.py:", repr(error))
