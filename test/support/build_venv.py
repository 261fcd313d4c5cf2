"""Builds one virtual environment for the tests: build_venv.py FOLDER REQUIREMENT...

The lock is the kernel's, so a builder that dies leaves none behind. Progress goes to stderr.
"""

import fcntl
import json
import os
import shutil
import subprocess
import sys


def main(folder, *requirements):
    os.makedirs(os.path.dirname(folder), exist_ok=True)
    with open(folder + ".lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        wanted = {"python": sys.version, "base": sys.executable, "requirements": requirements}
        if not is_ready(folder, wanted):
            say("building %s" % os.path.basename(folder))
            build(folder, wanted)


def is_ready(folder, wanted):
    try:
        with open(os.path.join(folder, "faultline.json")) as marker:
            if json.load(marker) != json.loads(json.dumps(wanted)):
                return False
    except (OSError, ValueError):
        return False
    check = [python_of(folder), "-c", "import pytest"]
    return subprocess.call(check, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0


def build(folder, wanted):
    shutil.rmtree(folder, ignore_errors=True)
    run([sys.executable, "-I", "-m", "venv", folder])
    install = [python_of(folder), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    run(install + list(wanted["requirements"]))
    with open(os.path.join(folder, "faultline.json"), "w") as marker:
        json.dump(wanted, marker)


def python_of(folder):
    return os.path.join(folder, "bin", "python")


def run(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        say(done.stdout.decode("utf-8", "replace"))
        sys.exit("failed: %s" % " ".join(command))


def say(text):
    sys.stderr.write("test environments: %s\n" % text)
    sys.stderr.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
