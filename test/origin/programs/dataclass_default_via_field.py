"""field(default=None) in a dataclass."""
from dataclasses import dataclass, field
from typing import List, Optional


@dataclass
class Job:
    name: str
    tags: List[str] = field(default_factory=list)
    command: Optional[str] = field(default=None, repr=False)  # ORIGIN: dataclass-default


def words(jobs):
    return [job.command.split() for job in jobs]  # CRASH


def test_words():
    assert words([Job("a", command="ls -l")]) == [["ls", "-l"]]
    assert words([Job("a", ["x"])]) == [[]]
