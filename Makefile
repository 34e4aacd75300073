# Two commands: `make run` shows it, `make test` checks it. Both set up what they need in .venv.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# The tests that the game's coverage is counted by. Whole tables take several times as long while every line is counted.
OF_THE_GAME := tests/audit tests/settle tests/table $(wildcard tests/test_*.py)

.PHONY: run test bench packages mutants restarts soak clean

run: $(READY)
	@$(BIN)/tablectl run --simulated

test: $(READY) packages
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -n 2 --cov --cov-report=term $(OF_THE_GAME)
	$(BIN)/pytest -n 2 --dist worksteal $(addprefix --ignore=,$(OF_THE_GAME))

bench: $(READY)
	$(BIN)/pip install --quiet --editable '.[bench]'
	$(BIN)/python -m bench

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "set-up needs Python 3.11 or later, found $(PYTHON)"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[audit,dev]'
	@touch $@

# What tests need beside Python, from Debian where it may be installed; where not, the tests say what is missing.
packages:
	@command -v systemd-analyze > /dev/null || { test "$$(id -u)" = 0 && apt-get -qq update && \
		apt-get -qq install -y --no-install-recommends systemd; } || echo "make test needs Debian's package systemd"

# Slow campaigns, each bounded by its own clock.
soak: $(READY)
	$(BIN)/python -m tests.soak --minutes 10

restarts: $(READY)
	RESTART_ONE_IN=1 $(BIN)/pytest -n 2 tests/service/test_restart_anywhere.py

mutants: $(READY)
	$(BIN)/python -m tests.mutants

clean:
	rm -rf $(VENV) .coverage .mypy_cache .pytest_cache .ruff_cache .hypothesis
