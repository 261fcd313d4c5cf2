import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { rolldown } from "rolldown";
import { afterEach, beforeEach, expect, test } from "vitest";
import { run } from "../../src/kernel/process.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "faultline-process-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const sh = (script: string, deadline = 20_000) =>
  run({ argv: ["sh", "-c", script], cwd: folder, env: { PATH: process.env["PATH"] }, deadline });

/** Resolves once no process of this id is left (a zombie counts as gone); fails the test by its timeout otherwise. */
async function gone(pid: number): Promise<void> {
  for (;;) {
    const state = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    if (state === "" || / Z /.test(state)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test("exit code and output are told", async () => {
  expect(await sh("echo out; echo err >&2; exit 3")).toMatchObject({
    ended: "exited",
    exitCode: 3,
    stdout: "out\n",
    stderr: "err\n",
  });
});

test("a signal that ended the program is told", async () => {
  expect(await sh("kill -9 $$")).toMatchObject({ ended: "signalled", exitCode: undefined, signal: "SIGKILL" });
});

test("a program or folder that is not there is a result", async () => {
  const request = { env: {}, deadline: 1000 };
  const missing = await run({ ...request, argv: ["/nowhere/python"], cwd: folder });
  expect(missing).toMatchObject({ ended: "not-started", exitCode: undefined });
  expect(missing.reason).toContain("/nowhere/python");
  expect(await run({ ...request, argv: ["/bin/sh"], cwd: "/nowhere" })).toMatchObject({ ended: "not-started" });
});

test("nothing of the environment is inherited", async () => {
  expect((await sh("env")).stdout).not.toContain("XDG_STATE_HOME");
});

test("only the last part of a flood of output is kept", async () => {
  const request = { argv: ["sh", "-c", "yes 0123456789 | head -c 100000000; echo end"] as const, cwd: folder };
  const result = await run({
    ...request,
    argv: [...request.argv],
    env: process.env,
    deadline: 60_000,
    outputCap: 5000,
  });
  expect(result.ended).toBe("exited");
  expect(result.stdout).toHaveLength(5000);
  expect(result.stdout.endsWith("end\n")).toBe(true);
});

test("a grandchild in the group ends with the program", async () => {
  const result = await sh("sleep 60 & echo $!");
  await gone(Number(result.stdout));
  expect(result.ended).toBe("exited");
});

test("a grandchild that left the group and holds the output open does not delay the result", async () => {
  const result = await sh("setsid sh -c 'echo $$; exec sleep 60' & sleep 0.3");
  try {
    expect(result).toMatchObject({ ended: "exited", exitCode: 0 });
    const state = await readFile(`/proc/${Number(result.stdout)}/stat`, "utf8");
    expect(state).toContain("(sleep)");
  } finally {
    process.kill(Number(result.stdout), "SIGKILL");
  }
});

test("the deadline ends the whole group, also one that ignores SIGTERM", async () => {
  const result = await sh("trap '' TERM; sh -c 'trap \"\" TERM; echo $$; while :; do sleep 1; done' & wait; wait", 300);
  expect(result.ended).toBe("deadline");
  await gone(Number(result.stdout));
});

test("a cancelled run ends the group and says so", async () => {
  const controller = new AbortController();
  const running = run({
    argv: ["sh", "-c", "sleep 60"],
    cwd: folder,
    env: process.env,
    deadline: 60_000,
    signal: controller.signal,
  });
  setTimeout(() => controller.abort(), 100);
  expect((await running).ended).toBe("cancelled");
});

test("the group ends when Faultline itself is killed", async () => {
  const module = fileURLToPath(new URL("../../src/kernel/process.ts", import.meta.url));
  const bundle = await rolldown({ input: module, platform: "node" });
  await bundle.write({ file: join(folder, "process.mjs") });
  await writeFile(
    join(folder, "main.mjs"),
    `import { run } from "./process.mjs";
    await run({ argv: ["sh", "-c", "echo $$ > pid; sleep 60"], cwd: ".", env: process.env, deadline: 60000 });`,
  );
  const parent = execa(process.execPath, ["main.mjs"], { cwd: folder, reject: false });
  let pid = "";
  while (!pid.endsWith("\n") && parent.exitCode === null) {
    pid = await readFile(join(folder, "pid"), "utf8").catch(() => "");
  }
  parent.kill("SIGKILL");
  expect((await parent).stderr).toBe("");
  await gone(Number(pid));
});
