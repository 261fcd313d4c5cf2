import { existsSync } from "node:fs";
import { cp, mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { grow } from "./grow.ts";
import type { Bug } from "./manifest.ts";
import { progress } from "./options.ts";
import { must } from "./shell.ts";

export type Side = "buggy" | "fixed";

/** Where checkouts are made and where their history comes from. */
export interface Workshop {
  /** Everything that a run makes lies below it. */
  work: string;
  /** A folder of local clones named after their projects, used in place of the network. */
  repos: string | undefined;
  env: NodeJS.ProcessEnv;
}

/**
 * A fresh checkout of one side of a bug, with the tests of the fixed side in both, under version control
 * (a repository without git would be an unusual one). Gives back its folder.
 */
export async function checkout(bug: Bug, side: Side, shop: Workshop): Promise<string> {
  const folder = join(shop.work, "checkouts", bug.project, `${bug.id}-${side}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, ".."), { recursive: true });
  const here = { cwd: folder, env: shop.env };
  if (bug.kind === "bundled") {
    await cp(join(bug.folder, side), folder, { recursive: true });
    for (const file of bug.testFiles) await cp(join(bug.folder, "fixed", file), join(folder, file));
    if (bug.grown) await grow(folder);
    await must(["git", "init", "-q"], here);
    await must(["git", "add", "--all"], here);
    return folder;
  }
  await checkoutCommit(bug, bug[side], folder, shop);
  await must(["git", "checkout", "-q", bug.fixed, "--", ...bug.testFiles], here);
  return folder;
}

/** A project in a public repository. */
export interface Repository {
  project: string;
  /** What git can clone. */
  repository: string;
}

/** A fresh checkout of one commit. */
export async function checkoutCommit(of: Repository, commit: string, folder: string, shop: Workshop): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(dirname(folder), { recursive: true });
  const history = await historyOf(of, shop);
  await must(["git", "clone", "-q", "--shared", "--no-checkout", history, folder], { cwd: shop.work, env: shop.env });
  await must(["git", "checkout", "-q", "--detach", commit], { cwd: folder, env: shop.env });
}

/**
 * What the real fix changed, in `git diff -U0` form, without changes of white space alone unless they are asked for.
 * Python files only.
 */
export async function fixDiff(bug: Bug, shop: Workshop, space: "without" | "with" = "without"): Promise<string> {
  const options = [
    "diff",
    "-U0",
    ...(space === "with" ? [] : ["-w"]),
    "--no-color",
    "--no-renames",
    "--no-ext-diff",
    "--src-prefix=a/",
    "--dst-prefix=b/",
  ];
  if (bug.kind === "public") {
    const history = await historyOf(bug, shop);
    return must(["git", ...options, bug.buggy, bug.fixed, "--", "*.py"], { cwd: history, env: shop.env });
  }
  // Between two folders git exits 1 to say that they differ, so the difference is taken from an index instead.
  const folder = await checkout(bug, "buggy", shop);
  const here = { cwd: folder, env: shop.env };
  await cp(join(bug.folder, "fixed"), folder, { recursive: true, force: true });
  const diff = await must(["git", ...options, "--", "*.py"], here);
  await rm(folder, { recursive: true, force: true });
  return diff;
}

/** A repository that holds both commits: the local clone, or one made once from the network. */
async function historyOf(of: Repository, shop: Workshop): Promise<string> {
  if (shop.repos !== undefined) {
    for (const name of [of.project, `${of.project}.git`]) {
      if (existsSync(join(shop.repos, name))) return join(shop.repos, name);
    }
  }
  const kept = join(shop.work, "repos", `${of.project}.git`);
  if (!existsSync(kept)) {
    const where = shop.repos === undefined ? "" : `${shop.repos} has no clone of ${of.project}: `;
    progress(`${where}cloning ${of.repository}`);
    await mkdir(join(kept, ".."), { recursive: true });
    const half = `${kept}.part`;
    await rm(half, { recursive: true, force: true });
    await must(["git", "clone", "-q", "--bare", of.repository, half], { cwd: shop.work, env: shop.env });
    await must(["mv", half, kept], { cwd: shop.work, env: shop.env });
  }
  return kept;
}
