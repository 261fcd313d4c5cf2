import { mkdir, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { Engine } from "../../src/debugging/engine.ts";
import { target } from "../../src/debugging/target.ts";
import { engineFor } from "./scene.ts";

const files = {
  "tests/test_a.py": "class TestA:\n    def test_first(self):\n        pass\n\n\ndef test_second():\n    pass\n",
  "docs/guide.rst": ">>> 1 + 1\n2\n",
  "data.bin": "x",
  "pytest.ini": "[pytest]\n",
};

let engine: Engine;
beforeEach(async () => {
  engine = await engineFor(files, "/usr/bin/python3");
});

describe("a node id of the checkout is taken", () => {
  test.each([
    ["tests/test_a.py::test_second"],
    ["tests/test_a.py::TestA::test_first"],
    ["tests/test_a.py::test_second[a::b]"],
    ["tests/test_a.py::test_second[\"'[]; $(rm) -x]"],
    ["tests/test_a.py::test_second[two\nlines]"],
    ["docs/guide.rst::guide.rst"],
  ])("%j as it is", (nodeId) => {
    expect(target(engine, nodeId)).toMatchObject({ nodeId, cwd: engine.repo, argv: [engine.python, "-m", "pytest"] });
  });

  test.each([
    ["./tests/test_a.py::test_second"],
    ["tests//test_a.py::test_second"],
    ["tests/../tests/test_a.py::test_second"],
  ])("%j under its plain name", (nodeId) => {
    expect(target(engine, nodeId).nodeId).toBe("tests/test_a.py::test_second");
  });

  test("absolute, as relative", () => {
    const found = target(engine, join(engine.repo, "tests/test_a.py::test_second"));
    expect(found).toMatchObject({
      nodeId: "tests/test_a.py::test_second",
      path: "tests/test_a.py",
      file: join(engine.repo, "tests/test_a.py"),
    });
  });

  test("absolute by way of a symlink to the checkout", async () => {
    const link = join(engine.state, "link");
    await symlink(engine.repo, link);
    expect(target(engine, `${link}/tests/test_a.py::test_second`).nodeId).toBe("tests/test_a.py::test_second");
  });
});

test("a symlink within the checkout is followed, so that node ids agree with those of pytest", async () => {
  await symlink(join(engine.repo, "tests"), join(engine.repo, "link"));
  expect(target(engine, "link/test_a.py::test_second").nodeId).toBe("tests/test_a.py::test_second");
});

describe("what names no single test of the checkout is refused in one line", () => {
  test.each([
    ["", "the node id is empty"],
    ["  ", "the node id is empty"],
    ["-x", "an option, not a node id"],
    ["--rootdir=/::test", "an option, not a node id"],
    ["tests/test_a.py::test\0x", "a null character"],
    ["tests/test_a.py\n::test_second", "a control character"],
    ["tests/test_a.py::test_\u001b[31m", "a control character"],
    ["tests/test_a.py::", "a part of it is empty"],
    ["tests/test_a.py::TestA::::x", "a part of it is empty"],
    ["tests/test_gone.py::test_second", "no such file"],
    ["tests.test_a.test_second", "a dotted name"],
    ["../outside.py::test_x", "outside of the checkout"],
    ["/etc/hostname::test_x", "outside of the checkout"],
    ["data.bin::test_x", "neither Python nor a text file"],
    ["/dev/null::test_x", "outside of the checkout"],
    ["tests", "a folder; name one test"],
    ["tests/test_a.py", "a whole file; name one test"],
    [`tests/test_a.py::${"x".repeat(5000)}`, "longer than"],
  ])("%j", (nodeId, why) => {
    const refusal = expect(() => target(engine, nodeId));
    refusal.toThrowError(expect.objectContaining({ code: "bad-request", message: expect.stringContaining(why) }));
    refusal.toThrowError(expect.objectContaining({ message: expect.not.stringContaining("\n") }));
  });

  test("a whole file with a hint at its first test", () => {
    expect(() => target(engine, "tests/test_a.py")).toThrowError(
      expect.objectContaining({ hint: "such as tests/test_a.py::TestA::test_first" }),
    );
  });

  test("a file that is a symlink to the outside", async () => {
    const outside = join(engine.state, "outside");
    await mkdir(outside);
    await writeFile(join(outside, "test_b.py"), "def test_b(): pass\n");
    await symlink(join(outside, "test_b.py"), join(engine.repo, "tests/test_b.py"));
    expect(() => target(engine, "tests/test_b.py::test_b")).toThrowError("outside of the checkout");
    await symlink(outside, join(engine.repo, "elsewhere"));
    expect(() => target(engine, "elsewhere/test_b.py::test_b")).toThrowError("outside of the checkout");
  });

  test("a file whose name pytest would not take for one", async () => {
    await writeFile(join(engine.repo, "@args.py"), "");
    await writeFile(join(engine.repo, "-x.py"), "");
    expect(() => target(engine, "@args.py::test_a")).toThrowError("cannot be given to pytest");
    expect(() => target(engine, "./-x.py::test_a")).toThrowError("cannot be given to pytest");
  });
});

describe("options of pytest", () => {
  test.each([
    [["-k", "a or b", "-m", "not slow"]],
    [["-kfoo", "-W", "error", "-p", "no:randomly"]],
    [["-o", "testpaths=tests", "--override-ini=addopts="]],
    [["-c", "pytest.ini", "--rootdir=tests"]],
    [["--runslow", "--import-mode=importlib", "--doctest-modules"]],
  ])("%j decide what runs and how: kept", (pytestArgs) => {
    expect(target({ ...engine, pytestArgs }, "tests/test_a.py::test_second").args).toEqual(pytestArgs);
  });

  test.each([
    [["--junitxml=out.xml"], "--junitxml"],
    [["-n", "4"], "-n"],
    [["--pdb"], "--pdb"],
    [["--cov"], "--cov"],
    [["--no-cov"], "--no-cov"],
    [["-x"], "-x"],
    [["--basetemp=/"], "--basetemp"],
    [["tests/test_b.py"], "no option"],
    [["--"], "no option"],
    [["@file"], "no option"],
    [["-k", "@file"], "at sign"],
    [["-k"], "wants a value"],
    [["-o", "addopts=--pdb"], "addopts"],
    [["-c", "/etc/hosts"], "nothing in the checkout"],
    [["--rootdir", tmpdir()], "nothing in the checkout"],
    [["--confcutdir=.."], "nothing in the checkout"],
  ])("%j are refused", (pytestArgs, why) => {
    expect(() => target({ ...engine, pytestArgs }, "tests/test_a.py::test_second")).toThrowError(
      expect.objectContaining({ code: "bad-request", message: expect.stringContaining(why) }),
    );
  });
});
