from transit.fare import fare
from transit.reader import read_network


def test_blanks_anywhere():
    network = read_network("stop;  North   End ; 2\nstop; South\tEnd; 5\nlink; north end; SOUTH  end; 9")
    assert fare(network, "North End", "south end") == 720
