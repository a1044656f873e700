# Every target sets itself up: a virtual environment in .venv, nothing installed globally.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
STAMP := $(VENV)/.ready
STUBS := micropython-esp32-esp32-generic-s3-stubs==1.29.0.post1

# The board; PORT may be left out when there is only one.
AT = $(if $(PORT),--port $(PORT))

.DEFAULT_GOAL := help
.PHONY: help setup play test test-32bit lint types bench memory cost flash deploy shell logs record image sizes wiring package clean

help:  ## this list
	@grep -hE '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 20

$(STAMP): pyproject.toml tests/oracles/requirements.txt Makefile
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; '$(PYTHON)' is $$($(PYTHON) -V 2>&1). Name another one: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check -e '.[test,board]'
	$(PY) -m pip install --quiet --disable-pip-version-check --no-deps -r tests/oracles/requirements.txt
	$(PY) -m pip install --quiet --disable-pip-version-check --no-deps --upgrade --target typings $(STUBS)
	@touch $@

setup: $(STAMP)  ## make .venv with everything pinned in pyproject.toml

play: $(STAMP)  ## the simulated table in a browser
	$(PY) -m host_sim play

test: $(STAMP)  ## lint, types and every test, on CPython and on real MicroPython
	$(VENV)/bin/ruff check .
	$(VENV)/bin/basedpyright
	$(VENV)/bin/basedpyright -p firmware
	$(PY) -m pytest

test-32bit: $(STAMP)  ## the same unit tests on MicroPython of 32 bits and single precision, as on the device (built here)
	@on=$$(tests/build_32bit.sh) && with=$$(tests/build_32bit.sh --built-in) || exit $$?; \
	  MICROPYTHON_32BIT="$$on" MICROPYTHON_32BIT_BUILT_IN="$$with" MICROPYTHON="$$on" $(PY) -m pytest tests/test_on_micropython.py tests/on_32bit tests/commands/test_cost.py

lint: $(STAMP)  ## only the linter
	$(VENV)/bin/ruff check .

types: $(STAMP)  ## only the type checker, on the simulator and on the firmware
	$(VENV)/bin/basedpyright
	$(VENV)/bin/basedpyright -p firmware

bench: $(STAMP)  ## the figures of the table over random games and scenes, each beside its target
	$(PY) -m host_sim bench

memory: $(STAMP)  ## what the firmware takes of a board's memory, read from files and as a part of the image
	@on=$$(tests/build_32bit.sh) && with=$$(tests/build_32bit.sh --built-in) || exit $$?; status=0; \
	  echo "read from files:"; $(PY) -m host_sim memory --on "$$on" || status=$$?; \
	  echo "a part of the image:"; $(PY) -m host_sim memory --on "$$with" || status=$$?; exit $$status

cost: $(STAMP)  ## instructions of a sample, a look, an action, a strip, a pass, against those recorded (wants valgrind)
	$(PY) -m host_sim cost

flash: $(STAMP)  ## MicroPython onto a new board: make flash PORT=... IMAGE=ESP32_GENERIC_S3-....bin ERASE=1
	@test -n "$(IMAGE)" || { echo "name MicroPython's image: make flash PORT=... IMAGE=ESP32_GENERIC_S3-....bin" >&2; exit 2; }
	$(PY) -m host_sim flash $(AT) --image "$(IMAGE)" $(if $(ERASE),--erase)

deploy: $(STAMP)  ## load the firmware onto a board: make deploy PORT=... (only what has changed)
	$(PY) -m host_sim deploy $(AT) $(if $(REVISION),--revision $(REVISION))

shell: $(STAMP)  ## the prompt of a board: make shell PORT=... (Ctrl-] leaves)
	$(PY) -m host_sim shell $(AT)

logs: $(STAMP)  ## what a table prints, without stopping it; CRASH=1: its last crash
	$(PY) -m host_sim logs $(AT) $(if $(CRASH),--crash)

record: $(STAMP)  ## record a real table: make record PORT=... FILE=evening.csv (until Ctrl-C)
	@test -n "$(FILE)" || { echo "name the file: make record PORT=... FILE=evening.csv" >&2; exit 2; }
	$(PY) -m host_sim record $(AT) --out "$(FILE)" $(if $(SECONDS),--seconds $(SECONDS))

image: $(STAMP)  ## build/application.img, a file system image of the application for a board
	@mkdir -p build
	$(PY) -m host_sim image --out build/application.img

sizes: $(STAMP)  ## bytes of every file of the application, compiled for the board
	$(PY) -m host_sim sizes

wiring: $(STAMP)  ## write hardware/wiring.md again from the board files
	$(PY) -m host_sim wiring

package: $(STAMP)  ## write firmware/package.json again, for mpremote mip install
	$(PY) -m host_sim package

clean:  ## remove what setup and runs have made
	rm -rf $(VENV) typings out build .pytest_cache .ruff_cache .hypothesis *.egg-info
