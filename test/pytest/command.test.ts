import { describe, expect, it } from "vitest";
import { parseTestCommand, parseTestCommands, type TestCommand } from "../../src/pytest/command.ts";

const HOME = { HOME: "/home/dev" };

function parse(line: string): TestCommand {
  const command = parseTestCommand(line, HOME);
  if (!command) throw new Error(`no test command in: ${line}`);
  return command;
}

describe("a test run is recognised", () => {
  it.each<[string, string, string[]]>([
    ["pytest", "pytest", ["pytest"]],
    ["py.test -q", "pytest", ["py.test"]],
    ["python -m pytest tests", "pytest", ["python", "-m", "pytest"]],
    ["python3 -m pytest", "pytest", ["python3", "-m", "pytest"]],
    ["python3.11 -X dev -W error -m pytest", "pytest", ["python3.11", "-X", "dev", "-W", "error", "-m", "pytest"]],
    ["python -um pytest", "pytest", ["python", "-u", "-m", "pytest"]],
    ["python -mpytest -x", "pytest", ["python", "-m", "pytest"]],
    ["/abs/.venv/bin/pytest a.py", "pytest", ["/abs/.venv/bin/pytest"]],
    ["./venv/bin/python -m pytest", "pytest", ["./venv/bin/python", "-m", "pytest"]],
    [".venv/Scripts/python.exe -m pytest", "pytest", [".venv/Scripts/python.exe", "-m", "pytest"]],
    ["uv run pytest", "pytest", ["uv", "run", "pytest"]],
    [
      "uv run --extra dev --with 'a b' pytest x.py",
      "pytest",
      ["uv", "run", "--extra", "dev", "--with", "a b", "pytest"],
    ],
    [
      "uv run --python 3.12 -- python -m pytest",
      "pytest",
      ["uv", "run", "--python", "3.12", "--", "python", "-m", "pytest"],
    ],
    ["uv run -m pytest -q", "pytest", ["uv", "run", "python", "-m", "pytest"]],
    ["uv --directory sub run pytest", "pytest", ["uv", "--directory", "sub", "run", "pytest"]],
    ["uvx pytest", "pytest", ["uvx", "pytest"]],
    ["poetry run pytest", "pytest", ["poetry", "run", "pytest"]],
    ["poetry run python -m pytest", "pytest", ["poetry", "run", "python", "-m", "pytest"]],
    ["pdm run pytest", "pytest", ["pdm", "run", "pytest"]],
    ["pipenv run pytest", "pytest", ["pipenv", "run", "pytest"]],
    ["rye run pytest", "pytest", ["rye", "run", "pytest"]],
    ["hatch run pytest", "pytest", ["hatch", "run", "pytest"]],
    [
      "conda run -n env --no-capture-output pytest",
      "pytest",
      ["conda", "run", "-n", "env", "--no-capture-output", "pytest"],
    ],
    ["hatch test -k a", "pytest", ["hatch", "test"]],
    ["tox -e py311 -- tests/test_a.py -k x", "pytest", ["tox", "-e", "py311", "--"]],
    ["nox -s tests -- -x", "pytest", ["nox", "-s", "tests", "--"]],
    ["coverage run -m pytest", "pytest", ["python", "-m", "pytest"]],
    ["/v/bin/coverage run --branch --source src -m pytest t", "pytest", ["/v/bin/python", "-m", "pytest"]],
    ["python -m coverage run -m pytest", "pytest", ["python", "-m", "pytest"]],
    ["timeout 60 pytest", "pytest", ["pytest"]],
    ["timeout -k 5 --foreground 60s uv run pytest", "pytest", ["uv", "run", "pytest"]],
    ["time pytest", "pytest", ["pytest"]],
    ["nice -n 10 pytest", "pytest", ["pytest"]],
    ["xvfb-run -a pytest", "pytest", ["xvfb-run", "-a", "pytest"]],
    ["python -m pdb -m pytest a.py", "pytest", ["python", "-m", "pytest"]],
    ["python -m unittest tests.test_a.T.test_x", "unittest", ["python", "-m", "unittest"]],
    ["python -m unittest discover -s tests", "unittest", ["python", "-m", "unittest"]],
    ["python manage.py test app.tests", "django", ["python", "manage.py", "test"]],
    ["./manage.py test", "django", ["./manage.py", "test"]],
    ["make test", "other", ["make"]],
    ["make -j4 unit-tests", "other", ["make"]],
    ["tox", "other", ["tox"]],
    ["nox", "other", ["nox"]],
    ["just test", "other", ["just"]],
    ["./run_tests.sh", "other", ["./run_tests.sh"]],
    ["python tests/test_a.py", "other", ["python", "tests/test_a.py"]],
    ["python -c 'import pytest; pytest.main([\"t\"])'", "other", ["python"]],
    ["nosetests", "other", ["nosetests"]],
  ])("%s", (line, runner, prefix) => {
    expect(parse(line)).toMatchObject({ runner, prefix });
  });
});

describe("what runs no test is left alone", () => {
  it.each([
    "pytest --version",
    "pytest -V",
    "pytest --help",
    "pytest -h",
    "pytest --collect-only -q",
    "pytest --co tests",
    "pytest --fixtures",
    "pytest --markers",
    "cat pytest.log",
    "grep FAILED out.txt",
    "grep -rn pytest .",
    'git commit -m "pytest"',
    "git commit -m 'fix; pytest now green'",
    "pip install pytest",
    "uv add --dev pytest",
    "uv pip install pytest",
    "which pytest",
    "echo pytest",
    "ls tests/test_a.py",
    "vim test_a.py",
    "python -m pip install pytest",
    "python setup.py build",
    "python script.py --pytest",
    "make build",
    "make",
    "tail -f pytest",
    "cat > run.sh <<'EOF'\npytest\nEOF",
    "cat <<-EOF\n\tpytest 'unclosed\n\tEOF",
    "# pytest",
    "",
    "   ",
    "pytest 'unclosed",
    "test -f tests/test_a.py",
    "for t in pytest; do echo $t; done",
  ])("%s", (line) => {
    expect(parseTestCommand(line)).toBeUndefined();
  });
});

describe("the shell around it", () => {
  it.each<[string, Partial<TestCommand>]>([
    ["cd sub && python -m pytest", { cwd: "sub" }],
    ["cd a/b; cd ../c && pytest", { cwd: "a/c" }],
    ["cd /repo && cd sub && pytest", { cwd: "/repo/sub" }],
    ["cd 'my dir' && pytest", { cwd: "my dir" }],
    ["cd ~/proj && pytest", { cwd: "/home/dev/proj" }],
    ["pushd sub >/dev/null && pytest", { cwd: "sub" }],
    ["(cd sub && pytest)", { cwd: "sub" }],
    ["(cd sub && ls); pytest", { cwd: "" }],
    ["cd $WHERE && pytest", { cwd: undefined, blocked: "expansion" }],
    ["cd -; pytest", { cwd: undefined, blocked: "expansion" }],
    ["source .venv/bin/activate && pytest", { venv: ".venv" }],
    [". venv/bin/activate; pytest -q", { venv: "venv" }],
    ["cd sub && . ../venv/bin/activate && pytest", { cwd: "sub", venv: "venv" }],
    ["A=1 B='x y' pytest", { env: { A: "1", B: "x y" } }],
    ["env A=1 pytest", { env: { A: "1" } }],
    ["env -u X A=1 B=2 python -m pytest", { env: { A: "1", B: "2" } }],
    ["export A=1 && pytest", { env: { A: "1" } }],
    ["A=1; pytest", { env: {} }],
    ["V=.venv/bin; $V/pytest", { prefix: [".venv/bin/pytest"], blocked: undefined }],
    ["$VIRTUAL_ENV/bin/pytest", { prefix: ["$VIRTUAL_ENV/bin/pytest"], blocked: "expansion" }],
    ['"$HOME/v/bin/pytest" a', { prefix: ["/home/dev/v/bin/pytest"], blocked: undefined }],
    ["pytest tests 2>&1 | tail -20", { targets: ["tests"] }],
    ["pytest tests > log.txt 2>&1", { targets: ["tests"] }],
    ["pytest tests &> log.txt", { targets: ["tests"] }],
    [`pytest 2>&1 | tee log; echo \${PIPESTATUS[0]}`, { targets: [] }],
    ["pytest tests || true", { targets: ["tests"] }],
    ["pytest tests; echo $?", { targets: ["tests"] }],
    ["pytest \\\n  tests/a.py \\\n  -k x", { targets: ["tests/a.py"], kept: ["-k", "x"] }],
    ["git status\npytest tests\necho done", { targets: ["tests"] }],
    [
      "bash -lc 'cd sub && A=1 pytest tests'",
      { cwd: "sub", env: { A: "1" }, targets: ["tests"], outer: [], blocked: undefined },
    ],
    ["cd x && sh -c \"pytest 'a b.py'\"", { cwd: "x", targets: ["a b.py"] }],
    ["eval 'pytest tests'", { targets: ["tests"] }],
    ["if pytest tests; then echo ok; fi", { targets: ["tests"] }],
    ["! pytest tests", { targets: ["tests"] }],
    ["cat > t.py <<'EOF'\nx = 'it' # it's\nEOF\npytest t.py", { targets: ["t.py"] }],
    [
      "pytest $(git diff --name-only | grep test_)",
      { targets: ["$(git diff --name-only | grep test_)"], blocked: undefined },
    ],
    ["pytest -k \"a or 'b'\"", { kept: ["-k", "a or 'b'"] }],
    ["pytest -k $'a\\'b'", { kept: ["-k", "a'b"] }],
    ["pytest tests/a.py::test_x[a-b]", { targets: ["tests/a.py::test_x[a-b]"] }],
    ['pytest "tests/a.py::test_x[a b]"', { targets: ["tests/a.py::test_x[a b]"] }],
    ["pytest a\\ b.py", { targets: ["a b.py"] }],
    ["pytest tests # all", { targets: ["tests"] }],
    ["sudo -u dev pytest", { prefix: ["sudo", "-u", "dev", "pytest"], blocked: "privileged" }],
    [
      "docker exec -it app pytest -q tests",
      { prefix: ["docker", "exec", "-it", "app", "pytest"], blocked: "remote", targets: ["tests"] },
    ],
    [
      "docker compose run --rm web python -m pytest x.py",
      { prefix: ["docker", "compose", "run", "--rm", "web", "python", "-m", "pytest"], blocked: "remote" },
    ],
    [
      "docker exec app bash -lc 'cd /src && pytest tests'",
      { cwd: "/src", outer: ["docker", "exec", "app", "bash", "-lc"], prefix: ["pytest"], blocked: "remote" },
    ],
    ["ssh host 'cd /src; pytest tests'", { cwd: "/src", outer: ["ssh", "host"], blocked: "remote" }],
    ["kubectl exec pod -- pytest", { blocked: "remote" }],
    ["tox -e py311 -- tests", { blocked: "indirect" }],
    ["make test", { blocked: "indirect" }],
  ])("%s", (line, expected) => {
    expect(parse(line)).toMatchObject(expected);
  });

  it("takes the last test run of a line, and pytest before anything else", () => {
    expect(parse("pytest a && pytest b").targets).toEqual(["b"]);
    expect(parse("pytest a; make test").targets).toEqual(["a"]);
    expect(parseTestCommands("pytest a && cd sub && pytest b").map((command) => command.targets)).toEqual([
      ["a"],
      ["b"],
    ]);
  });
});

describe("arguments of pytest", () => {
  it.each<[string, string[], string[], string[]]>([
    ["-xvs tests", [], ["-x", "-v", "-s"], ["tests"]],
    ["-vk expr tests", ["-k", "expr"], ["-v"], ["tests"]],
    ["-kexpr tests", ["-k", "expr"], [], ["tests"]],
    ["-n4 -n auto --dist loadscope t.py", [], ["-n", "4", "-n", "auto", "--dist", "loadscope"], ["t.py"]],
    ["-rA --tb=short --tb long a", [], ["-r", "A", "--tb=short", "--tb", "long"], ["a"]],
    [
      "-m 'not slow' -p no:cacheprovider -o a=b -c x.ini t",
      ["-m", "not slow", "-p", "no:cacheprovider", "-o", "a=b", "-c", "x.ini"],
      [],
      ["t"],
    ],
    ["-pno:randomly t", ["-p", "no:randomly"], [], ["t"]],
    [
      "--rootdir=. --import-mode importlib --confcutdir=x t",
      ["--rootdir=.", "--import-mode", "importlib", "--confcutdir=x"],
      [],
      ["t"],
    ],
    [
      "--ignore a --deselect b::c --ds app.settings t",
      ["--ignore", "a", "--deselect", "b::c", "--ds", "app.settings"],
      [],
      ["t"],
    ],
    ["--runslow tests", ["--runslow"], [], ["tests"]],
    ["--run-slow integration_x.py", ["--run-slow"], [], ["integration_x.py"]],
    ["--unknown value tests/a.py", ["--unknown", "value"], [], ["tests/a.py"]],
    ["--unknown tests/a.py", ["--unknown"], [], ["tests/a.py"]],
    ["--cov src --cov-report term-missing tests", [], ["--cov", "src", "--cov-report", "term-missing"], ["tests"]],
    ["--cov=src --cov-branch t", [], ["--cov=src", "--cov-branch"], ["t"]],
    [
      "--junitxml out.xml --html=r.html --durations 5 --color=yes t",
      [],
      ["--junitxml", "out.xml", "--html=r.html", "--durations", "5", "--color=yes"],
      ["t"],
    ],
    [
      "--lf --ff --sw --maxfail 1 --pdb --capture=no t",
      [],
      ["--lf", "--ff", "--sw", "--maxfail", "1", "--pdb", "--capture=no"],
      ["t"],
    ],
    ["-W error::DeprecationWarning t", ["-W", "error::DeprecationWarning"], [], ["t"]],
    ["-q -- -odd.py", [], ["-q"], ["-odd.py"]],
    ["--timeout 10 --reruns 2 t", [], ["--timeout", "10", "--reruns", "2"], ["t"]],
    ["--basetemp=/x --cache-clear t", [], ["--basetemp=/x", "--cache-clear"], ["t"]],
  ])("pytest %s", (args, kept, dropped, targets) => {
    expect(parse(`pytest ${args}`)).toMatchObject({ kept, dropped, targets });
  });
});
