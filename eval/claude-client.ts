import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "./root.ts";
import { must } from "./shell.ts";

/** The version of Claude Code that is measured unless another one is asked for. */
const CLIENT_VERSION = "2.1.332";

/**
 * The native binary of the client's npm package, installed once below this repository's own cache.
 *
 * @returns its path
 */
export async function installClient(version = CLIENT_VERSION): Promise<string> {
  const platform = `@anthropic-ai/claude-code-${process.platform}-${process.arch}`;
  const folder = join(ROOT, "node_modules", ".cache", "faultline", "claude", version);
  const binary = join(folder, "node_modules", platform, process.platform === "win32" ? "claude.exe" : "claude");
  if (existsSync(binary)) return binary;
  const half = `${folder}.${process.pid}`;
  await mkdir(half, { recursive: true });
  await writeFile(join(half, "package.json"), '{"private":true}\n');
  const install = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts"] as const;
  await must([...install, `@anthropic-ai/claude-code@${version}`], { cwd: half, env: process.env });
  await rm(folder, { recursive: true, force: true });
  await rename(half, folder);
  return binary;
}
