import { existsSync } from "node:fs";
import { join } from "node:path";
import { must } from "../shell.ts";
import { answersIn } from "./audit-files.ts";
import type { Leak } from "./result.ts";
import type { Secrets } from "./secrets.ts";

/** Looks into the version control of a checkout: it may hold the commits that it is at, and nothing besides. */
export async function auditHistory(repo: string, secrets: Secrets, env: NodeJS.ProcessEnv): Promise<Leak[]> {
  const git = (...args: string[]) => must(["git", ...args], { cwd: repo, env });
  const leak = (where: string, what: string): Leak => ({ kind: "history", how: "open", where, what });
  const leaks: Leak[] = [];
  if (existsSync(join(repo, ".git", "objects", "info", "alternates")))
    leaks.push(leak(".git/objects/info/alternates", "the history of another repository"));
  for (const remote of lines(await git("remote", "-v"))) leaks.push(leak("git remote", remote.replace("\t", " ")));
  const own = new Set(lines(await git("rev-list", "--objects", "HEAD")).map((line) => line.split(" ", 1)[0] ?? ""));
  const all = lines(await git("cat-file", "--batch-all-objects", "--batch-check=%(objectname) %(objecttype)"));
  for (const [id = "", type = ""] of all.map((line) => line.split(" "))) {
    if (own.has(id)) continue;
    if (type === "commit") leaks.push(leak(`object ${id}`, "a commit besides those of HEAD"));
    if (type !== "blob") continue;
    const found = answersIn(await git("cat-file", "blob", id), secrets);
    leaks.push(...found.map(({ what }) => leak(`object ${id}`, what)));
  }
  const messages = answersIn(await git("log", "--format=%B", "HEAD"), secrets);
  return [...leaks, ...messages.map(({ what }) => leak("git log", what))];
}

function lines(text: string): string[] {
  return text.split("\n").filter((line) => line !== "");
}
