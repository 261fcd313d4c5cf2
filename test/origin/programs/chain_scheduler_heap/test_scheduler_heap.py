"""Jobs wait in a heap; the one without a command is met last."""
from job_runner.runner import run_all
from job_runner.schedule import Schedule


def test_run_all():
    schedule = Schedule()
    schedule.add(3, "report", "print")
    schedule.add(1, "backup", "copy")
    assert run_all(schedule) == ["COPY", "PRINT"]
    schedule.add(2, "sync", "pull")
    schedule.add(4, "noop")
    assert run_all(schedule) == ["PULL", ""]
