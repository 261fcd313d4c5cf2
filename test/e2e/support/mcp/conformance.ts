import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../../../src/kernel/process.ts";
import { isThere, mustRun } from "../tools.ts";

/** What one scenario of the suite found. */
export interface ScenarioResult {
  scenario: string;
  /** In the order in which they were made; none where the suite itself could not go on. */
  checks: Check[];
  /** What the suite calls a failure, or a warning for what is only recommended; empty for a scenario that passed. */
  complaints: string[];
}

interface Check {
  id: string;
  status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  errorMessage?: string;
}

/** Runs every scenario of the conformance suite that is for servers, and reads what it wrote about each. */
export async function runConformance(node: string, suite: string, url: string): Promise<ScenarioResult[]> {
  const folder = await mkdtemp(join(tmpdir(), "conformance-"));
  const ended = await run({
    argv: [node, suite, "server", "--url", url, "--suite", "all", "--output-dir", folder],
    cwd: folder,
    env: process.env,
    deadline: 180_000,
  });
  const scenarios = await scenariosOf(node, suite);
  const written = await readdir(folder);
  return Promise.all(
    scenarios.map(async (scenario) => {
      const name = written.find((entry) => entry.startsWith(`server-${scenario}-2`));
      if (!name) throw new Error(`${scenario} did not run: ${ended.stdout}\n${ended.stderr}`);
      const file = join(folder, name, "checks.json");
      if (!(await isThere(file))) return { scenario, checks: [], complaints: ["the scenario broke off"] };
      const checks = JSON.parse(await readFile(file, "utf8")) as Check[];
      const bad = checks.filter(({ status }) => status === "FAILURE" || status === "WARNING");
      return { scenario, checks, complaints: bad.map(({ id, errorMessage }) => `${id}: ${errorMessage ?? ""}`) };
    }),
  );
}

async function scenariosOf(node: string, suite: string): Promise<string[]> {
  const list = await mustRun([node, suite, "list", "--server"]);
  return [...list.matchAll(/^ {2}- (\S+)/gm)].map((match) => match[1] ?? "");
}
