"""A state machine's transition table yields None on the fourth step only."""

TRANSITIONS = {
    "idle": "ready",
    "ready": "running",
    "running": "done",
    "done": None,  # ORIGIN: literal
}


class Machine:
    def __init__(self):
        self.state = "idle"

    def step(self):
        self.state = TRANSITIONS[self.state]
        return self.state.upper()  # CRASH


def run(machine, steps):
    return [machine.step() for _ in range(steps)]


def test_run():
    assert run(Machine(), 3) == ["READY", "RUNNING", "DONE"]
    assert run(Machine(), 4)[-1] == "IDLE"
