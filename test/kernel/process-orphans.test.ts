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
  folder = await mkdtemp(join(tmpdir(), "faultline-orphans-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Resolves once no process of this id is left (a zombie counts as gone); else the test ends by its timeout. */
async function gone(pid: number): Promise<void> {
  for (;;) {
    const state = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    if (state === "" || / Z /.test(state)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test("a grandchild that left the group and holds the output open does not delay the result", async () => {
  const result = await run({
    argv: ["sh", "-c", "setsid sh -c 'echo $$; exec sleep 300' & sleep 0.3"],
    cwd: folder,
    env: { PATH: process.env["PATH"] },
    deadline: 20_000,
  });
  expect(result).toMatchObject({ ended: "exited", exitCode: 0 });
  // It is still there: nothing of ours may end what is not in our group.
  process.kill(Number(result.stdout), "SIGKILL");
});

test("the group ends when Faultline itself is killed", async () => {
  const module = fileURLToPath(new URL("../../src/kernel/process.ts", import.meta.url));
  const bundle = await rolldown({ input: module, platform: "node" });
  await bundle.write({ file: join(folder, "process.mjs"), codeSplitting: false });
  await writeFile(
    join(folder, "main.mjs"),
    `import { run } from "./process.mjs";
    await run({ argv: ["sh", "-c", "sleep 0.3; echo $$ > pid; sleep 300"], cwd: ".", env: process.env, deadline: 300000 });`,
  );
  const parent = execa(process.execPath, ["main.mjs"], { cwd: folder, reject: false });
  let pid = "";
  while (!pid.endsWith("\n") && parent.exitCode === null) {
    pid = await readFile(join(folder, "pid"), "utf8").catch(() => "");
  }
  parent.kill("SIGKILL");
  expect((await parent).stderr).toBe("");
  expect(Number(pid)).toBeGreaterThan(1);
  await gone(Number(pid));
});
