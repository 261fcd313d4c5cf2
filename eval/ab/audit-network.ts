import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { FaultlineError } from "../../src/kernel/errors.ts";
import { run } from "../../src/kernel/process.ts";
import type { Leak } from "./result.ts";

/**
 * Listens on this machine outside of a session and lets a program inside try to get there, past all settings: where it
 * does, the session reaches more than its model.
 */
export async function auditNetwork(inside: {
  launcher: readonly string[];
  env: NodeJS.ProcessEnv;
  cwd: string;
}): Promise<Leak[]> {
  let reached = false;
  const canary = createServer((connection) => {
    reached = true;
    connection.destroy();
  });
  await new Promise<void>((resolve) => canary.listen(0, "127.0.0.1", resolve));
  const { port } = canary.address() as AddressInfo;
  const program = `process.stdout.write("tried"); require("node:net").connect(${port}, "127.0.0.1").on("error", () => {}).on("connect", function () { this.end(); })`;
  const argv = [...inside.launcher, process.execPath, "-e", program] as unknown as [string, ...string[]];
  const tried = await run({ argv, cwd: inside.cwd, env: inside.env, deadline: 20_000 });
  await new Promise<void>((resolve) => canary.close(() => resolve()));
  if (tried.stdout !== "tried") {
    const said = tried.stderr.trim().split("\n").at(-1) ?? "";
    throw new FaultlineError("process-failed", `nothing can be started inside of a session: ${said}`);
  }
  if (!reached) return [];
  const what = "a server outside of the session can be reached";
  return [{ kind: "network", how: "open", where: `127.0.0.1:${port}`, what }];
}
