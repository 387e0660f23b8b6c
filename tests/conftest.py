"""Shared by all tests: settings of property tests, the folder of test data, the order and parts of tests."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# The same examples in every run, so that a test turns red because of the change under test; `thorough` looks
# further. No deadlines: a loaded machine is not a failure.
quiet = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
settings.register_profile(
    "quick", deadline=None, derandomize=True, max_examples=50, suppress_health_check=quiet
)
settings.register_profile("thorough", deadline=None, max_examples=2000, suppress_health_check=quiet)
BROWSER = Path(__file__).parent / "browser"
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder tests/data, whose README says where each file came from."""
    return Path(__file__).parent / "data"


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--browsers` adds the same visit in every browser of this machine; `--part` is for several machines."""
    parser.addoption("--browsers", action="store_true", help="also visit the site in every browser there is")
    parser.addoption("--part", default="1/1", help="run one part of the tests, such as 2/6: every sixth test")


@pytest.hookimpl(trylast=True)  # after pytest has put tests that share a fixture together
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run browser tests last: Playwright keeps an event loop running, and other tests want their own."""
    items.sort(key=lambda item: BROWSER in item.path.parents)
    if not config.getoption("--browsers"):
        items[:] = [item for item in items if item.get_closest_marker("browsers") is None]
    part, parts = map(int, config.getoption("--part").split("/"))
    items[:] = items[part - 1 :: parts]
