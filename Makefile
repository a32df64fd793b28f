# `make check` runs what .ci/run runs, in the environment that is active now.
.PHONY: check test full fix types bench site snapshots clean

check:
	ruff format --check .
	ruff check .
	pyright
	pytest -q -n 3

test:
	pytest -q -n 3

# Whole what the tests sample otherwise: more games, edits, mutants and random texts.
full:
	pytest -q -n 2 --full

fix:
	ruff format .
	ruff check --fix .

types:
	pyright

bench:
	playsheet bench

# The documentation, in build/site.
site:
	python docs/site/build.py

# Renew, then read the diff.
snapshots:
	pytest -q --snapshot-update

clean:
	rm -rf build dist *.egg-info .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +
