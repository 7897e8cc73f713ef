PYTHON ?= python3
VENV := .venv
STAMP := $(VENV)/.installed
BIN := $(VENV)/bin
PAGE := bocage/table/page/index.html
MODULES := web/node_modules/.package-lock.json
PAGE_SOURCES := $(shell find web/src web/scripts web/public web/index.html web/vite.config.ts web/tsconfig.json -type f 2>/dev/null)

.PHONY: setup page play terminal test lint tools bench soak citations screenshots clean help
help:
	@echo "make play         set up, build the page and open the table"
	@echo "make test         set up and check everything"
	@echo "make setup | page | terminal | lint | soak | bench | screenshots | citations | clean"

setup: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Bocage needs Python 3.11 or newer; found $$($(PYTHON) --version). Set PYTHON=... to another one."; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "Python's venv module is missing: install python3-venv."; exit 1; }
	@echo "Installing into $(VENV) (once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt hatchling editables
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation -c constraints.txt -e ".[dev,lab,learning,maps,postgres,ray]"
	@touch $(STAMP)

$(MODULES): web/package.json web/package-lock.json
	@command -v npm >/dev/null 2>&1 || { echo "The page is built with node 20 and npm, and npm was not found: install node (nodejs.org) and run make again."; exit 1; }
	@node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' || { echo "The page needs node 20 or newer; found $$(node --version)."; exit 1; }
	@echo "Installing what the page is built with (once) ..."
	@cd web && npm ci --no-audit --no-fund --loglevel=error >/dev/null
	@touch $(MODULES)

page: $(PAGE)

$(PAGE): $(MODULES) $(PAGE_SOURCES)
	@echo "Building the page ..."
	@cd web && npm run --silent build >build.log 2>&1 || { cat build.log; rm -f build.log; exit 1; }
	@rm -f web/build.log

play: setup page
	@$(BIN)/bocage table --open || [ $$? -eq 130 ]

terminal: setup
	@$(BIN)/bocage play roundup || [ $$? -eq 130 ]

lint: setup $(MODULES)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo 2>/dev/null || $(BIN)/lint-imports
	@cd web && npm run --silent check

tools:
	@scripts/test-tools.sh

test: lint page tools
	@cd web && npm run --silent test
	@$(BIN)/python -m pytest -n auto --dist worksteal --ignore tests/browser
	@$(BIN)/python -m pytest -n auto tests/browser

soak: setup page tools
	@BOCAGE_LONG=1 $(BIN)/python -m pytest -n auto -m long

bench: setup
	@$(BIN)/bocage bench

screenshots: setup page tools
	@$(BIN)/python -m tests.browser.screenshots

citations: setup
	@$(BIN)/python -m tests.cases

clean:
	rm -rf $(VENV) build dist bocage/table/page web/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis
