import { stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { digestOf } from "../evidence/digest.ts";
import type { Fingerprint } from "../evidence/fingerprint.ts";
import { staleness } from "../evidence/freshness.ts";
import { isTestPath } from "../kernel/repo.ts";
import { checkoutNow, type RecordedBaseline, textDigest } from "./baseline.ts";
import type { Engine } from "./engine.ts";
import { changedSinceCommit, committedText } from "./git-changes.ts";
import type { Target } from "./target.ts";
import { testText } from "./test-text.ts";

/** What was edited, as far as it can be told. */
export interface Edit {
  /** Files that changed since the failure was recorded, relative to the checkout; of none on record, since the commit. */
  files: string[];
  /**
   * The test's own function changed, or other parts of its file or a conftest of its did. Of a test that is inherited or
   * generated the function is not known.
   */
  test: "function" | "surroundings" | "untouched";
  /** Something besides tests and the configuration of pytest changed. */
  sources: boolean;
  /** What changed besides files of the checkout, each one clause. */
  environment: string[];
}

const pytestFiles = /^(?:\.?pytest\.(?:ini|toml)|tox\.ini|setup\.cfg|pyproject\.toml)$/;
/** Milliseconds: the times of files lag behind the clock by as much as a tick of the kernel. */
const tick = 20;

/** Compares the checkout with what is on record of it or, where nothing is, with git's last commit. */
export async function editSince(
  engine: Engine,
  target: Pick<Target, "nodeId" | "path">,
  recorded: RecordedBaseline | undefined,
): Promise<Edit> {
  if (!recorded) return editSinceCommit(engine, target);
  const now = await checkoutNow(engine);
  const files = new Set([...changedPython(recorded.fingerprint, now), ...changedSettings(recorded.fingerprint, now)]);
  for (const path of await otherChanges(engine, recorded.madeAt)) files.add(path);
  const same = (await textDigest(engine, target.nodeId)) === recorded.baseline.text;
  const { files: _, settings: __, ...environment } = now;
  const rest = staleness(recorded.fingerprint, {
    ...environment,
    project: recorded.fingerprint.project,
    files: recorded.fingerprint.files,
    settings: recorded.fingerprint.settings,
  });
  return { ...sorted(engine, [...files], target, same), environment: rest };
}

async function editSinceCommit(engine: Engine, target: Pick<Target, "nodeId" | "path">): Promise<Edit> {
  const files = await changedSinceCommit(engine.repo, engine.env);
  const before = files?.includes(target.path) ? await committedText(engine.repo, engine.env, target.path) : undefined;
  const text = before === undefined ? undefined : testText(before, target.nodeId);
  const same = (await textDigest(engine, target.nodeId)) === (text === undefined ? undefined : digestOf(text));
  return { ...sorted(engine, files ?? [], target, same), environment: [] };
}

function sorted(
  engine: Engine,
  files: string[],
  target: Pick<Target, "path">,
  sameText: boolean,
): Pick<Edit, "files" | "test" | "sources"> {
  const own = files.includes(target.path);
  const around = own || files.some((path) => isConftestOf(path, target.path));
  const test = own && !sameText ? "function" : around ? "surroundings" : "untouched";
  const sources = files.some(
    (path) => !isTestPath(engine.repo, join(engine.repo, path)) && !pytestFiles.test(basename(path)),
  );
  return { files: files.toSorted(), test, sources };
}

function isConftestOf(path: string, test: string): boolean {
  const folder = dirname(path);
  return basename(path) === "conftest.py" && (folder === "." || test.startsWith(`${folder}/`));
}

function changedPython(then: Fingerprint, now: Fingerprint): string[] {
  const names = new Set([...Object.keys(then.files), ...Object.keys(now.files)]);
  return [...names].filter((name) => (then.files[name] ?? "") !== (now.files[name] ?? ""));
}

function changedSettings(then: Fingerprint, now: Fingerprint): string[] {
  const names = new Set([...Object.keys(then.settings), ...Object.keys(now.settings)]);
  const files = [...names].filter((name) => !name.startsWith("$") && name !== "pytest options");
  return files.filter((name) => (then.settings[name] ?? "") !== (now.settings[name] ?? ""));
}

/** Files of other kinds, which only git tells: those that differ from the commit and were written since. */
async function otherChanges({ repo, env }: Engine, since: string): Promise<string[]> {
  const begun = Date.parse(since);
  const found: string[] = [];
  for (const path of (await changedSinceCommit(repo, env)) ?? []) {
    if (path.endsWith(".py")) continue;
    const stats = await stat(join(repo, path)).catch(() => undefined);
    if (stats && stats.mtimeMs >= begun - tick) found.push(path);
  }
  return found;
}
