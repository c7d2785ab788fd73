# Every target sets up what it needs; only Python >= 3.11 and make must be there.
PYTHON ?= python3
BIN := .venv/bin
PORT ?= 8000

# The first start of each program leaves its compiled modules for all that follow, whatever the shell's own habit is.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test check style types more-types imports browser engine bench attack documents setup lock clean

run: setup
	$(BIN)/chabudai run $(if $(DB),--db $(DB)) --port $(PORT) --demo

test: check browser engine
	$(BIN)/python -m pytest -n 4 --dist worksteal

check: setup
	$(MAKE) --no-print-directory --jobs 2 style types more-types imports

style: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy

more-types: setup
	$(BIN)/pyright

imports: setup
	$(BIN)/lint-imports

browser: setup
	$(BIN)/python -m tests.e2e.browsers

engine: setup
	$(BIN)/python -m tests.engines

bench: setup
	$(BIN)/python -m tests.bench

attack: setup
	$(BIN)/python -m tests.attack

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
