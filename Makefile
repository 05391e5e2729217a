# The commands of the project. `make` alone lists them.

PYTHON ?= python3
GAME ?=
NAME ?=
DIR ?=
ARGS ?=
JOBS ?= 2

VENV := .venv
BIN := $(VENV)/bin
# Twice quiet: pip still tells of errors, and of nothing else.
INSTALL := $(BIN)/python -m pip install --disable-pip-version-check -qq

# A stamp is newer than the pins that were installed, so pip runs only when pins change.
# Each builds on the one before it: two pips never write to one environment at once.
PLAY := $(VENV)/.installed-play
DEV := $(VENV)/.installed-dev
BENCH := $(VENV)/.installed-bench

.DEFAULT_GOAL := help
.PHONY: help play terminal services test quick lint bench docs catalogue new-game format coverage clean distclean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

play: $(PLAY) ## open the site and print its address (ARGS=... for options)
	@$(BIN)/goatherd serve $(ARGS)

terminal: $(PLAY) ## play a match in the terminal (GAME=goita, ARGS=... for options)
	@$(BIN)/goatherd play $(GAME) $(ARGS)

services: ## install chromium and PostgreSQL for the tests, where apt can
	@tools/services.sh

test: lint services ## everything that must pass: lint, types, all tests
	@HYPOTHESIS_PROFILE=thorough $(BIN)/python -m pytest -q -n $(JOBS) --dist loadgroup $(ARGS)

quick: lint ## lint, types and the tests that are not slow
	@$(BIN)/python -m pytest -q -n $(JOBS) --dist loadgroup -m "not slow" $(ARGS)

lint: $(DEV) ## lint, format check and types
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet . || { echo "Not formatted: run 'make format'."; exit 1; }
	@$(BIN)/python -m tools.readable || { echo "Lines too long: run 'make format'."; exit 1; }
	@$(BIN)/mypy

bench: $(BENCH) ## measure speed, next to other libraries
	@$(BIN)/python -m benchmarks $(ARGS)

docs: $(DEV) ## write the reference pages from the code
	@$(BIN)/python tools/reference.py $(ARGS)

catalogue: $(DEV) ## bring the translation catalogues up to date
	@$(BIN)/python tools/catalogue.py $(ARGS)

new-game: $(PLAY) ## write the skeleton of a game (NAME=my-game, DIR=... for another folder)
	@$(BIN)/python -m tools.new_game "$(NAME)" $(if $(DIR),"$(DIR)")

format: $(DEV) ## format the code and mend what lint can mend
	@$(BIN)/ruff check --fix --quiet . ; $(BIN)/ruff format .
	@$(BIN)/python -m tools.readable --fix

coverage: $(DEV) ## which lines the quick tests reach
	@$(BIN)/coverage erase
	@$(BIN)/coverage run -m pytest -q -m "not slow" $(ARGS)
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report

clean: ## remove caches and built files
	@rm -rf build dist htmlcov .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -not -path './$(VENV)/*' -prune -exec rm -rf {} +

distclean: clean ## remove the environment too
	@rm -rf $(VENV)

# --- the environment ---------------------------------------------------------

$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || { \
	  echo "There is no $(PYTHON) here: install Python 3.11 or newer, or name it: make PYTHON=..."; \
	  exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Goatherd needs Python 3.11 or newer; this is $$($(PYTHON) --version)."; \
	  echo "Name another one: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "Python cannot make an environment here: the package python3-venv is missing."; \
	  echo "On Debian or Ubuntu: sudo apt install python3-venv"; exit 1; }
	@echo "Making the environment in $(VENV)"
	@$(PYTHON) -m venv $(VENV)

$(PLAY): requirements/play.txt pyproject.toml | $(BIN)/python
	@echo "Installing Goatherd and what it needs to play (requirements/play.txt)"
	@$(INSTALL) -r requirements/play.txt
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

$(DEV): requirements/dev.txt $(PLAY)
	@echo "Installing what the tests need (requirements/dev.txt)"
	@$(INSTALL) -r requirements/dev.txt
	@touch $@

$(BENCH): requirements/bench.txt $(DEV)
	@echo "Installing the libraries to measure against (requirements/bench.txt)"
	@$(INSTALL) -r requirements/bench.txt
	@touch $@
