PYTHON ?= python3
VENV := .venv
STAMP := $(VENV)/.installed

.PHONY: setup play test lint bench soak citations clean help
help:
	@echo "make setup | play | test | lint | bench | soak | citations"

setup: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Bocage needs Python 3.11 or newer; found $$($(PYTHON) --version). Set PYTHON=... to another one."; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "Python's venv module is missing: install python3-venv."; exit 1; }
	@echo "Installing into $(VENV) (once) ..."
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt hatchling editables
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-build-isolation -c constraints.txt -e ".[dev,maps]"
	@touch $(STAMP)

play: setup
	@$(VENV)/bin/bocage play roundup || [ $$? -eq 130 ]

lint: setup
	@$(VENV)/bin/ruff check .
	@$(VENV)/bin/ruff format --check .
	@$(VENV)/bin/mypy
	@$(VENV)/bin/lint-imports --no-logo 2>/dev/null || $(VENV)/bin/lint-imports

test: lint
	@$(VENV)/bin/python -m pytest -n auto

soak: setup
	@BOCAGE_LONG=1 $(VENV)/bin/python -m pytest -n auto -m long

bench: setup
	@$(VENV)/bin/bocage bench

citations: setup
	@$(VENV)/bin/python -m tests.cases

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
