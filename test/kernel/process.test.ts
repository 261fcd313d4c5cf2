import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { run } from "../../src/kernel/process.ts";

const env = { PATH: process.env["PATH"] };

function sh(script: string, more: Partial<Parameters<typeof run>[0]> = {}) {
  return run({ argv: ["/bin/sh", "-c", script], cwd: "/", env, deadline: 10_000, ...more });
}

/** A process that has ended but was not yet reaped by its parent counts as ended. */
function isAlive(pid: string): boolean {
  expect(pid.trim()).toMatch(/^\d+$/);
  try {
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid.trim()}/stat`, "utf8"));
  } catch {
    return false;
  }
}

describe("a child process", () => {
  test("tells its exit code and both outputs", async () => {
    expect(await sh("echo out; echo err >&2; exit 3")).toMatchObject({
      ended: "exited",
      exitCode: 3,
      stdout: "out\n",
      stderr: "err\n",
    });
  });

  test("sees the given environment and nothing else", async () => {
    process.env["FAULTLINE_TEST_SECRET"] = "s";
    expect((await sh("echo [$FAULTLINE_TEST_SECRET]")).stdout).toBe("[]\n");
  });

  test("reads the given input; without it standard input is empty", async () => {
    expect((await sh("cat", { input: "word" })).stdout).toBe("word");
    expect((await sh("cat")).stdout).toBe("");
  });

  test("that cannot start says why", async () => {
    const result = await run({ argv: ["/no/such/program"], cwd: "/", env, deadline: 1000 });
    expect(result).toMatchObject({ ended: "not-started", exitCode: undefined });
    expect(result.reason).toContain("ENOENT");
    const refused = await run({ argv: ["/bin/echo", "a\0b"], cwd: "/", env, deadline: 1000 });
    expect(refused).toMatchObject({ ended: "not-started", reason: expect.stringContaining("null bytes") });
  });

  test("that dies by a signal says which", async () => {
    expect(await sh("kill -KILL $$")).toMatchObject({ ended: "signalled", signal: "SIGKILL" });
  });

  test("that deafens itself to SIGTERM is killed after the deadline, with its children", async () => {
    const result = await sh("trap '' TERM; sh -c 'trap \"\" TERM; echo $$; exec sleep 60' & wait; sleep 60", {
      deadline: 300,
      killDelay: 200,
    });
    expect(result.ended).toBe("deadline");
    await sleep(100);
    expect(isAlive(result.stdout)).toBe(false);
  });

  test("that leaves a child behind does not make us wait, and the child is ended", async () => {
    const result = await sh("sleep 60 & echo $!");
    expect(result.ended).toBe("exited");
    await sleep(100);
    expect(isAlive(result.stdout)).toBe(false);
  });

  test("is ended when the caller cancels, even before it began", async () => {
    const controller = new AbortController();
    const running = sh("sleep 60", { signal: controller.signal });
    controller.abort();
    expect((await running).ended).toBe("cancelled");
    expect((await sh("sleep 60", { signal: controller.signal })).ended).toBe("cancelled");
  });

  test("that prints without end costs bounded memory: the last characters are kept", async () => {
    const result = await sh("yes 0123456789 | head -c 20000000; echo; echo end", { outputCap: 1000 });
    expect(result.stdout.length).toBeLessThanOrEqual(1000);
    expect(result.stdout).toMatch(/end\n?$/);
  });
});
