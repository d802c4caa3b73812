.PHONY: help run test test-slow check coverage bench docs format lock clean

PYTHON ?= python3
BIN := .venv/bin
LOCK := -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
    --no-annotate --no-header --upgrade

help:  ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 12

run: .venv/.run  ## the games, and one round settled by the referee
	@$(BIN)/fairdeal games
	@$(BIN)/fairdeal settle three-card-poker --dealer "Jc 9s 2h" \
	    --seat "Qs 7h 3d | ante=10 pair-plus=5 | play" \
	    --seat "6d 6c Kh | ante=10 pair-plus=10 | play"

test: .venv/.test  ## every test
	$(BIN)/pytest -n 2 --dist worksteal

test-slow: .venv/.test  ## every test, with ten times the random hands and rounds
	FAIRDEAL_TEST_SCALE=10 $(BIN)/pytest -n 2 --dist worksteal

check: .venv/.test  ## format, lint, types, layers and coverage
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(MAKE) --no-print-directory coverage

coverage: .venv/.test  ## every line of the package, with no compiler at work
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest -q -m "not exhaustive and not compiled"
	$(BIN)/coverage report

bench: .venv/.test  ## how fast the rules and the referee are
	$(BIN)/pytest benchmarks -o python_files='bench_*.py' -o python_functions='bench_*' -q \
	    -p no:randomly --benchmark-enable --benchmark-columns=min,median --benchmark-sort=name

docs: .venv/.test  ## write the generated pages of docs/reference anew
	$(BIN)/python docs/generate.py

format: .venv/.test  ## put the code into the common form
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

lock: .venv/.test  ## pin every dependency with its hash
	$(BIN)/uv pip compile $(LOCK) requirements/bootstrap.in -o requirements/bootstrap.txt
	$(BIN)/uv pip compile $(LOCK) pyproject.toml requirements/build.in -o requirements/run.txt
	$(BIN)/uv pip compile $(LOCK) pyproject.toml requirements/build.in --extra test \
	    -c requirements/run.txt -o requirements/test.txt
	! grep -nE '://' requirements/*.txt

clean:  ## remove what was installed and built
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage dist build

# uv installs several times faster than pip; where it cannot be had or fails, pip does the same
# work.  Stamps are written last, so that an interrupted install is taken up again.
export UV_SYSTEM_CERTS ?= 1
UV = VIRTUAL_ENV=.venv $(BIN)/uv pip install -q
PIP = $(BIN)/python -m pip install -q --disable-pip-version-check
EDITABLE := --no-deps --no-build-isolation -e .

.venv/.made:
	@if command -v uv >/dev/null; then uv venv -q --seed --clear --python $(PYTHON) .venv; \
	else $(PYTHON) -m venv --clear .venv; fi
	@touch $@

.venv/.uv: .venv/.made requirements/bootstrap.txt
	@if command -v uv >/dev/null; then ln -sf "$$(command -v uv)" $(BIN)/uv; \
	else $(PIP) --require-hashes -r requirements/bootstrap.txt || echo "no uv: pip will do"; fi
	@touch $@

.venv/.run .venv/.test: .venv/.%: .venv/.uv requirements/%.txt pyproject.toml
	@echo "installing what fairdeal needs to $* into .venv"
	@{ [ -x $(BIN)/uv ] && $(UV) --compile-bytecode --require-hashes -r requirements/$*.txt \
	    && $(UV) $(EDITABLE); } \
	|| { $(PIP) --require-hashes -r requirements/$*.txt && $(PIP) $(EDITABLE); }
	@touch $@

.venv/.test: .venv/.run
