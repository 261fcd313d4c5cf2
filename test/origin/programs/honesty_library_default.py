"""A library class of its own keeps None as an unset option: configparser's fallback is chosen by the project.
honesty: true
"""
import configparser


def load(text):
    parser = configparser.ConfigParser(allow_no_value=True)
    parser.read_string(text)  # ORIGIN: library-call
    return parser


def port(parser):
    value = parser.get("server", "port")  # ORIGIN: library-call|miss
    return value.strip()  # CRASH


def test_port():
    assert port(load("[server]\nport = 80\n")) == "80"
    assert port(load("[server]\nport\n")) == "80"
