"""sys.exit in a command line tool: the exit code is not a bad value.
honesty: true
"""
import sys


def code_for(problems):
    return min(len(problems), 3)


def main(problems):
    code = code_for(problems)
    if code:
        sys.exit(code)  # CRASH
    return code


def test_main():
    assert main([]) == 0
    assert main(["a"]) == 0
