PYTHON ?= python3
BIN := .venv/bin
# Sets up and says in one sentence what is wrong; see scripts/preparing.py.
PREPARE = $(PYTHON) scripts/prepare.py

.PHONY: help python play setup everything terminal test core lint quick hooks house tools bench soak citations screenshots clean page
help:
	@echo "make play         set up, build the page and open the table (BOCAGE_PORT=9000 make play: at another port)"
	@echo "make test         set up and check everything"
	@echo "make core         the quick core of the tests with another Python: make core PYTHON=python3.13"
	@echo "make setup        set up for playing; make everything: also for the tests"
	@echo "make quick        the quick checks of a contributor; make hooks: before every commit from now on"
	@echo "make terminal | page | lint | soak | bench | screenshots | house | citations | clean"

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

quick: everything
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo >/dev/null || $(BIN)/lint-imports
	@$(BIN)/python -m pytest -n auto tests/engine tests/hexes tests/parts tests/test_docs.py

hooks:
	@git config core.hooksPath scripts/hooks
	@echo "From now on 'make quick' runs before every commit; git config --unset core.hooksPath takes that back."

house: everything
	@$(BIN)/python scripts/draw_house.py
	@$(BIN)/python scripts/draw_click.py

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
