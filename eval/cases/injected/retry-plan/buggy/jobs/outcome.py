from enum import Enum


class Outcome(Enum):
    DONE = "done"
    BUSY = "busy"
    BROKEN = "broken"
