"""insert puts the None in front and moves all the others."""


def queue(tickets, express):
    waiting = list(tickets)
    first = express.get("ticket")  # ORIGIN: miss
    waiting.insert(0, first)
    return waiting


def serve(waiting):
    head = waiting[0]
    return head.lower()  # CRASH


def test_serve():
    assert serve(queue(["B1"], {"ticket": "X9"})) == "x9"
    assert serve(queue(["B1", "B2"], {})) == "b1"
