import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { FaultlineError } from "../kernel/errors.ts";
import { usableFolder } from "../kernel/folder.ts";

/** Where the agent leaves what it did. */
export interface AgentFolder {
  path: string;
  /** Takes it away where nothing came of the work. */
  tidy(): void;
}

const TRACE = "trace.jsonl";
/** Of the names of folders in runs/. */
const PREFIX = "agent.";

/**
 * Makes the folder of a work before anything runs; no other work can have it.
 *
 * @param named by the user; without it a new one in runs/, of which git takes no notice
 * @throws FaultlineError `bad-request` where nothing can be written there, or another trace is
 */
export function agentFolder(named: string | undefined, nodeId: string): AgentFolder {
  if (named === undefined) {
    const path = ownFolder(nodeId);
    return { path, tidy: () => isEmpty(path) && rmSync(path, { recursive: true, force: true }) };
  }
  const path = resolve(named);
  const isNew = !existsSync(path);
  usableFolder("--out", path);
  claimTrace(path);
  return {
    path,
    tidy: () => {
      if (!isEmpty(path)) return;
      rmSync(join(path, TRACE), { force: true });
      if (isNew) rmdirSync(path);
    },
  };
}

/** What works without a folder of the user's have left in a checkout, or below the current folder. */
export function earlierFolders(repo: string): string[] {
  return [resolve("runs"), join(repo, "runs")].flatMap((runs) => {
    const entries = isFolder(runs) ? readdirSync(runs, { withFileTypes: true }) : [];
    return entries.flatMap((entry) =>
      entry.isDirectory() && entry.name.startsWith(PREFIX) ? [join(runs, entry.name)] : [],
    );
  });
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Works on the same test are kept beside each other. */
function ownFolder(nodeId: string): string {
  const runs = resolve("runs");
  usableFolder("--out", runs);
  const readable = nodeId.replace(/[^A-Za-z0-9._-]+/g, "-").slice(-80);
  for (let count = 1; ; count += 1) {
    const path = join(runs, `${PREFIX}${readable}${count === 1 ? "" : `.again-${count}`}`);
    if (!made(() => mkdirSync(path))) continue;
    writeFileSync(join(path, ".gitignore"), "*\n");
    claimTrace(path);
    return path;
  }
}

function claimTrace(folder: string): void {
  if (made(() => writeFileSync(join(folder, TRACE), "", { flag: "wx" }))) return;
  throw new FaultlineError("bad-request", `${folder} holds a trace already`, { hint: "name another --out" });
}

/** False where it was there before. */
function made(make: () => void): boolean {
  try {
    make();
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

function isEmpty(folder: string): boolean {
  return statSync(join(folder, TRACE), { throwIfNoEntry: false })?.size === 0;
}
