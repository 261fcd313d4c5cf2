"""shutil.which, a library function in Python, does not find the program."""
import shutil


def tool(name):
    path = shutil.which(name)  # ORIGIN: miss|library-call
    return {"name": name, "path": path}


def command(name, *options):
    found = tool(name)
    return " ".join([found["path"]] + list(options))  # CRASH


def test_command():
    assert command("faultline-no-such-tool", "-v") == "/usr/bin/faultline-no-such-tool -v"
