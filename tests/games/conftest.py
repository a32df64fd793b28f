"""What the tests of games are given."""

import pytest

import playsheet.api as ps


@pytest.fixture(scope="module")
def rules(request: pytest.FixtureRequest) -> ps.Rules:
    """One of `playing.EVERY`, loaded when its first test runs."""
    return request.param()
