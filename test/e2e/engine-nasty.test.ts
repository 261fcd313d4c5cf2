import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkPatch } from "../../src/debugging/check-patch.ts";
import type { Engine } from "../../src/debugging/engine.ts";
import { investigate } from "../../src/debugging/investigate.ts";
import { callOf, runningEngine } from "../debugging/running.ts";
import { project, shellEnv, snapshot } from "../probe/support.ts";

const shop = "def price(prices):\n    return prices['tea']\n";
const crash = "    shop.price({})\n";
const nodeId = "test_nasty.py::test_it";
/** Milliseconds for one operation; an interpreter starts three times in most of them. */
const deadline = 9_000;

// A folder for temporary files of its own: on a machine where others work, nothing else tells whose they are.
let ownTemporary: string;
const before = process.env["TMPDIR"];
beforeAll(async () => {
  ownTemporary = await mkdtemp(join(tmpdir(), "faultline-nasty-"));
  process.env["TMPDIR"] = ownTemporary;
});
afterAll(async () => {
  if (before === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = before;
  await rm(ownTemporary, { recursive: true });
});

/** Ids of the processes whose environment names this mark, or that of this checkout's engine. */
function marked(mark: string): string[] {
  return readdirSync("/proc").filter((id) => {
    try {
      return /^\d+$/.test(id) && readFileSync(`/proc/${id}/environ`, "latin1").includes(`NASTY_MARK=${mark}`);
    } catch {
      return false;
    }
  });
}

async function nasty(body: string): Promise<Engine> {
  const repo = await project({
    "shop.py": shop,
    "test_nasty.py": body,
    "test_fine.py": "import shop\n\ndef test_fine():\n    assert shop.price({'tea': 1}) == 1\n",
  });
  return runningEngine(repo, { env: shellEnv({ NASTY_MARK: repo }) });
}

/** Runs an operation and sees to it that it ended in time and left nothing behind. */
async function watched<T>(engine: Engine, operation: () => Promise<T>, left: string[] = []): Promise<T> {
  const files = await snapshot(engine.repo);
  const temporary = await readdir(ownTemporary);
  const start = performance.now();
  const answer = await operation();
  expect(performance.now() - start).toBeLessThan(deadline);
  expect(marked(engine.repo)).toEqual([]);
  expect(await readdir(ownTemporary)).toEqual(temporary);
  const now = await snapshot(engine.repo);
  expect(Object.keys(now).filter((name) => now[name] !== files[name])).toEqual(left);
  return answer;
}

const investigated = async (body: string, left?: string[]) => {
  const engine = await nasty(body);
  return watched(engine, () => investigate(engine, { nodeId }, callOf({ deadline })), left);
};

const failsAsItShould = {
  status: "failed",
  failure: { exception: { type: "KeyError" }, crash: { path: "shop.py", line: 2 } },
};

const cutOff = "the run was cut off: the deadline passed";
const hung = (line: number) =>
  `it had not ended when the time was up; after half of it, it was at test_nasty.py:${line} in test_it`;

describe("a test is investigated in time and leaves nothing behind although it", () => {
  test.each([
    ["hangs", "def test_it():\n    while True: pass\n", hung(2)],
    [
      "hangs and ignores SIGTERM",
      "import signal, time\ndef test_it():\n    signal.signal(signal.SIGTERM, signal.SIG_IGN)\n    while True: time.sleep(1)\n",
      hung(4),
    ],
    [
      "hangs while its file is imported",
      "import time\ntime.sleep(300)\ndef test_it(): pass\n",
      "the time (9 s) was up before the test had run",
    ],
    ["stops itself", "import os, signal\ndef test_it():\n    os.kill(os.getpid(), signal.SIGSTOP)\n", cutOff],
  ])("%s", async (_, body, problem) => {
    expect(await investigated(body)).toMatchObject({ status: "deadline", problem });
  });

  test.each([
    ["calls os._exit", "import os\ndef test_it():\n    os._exit(3)\n", "exit code 3"],
    [
      "kills the group that it runs in",
      "import os, signal\ndef test_it():\n    os.killpg(os.getpgrp(), signal.SIGKILL)\n",
      "it was ended by SIGKILL",
    ],
    ["crashes the interpreter", "import ctypes\ndef test_it():\n    ctypes.string_at(0)\n", "it was ended by SIGSEGV"],
  ])("%s", async (_, body, how) => {
    expect(await investigated(body)).toMatchObject({
      status: "failed",
      problem: `the test ended the interpreter: ${how}`,
    });
  });

  test("raises KeyboardInterrupt, SystemExit or a recursion without end", async () => {
    expect(await investigated("def test_it():\n    raise KeyboardInterrupt\n")).toMatchObject({
      status: "failed",
      problem: expect.stringContaining("interrupted the whole run"),
    });
    for (const [body, type] of [
      ["import sys\ndef test_it():\n    sys.exit(2)\n", "SystemExit"],
      ["def test_it():\n    test_it()\n", "RecursionError"],
    ] as const) {
      expect(await investigated(body)).toMatchObject({ status: "failed", failure: { exception: { type } } });
    }
  });

  test.each([
    [
      "forks a child that goes on",
      "import os, time, shop\ndef test_it():\n    if os.fork() == 0:\n        time.sleep(300)\n        os._exit(0)\n",
    ],
    ["forks and lets both return", "import os, shop\ndef test_it():\n    os.fork()\n"],
    [
      "starts a daemon",
      `import os, time, shop
def test_it():
    if os.fork() == 0:
        os.setsid()
        if os.fork():
            os._exit(0)
        os.closerange(0, 3)
        time.sleep(300)
`,
    ],
    [
      "starts programs in sessions of their own, which start others",
      `import subprocess, shop
def test_it():
    line = "for i in 1 2 3; do setsid sleep 300 & done; setsid sh -c 'sleep 300; true' &"
    subprocess.Popen(["sh", "-c", line], start_new_session=True).wait()
`,
    ],
    ["closes every file descriptor", "import os, shop\ndef test_it():\n    os.closerange(0, 1024)\n"],
    ["prints 100 MB", "import shop\ndef test_it():\n    for _ in range(100): print('x' * 1048576)\n"],
    [
      "writes 100 MB past pytest",
      "import os, shop\ndef test_it():\n    for _ in range(1600): os.write(2, b'x' * 65536)\n",
    ],
    [
      "deletes its working directory",
      "import os, shutil, shop\ndef test_it(tmp_path):\n    os.chdir(tmp_path)\n    shutil.rmtree(tmp_path)\n",
    ],
    [
      "deletes the temporary folder",
      "import os, shutil, shop\ndef test_it():\n    shutil.rmtree(os.environ['TMPDIR'])\n",
    ],
    ["takes 400 MB of memory", "import shop\ndef test_it():\n    kept = [bytearray(1048576) for _ in range(400)]\n"],
    [
      "starts threads that never end",
      "import threading, time, shop\ndef test_it():\n    for _ in range(20): threading.Thread(target=time.sleep, args=(300,)).start()\n",
    ],
    [
      "starts threads that are busy for ever",
      "import threading, shop\ndef spin():\n    while True: shop.price({'tea': 1})\ndef test_it():\n    threading.Thread(target=spin, daemon=True).start()\n",
    ],
    [
      "replaces the standard streams by ones that raise",
      "import sys, shop\nclass Broken:\n    def __getattr__(self, name): raise RuntimeError(name)\ndef test_it():\n    sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = Broken()\n",
    ],
    [
      "takes the rights to its temporary folder away",
      "import os, shop\ndef test_it(tmp_path):\n    (tmp_path / 'a').mkdir()\n    (tmp_path / 'a' / 'b').write_text('x')\n    os.chmod(tmp_path / 'a', 0)\n    os.chmod(tmp_path, 0)\n",
    ],
    [
      "sleeps in its teardown",
      "import pytest, time, shop\n@pytest.fixture(autouse=True)\ndef slow():\n    yield\n    time.sleep(300)\ndef test_it():\n",
    ],
  ])("%s", async (_, body) => {
    expect(await investigated(body + crash)).toMatchObject(failsAsItShould);
  });

  test("writes into the checkout: what it wrote stays, since it would without us, too", async () => {
    const answer = await investigated(`import shop\ndef test_it():\n    open('left.txt', 'w').close()\n${crash}`, [
      "left.txt",
    ]);
    expect(answer).toMatchObject(failsAsItShould);
  });
});

describe("check_patch ends in time and leaves nothing behind although", () => {
  const checked = async (body: string, files: Record<string, string> = {}) => {
    const engine = await nasty(body);
    await investigate(engine, { nodeId }, callOf({ deadline }));
    await writeFile(join(engine.repo, "shop.py"), shop.replace("['tea']", ".get('tea')"));
    for (const [name, text] of Object.entries(files)) await writeFile(join(engine.repo, name), text);
    return watched(engine, () => checkPatch(engine, { nodeId }, callOf({ deadline })));
  };

  test("the test still hangs, or ends the interpreter as before", async () => {
    const hangs = await checked("def test_it():\n    while True: pass\n");
    expect(hangs).toMatchObject({ verdict: "same-failure", summary: expect.stringContaining("did not end within") });
    const exits = await checked("import os\ndef test_it():\n    os._exit(3)\n");
    expect(exits).toMatchObject({ verdict: "same-failure" });
    expect(exits.summary).toContain("The test fails as before: the test ended the interpreter: exit code 3");
  });

  test("the test is mended, and another one starts a daemon and ends the interpreter", async () => {
    const answer = await checked(`import shop\ndef test_it():\n${crash}`, {
      "test_fine.py":
        "import os, subprocess\ndef test_fine():\n    subprocess.Popen(['sleep', '300'], start_new_session=True)\n    os._exit(7)\n",
    });
    expect(answer).toMatchObject({
      verdict: "fixed-but-broke-others",
      newlyBroken: ["test_fine.py::test_fine"],
      suite: { complete: false },
    });
    expect(answer.summary).toContain(
      "the suite did not come to its end: the run was cut off: exit code 7, in test_fine.py::test_fine",
    );
  });
});

test("nothing goes on when Faultline is killed in the middle of an investigation, and the next one clears up", async () => {
  const engine = await nasty(
    "import os, subprocess, time\ndef test_it():\n    subprocess.Popen(['sleep', '300'])\n    subprocess.Popen(['sleep', '300'], start_new_session=True)\n    open(os.environ['BEGUN'], 'w').close()\n    time.sleep(300)\n",
  );
  const folder = await mkdtemp(join(ownTemporary, "killed-"));
  const bundle = await rolldown({
    input: fileURLToPath(new URL("../../src/debugging/investigate.ts", import.meta.url)),
    platform: "node",
    resolve: { mainFields: ["module", "main"] },
  });
  await bundle.write({ dir: folder, entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs" });
  const begun = join(folder, "begun");
  const env = { ...engine.env, BEGUN: begun };
  await writeFile(
    join(folder, "main.mjs"),
    `import { investigate } from "./investigate.mjs";
await investigate(${JSON.stringify({ ...engine, env })}, { nodeId: ${JSON.stringify(nodeId)} }, { deadline: 300000, budgetTokens: 4000 });
`,
  );
  const faultline = execa(process.execPath, ["main.mjs"], { cwd: folder, reject: false });
  while (!existsSync(begun)) {
    if (faultline.exitCode !== null) expect.unreachable((await faultline).stderr);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(marked(engine.repo).length).toBe(3);
  faultline.kill("SIGKILL");
  await faultline;
  // The guard needs a moment; if it does nothing, the test ends by its own deadline.
  while (marked(engine.repo).length > 1) await new Promise((resolve) => setTimeout(resolve, 50));
  // Only the daemon, which had left the group, and the folder of the run are left.
  const left = (await readdir(ownTemporary)).filter((name) => name.startsWith("fl-"));
  expect(left).toHaveLength(1);
  await writeFile(join(engine.repo, "test_nasty.py"), "def test_it():\n    assert False\n");
  await execa(process.execPath, ["main.mjs"], { cwd: folder });
  expect(marked(engine.repo)).toEqual([]);
  expect((await readdir(ownTemporary)).filter((name) => name.startsWith("fl-"))).toEqual([]);
});
