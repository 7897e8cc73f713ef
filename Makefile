PYTHON ?= python3
BIN := .venv/bin
# Sets up and says in one sentence what is wrong; see scripts/preparing.py.
PREPARE = $(PYTHON) scripts/prepare.py

.PHONY: help python play setup everything terminal test core lint tools bench soak citations screenshots clean page
help:
	@echo "make play         set up, build the page and open the table (BOCAGE_PORT=9000 make play: at another port)"
	@echo "make test         set up and check everything"
	@echo "make core         the quick core of the tests with another Python: make core PYTHON=python3.13"
	@echo "make setup        set up for playing; make everything: also for the tests"
	@echo "make terminal | page | lint | soak | bench | screenshots | citations | clean"

python:
	@command -v $(PYTHON) >/dev/null 2>&1 || { echo "Bocage needs Python 3.11 or newer, and there is no $(PYTHON) here: get it from python.org or your system, and name it if it is not the usual one, as in: make play PYTHON=python3.13"; exit 1; }

play: python
	@$(PREPARE) play || [ $$? -eq 130 ]

setup: python
	@$(PREPARE) setup

page: setup

everything: python
	@$(PREPARE) everything

terminal: setup
	@$(BIN)/bocage play roundup || [ $$? -eq 130 ]

lint: everything
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/mypy scripts/preparing.py
	@$(BIN)/lint-imports --no-logo 2>/dev/null || $(BIN)/lint-imports
	@$(PREPARE) npm run --silent check

tools:
	@scripts/test-tools.sh

test: lint tools
	@$(PREPARE) npm run --silent test
	@$(BIN)/python -m pytest -n auto --dist worksteal --ignore tests/browser
	@$(BIN)/python -m pytest -n auto --dist worksteal tests/browser

core: python
	@$(PREPARE) core

soak: everything tools
	@BOCAGE_LONG=1 $(BIN)/python -m pytest -n auto -m long

bench: everything
	@$(BIN)/bocage bench

screenshots: everything tools
	@$(BIN)/python -m tests.browser.screenshots

citations: everything
	@$(BIN)/python -m tests.cases

clean:
	rm -rf .venv build dist bocage/table/page web/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis
