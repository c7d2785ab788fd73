# Every target sets up what it needs; only Python >= 3.11 and make must be there.
PYTHON ?= python3
BIN := .venv/bin
PORT ?= 8000
DB ?= household.db

.PHONY: run test check browser bench documents setup lock clean

run: setup
	$(BIN)/chabudai run --db $(DB) --port $(PORT) --demo

test: check browser
	$(BIN)/python -m pytest -n 2 --dist loadgroup

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pyright
	$(BIN)/lint-imports

browser: setup
	$(BIN)/python -m tests.e2e.browsers

bench: setup
	$(BIN)/python -m tests.bench

documents: setup
	$(BIN)/python -m tests.documents

setup: .venv/ready

.venv/ready: pyproject.toml requirements.lock
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip sync --quiet --python $(BIN)/python requirements.lock
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --editable .
	touch $@

# Run after a change of the dependencies in pyproject.toml.
lock: setup
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --python-version 3.11 \
	  --all-extras --group dev pyproject.toml --output-file requirements.lock

clean:
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
