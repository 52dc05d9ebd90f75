"""Progress of a test run."""

import time
from typing import Any

import pytest


class Told:
    """`--told`: a line every few seconds, in the main process."""

    EVERY = 10.0  # seconds

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.began = self.last = time.monotonic()
        self.total = self.done = self.failed = 0

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.total = self.total or len(session.items)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        self.total, self.began = len(ids), time.monotonic()

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_teststatus(self, report: pytest.TestReport) -> tuple[str, str, str] | None:
        """No letter for a passed test."""
        if report.failed or hasattr(report, "wasxfail"):
            return None
        return (report.outcome if report.when == "call" or report.skipped else "", "", report.outcome.upper())

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed += report.failed
        self.done += report.when == "teardown"
        now = time.monotonic()
        if now - self.last >= self.EVERY and report.when == "teardown":
            self.last = now
            reporter: Any = self.config.pluginmanager.get_plugin("terminalreporter")
            reporter.write_line(self.line(now - self.began))

    def line(self, seconds: float) -> str:
        left = seconds / self.done * (self.total - self.done)
        failed = f", {self.failed} failed" if self.failed else ""
        return f"    {self.done:,} of {self.total:,} tests{failed}; {clock(seconds)} so far, some {clock(left)} to go"


def clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
