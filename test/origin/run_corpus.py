"""Runs the corpus and compares what the probe says with what the programs' marks say.

    python run_corpus.py [--python PATH]... [--check] [--json] [NAME]...

Each Python runs all programs in one pytest process. With --check the marks themselves are checked, without the probe.
Exits 1 when fewer than 95 % of the programs with a known origin are exact or any wrong origin is reported as found.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

import corpus

REQUIRED = 0.95
TIME_LIMIT = 600


def main():
    options = _parse()
    programs = corpus.load(options.names)
    results = []
    for python in options.python or [sys.executable]:
        if os.path.dirname(python):
            python = os.path.abspath(python)  # pytest runs in another folder
        version = _version(python)
        chosen = [program for program in programs if program.min_python <= version]
        if options.check:
            results.append(_check(python, version, chosen))
        else:
            results.append(_score(version, chosen, *_run_probe(python, chosen)))
    if options.json:
        print(json.dumps(results, indent=1))
    else:
        for result in results:
            _print_check(result) if options.check else _print_score(result)
    sys.exit(0 if all(result["passed"] for result in results) else 1)


def _parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="only programs whose name holds one of these texts")
    parser.add_argument("--python", action="append", metavar="PATH", help="an interpreter that has pytest; may repeat")
    parser.add_argument("--check", action="store_true", help="check the marks without the probe")
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    return parser.parse_args()


def _version(python):
    answer = subprocess.check_output([python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"])
    return tuple(int(part) for part in answer.decode().strip().split("."))


def _pytest(python, programs, plugin, path, environment):
    """Run all programs in one process; returns what pytest printed. The plugin's file is the result."""
    files = [os.path.relpath(program.test_file, corpus.PROGRAMS) for program in programs]
    command = [python, "-B", "-m", "pytest", "-p", plugin, "-p", "no:cacheprovider", "-q", "--tb=no", *files]
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "PYTHON", "COV"))}
    env.update(environment, PYTHONPATH=path, PYTEST_DISABLE_PLUGIN_AUTOLOAD="1", PYTHONDONTWRITEBYTECODE="1")
    try:
        done = subprocess.run(
            command,
            cwd=corpus.PROGRAMS,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=TIME_LIMIT,
        )
    except subprocess.TimeoutExpired as error:
        return -1, "not done after %d s\n%s" % (TIME_LIMIT, (error.stdout or b"").decode("utf-8", "replace"))
    return done.returncode, done.stdout.decode("utf-8", "replace")


def _run_probe(python, programs):
    """As Faultline does it: a light run, and a thorough one of those that it says may gain by one."""
    records, status, text = _run_once(python, programs, "trace")
    by_name = _by_program(programs, records)
    again = [program for program in programs if any(record.get("retry") for record in by_name[program.name])]
    if not again:
        return records, status, text
    more, _, _ = _run_once(python, again, "thorough")
    replaced = {program.name for program in again}
    kept = [record for program in programs if program.name not in replaced for record in by_name[program.name]]
    return kept + more, status, text


def _run_once(python, programs, mode):
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "record.jsonl")
        environment = {"FAULTLINE_PROBE_OUT": out, "FAULTLINE_PROBE_MODE": mode}
        status, text = _pytest(python, programs, "faultline_probe", corpus.PROBE, environment)
        return _records(out), status, text


def _records(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as stream:
        return [json.loads(line) for line in stream if line.strip()]


def _by_program(programs, records):
    """The records that carry a node id, by the name of their program."""
    names = {os.path.relpath(program.test_file, corpus.PROGRAMS): program.name for program in programs}
    found = {program.name: [] for program in programs}
    for record in records:
        name = names.get(record.get("nodeId", "").split("::")[0])
        if name:
            found[name].append(record)
    return found


def _score(version, programs, records, status, text):
    origins = [record for record in records if record.get("type") == "origin"]
    reports = [
        _judge(program, found, version) for program, found in _pair(programs, _by_program(programs, origins))
    ]
    known = [report for report in reports if not report["honesty"]]
    exact = [report for report in known if report["verdict"] == "exact"]
    wrong = [report for report in reports if report["verdict"] == "wrong"]
    complete = any(record.get("type") == "end" for record in records)
    return {
        "python": "%d.%d" % version,
        "total": len(reports),
        "known": len(known),
        "exact": len(exact),
        "honesty": len(reports) - len(known),
        "honestyFound": sum(report["honesty"] and report["verdict"] == "exact" for report in reports),
        "wrong": len(wrong),
        "kindMismatches": sum(bool(report.get("kindMismatch")) for report in reports),
        "badMismatches": sum(bool(report.get("badMismatch")) for report in reports),
        "passed": bool(reports) and complete and not wrong and len(exact) >= REQUIRED * len(known),
        "reports": reports,
        "output": "" if complete else "pytest ended with status %d:\n%s" % (status, text[-2000:]),
    }


def _pair(programs, by_name):
    return [(program, by_name[program.name]) for program in programs]


def _judge(program, origins, version):
    """One program's verdict: exact, wrong, partial, none or missing."""
    report = {"name": program.name, "honesty": program.honesty, "verdict": "missing"}
    if len(origins) != 1:
        report["detail"] = "%d origins recorded instead of one" % len(origins)
        return report
    origin = origins[0]
    steps = origin["steps"]
    report.update(
        status=origin["status"],
        reason=origin.get("reason", ""),
        expected=sorted("%s:%d %s" % (_short(path), line, "|".join(k)) for (path, line), k in program.origins.items()),
        chain=["%s:%d %s" % (_short(step["path"]), step["line"], step["kind"]) for step in steps],
    )
    if origin["status"] != "found":
        report["verdict"] = origin["status"]
        return report
    first = (steps[0]["path"], steps[0]["line"]) if steps else None
    last = (steps[-1]["path"], steps[-1]["line"]) if steps else None
    report["verdict"] = "exact" if first in program.origins and last == program.crash else "wrong"
    if report["verdict"] == "exact":
        if steps[0]["kind"] not in program.origins[first]:
            report["kindMismatch"] = steps[0]["kind"]
        if origin["bad"] != program.bad and not program.honesty:
            report["badMismatch"] = origin["bad"]
    return report


def _short(path):
    return os.path.relpath(path, corpus.PROGRAMS) if path.startswith(corpus.PROGRAMS) else path


def _print_score(result):
    print(
        "Python %(python)s: %(exact)d of %(known)d exact, %(wrong)d wrong; honesty %(honesty)d (%(honestyFound)d found);"
        " kind mismatches %(kindMismatches)d, bad mismatches %(badMismatches)d" % result
    )
    for report in result["reports"]:
        if report["verdict"] == "exact" or (report["honesty"] and report["verdict"] in ("partial", "none")):
            for key in ("kindMismatch", "badMismatch"):
                if key in report:
                    print("  %-8s %s: %s instead of %s" % (key, report["name"], report[key], report["expected"]))
            continue
        detail = report.get("detail") or "expected %s, chain %s %s" % (
            " or ".join(report["expected"]) or "nothing",
            " <- ".join(reversed(report["chain"])) or "(empty)",
            report["reason"],
        )
        print("  %-8s %s: %s" % (report["verdict"].upper(), report["name"], detail))
    if result["output"]:
        print(result["output"])


def _check(python, version, programs):
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "check.jsonl")
        status, text = _pytest(python, programs, "crash_check", corpus.HERE, {"CORPUS_CHECK_OUT": out})
        records = _records(out)
    ran = next((record["ran"] for record in records if "ran" in record), {})
    problems = ["two programs import %s: %s" % pair for pair in corpus.name_clashes(programs).items()]
    for program, failures in _pair(programs, _by_program(programs, records)):
        problems.extend("%s: %s" % (program.name, problem) for problem in _problems(program, failures, ran))
    if not ran:
        problems.append("pytest ended with status %d:\n%s" % (status, text[-2000:]))
    return {"python": "%d.%d" % version, "total": len(programs), "problems": problems, "passed": not problems}


def _problems(program, failures, ran):
    yield from program.mistakes
    if len(failures) != 1:
        yield "%d failures instead of one" % len(failures)
    elif program.crash and tuple(failures[0]["crash"]) != program.crash:
        yield "crashed at %s:%d, marked is line %d" % (*failures[0]["crash"], program.crash[1])
    for (path, line), kinds in program.origins.items():
        lines = corpus.statement_lines(program.sources[path], line)
        if kinds != ["never-set"] and not program.honesty and not set(ran.get(path, ())).intersection(lines):
            yield "line %d is marked ORIGIN and never ran" % line


def _print_check(result):
    print("Python %(python)s: %(total)d programs checked" % result)
    for problem in result["problems"]:
        print("  " + problem)


if __name__ == "__main__":
    main()
