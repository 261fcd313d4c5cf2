import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clientBinary, settleClientVersion } from "./client.ts";
import { pythonEnvironment } from "./project.ts";

/** Before all: what the tests share is made once, and everything temporary of this run gets one folder. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "faultline-e2e-")));
  process.env["TMPDIR"] = folder;
  await settleClientVersion();
  await clientBinary();
  await pythonEnvironment();
  return () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
}
