import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import * as z from "zod";
import { FaultlineError } from "../src/kernel/errors.ts";

const Commit = z.string().regex(/^[0-9a-f]{40}$/, "a full commit id");

const TrueOrigin = z.strictObject({
  /** Relative to the repository. */
  path: z.string(),
  /** 1-based, in the buggy version. */
  line: z.int().min(1),
  /** Last line of the statement, where it has several. */
  last: z.int().min(1).optional(),
  why: z.string(),
});

const CaseFacts = z.strictObject({
  id: z.string(),
  /** Files of the fixed version that its tests are in, or that they read; they are put into the buggy checkout. */
  testFiles: z.array(z.string()).min(1),
  /** Node ids of the tests that fail before the fix and pass after it. */
  tests: z.array(z.string()).min(1),
  /** Where the bad value of the crash is made, found by reading the code; any of these is a true origin. */
  origins: z.array(TrueOrigin).default([]),
  /** The bad value is a None. */
  none: z.boolean(),
  /**
   * The project's code raises; where not, the test (or a helper of it) fails an assertion of its own, or asks for what is
   * not there yet.
   */
  raises: z.boolean().default(true),
  /** What is particular about this bug; printed where it is missed. */
  note: z.string().optional(),
});

/** What a run of the whole suite needs to know of a project. */
const Suite = z.strictObject({
  /** Files and folders that hold what the tests test. */
  sources: z.array(z.string()).min(1),
  /** Folders or files that hold the tests. */
  tests: z.array(z.string()).min(1),
  /** Folders of the checkout that Python imports from, besides its root. */
  path: z.array(z.string()).optional(),
  /** What pip installs for the tests, besides pytest. */
  requires: z.array(z.string()),
  /** Test files that are taken away before anything is run, and why. */
  leftOut: z.array(z.strictObject({ files: z.array(z.string()).min(1), why: z.string() })),
});

export type Suite = z.infer<typeof Suite>;

const Project = z.strictObject({
  project: z.string(),
  /** What git can clone. */
  repository: z.string(),
  /** The data set that the facts come from. */
  source: z.string(),
  /** The version of Python that its bugs want, such as "3.8"; any, where not given. */
  python: z
    .string()
    .regex(/^3\.\d+$/, "a version such as 3.8")
    .optional(),
  suite: Suite.optional(),
  /** The bugs that the name of the project stands for where none are named: all, or those whose origins are known. */
  measured: z.enum(["all", "known origins"]).default("all"),
  bugs: z.array(CaseFacts.extend({ buggy: Commit, fixed: Commit })).min(1),
});

/** What is known of one bug before anything is run. */
type CaseFacts = z.infer<typeof CaseFacts>;

/** A bug of a public repository. */
export interface PublicBug extends CaseFacts {
  kind: "public";
  project: string;
  repository: string;
  buggy: string;
  fixed: string;
  /** The version of Python that it wants; undefined where any will do. */
  python: string | undefined;
  suite: Suite | undefined;
  /** Whether the name of its project stands for it, too. */
  measured: boolean;
}

const BundledFacts = CaseFacts.extend({
  /** Of an injected bug: what kind of mistake it is. */
  fault: z.string().optional(),
  /** Whether it is put into a repository large enough for Faultline to speak (see `grow`). */
  grown: z.boolean().default(false),
});

/** A bug of our own: two folders, `buggy` and `fixed`, beside its `case.json`. */
export interface BundledBug extends z.infer<typeof BundledFacts> {
  kind: "bundled";
  /** The folder that it is kept in, such as "bundled". */
  project: string;
  folder: string;
}

export type Bug = PublicBug | BundledBug;

/** The bugs of one manifest, such as `eval/cases/youtube-dl.json`. */
export async function readProject(file: string): Promise<PublicBug[]> {
  const { bugs, measured, ...facts } = check(Project, file, await readFile(file, "utf8"));
  const { project, repository, python, suite } = facts;
  return bugs.map((bug) => ({
    ...bug,
    ...{ kind: "public", project, repository, python, suite },
    measured: measured === "all" || bug.origins.length > 0,
  }));
}

/** The files that the tests of a bug are in; the rest of its test files is what tests read. */
export function testModules({ tests }: Pick<Bug, "tests">): string[] {
  return [...new Set(tests.map((test) => test.split("::", 1)[0] ?? test))];
}

/** All bundled bugs below a folder, by name. */
export async function readBundled(folder: string): Promise<BundledBug[]> {
  const names = (await readdir(folder)).sort();
  return Promise.all(names.map((name) => readCase(join(folder, name))));
}

/** A bug of our own. What it says of files has to be there, so that nothing is only missed while it is run. */
async function readCase(folder: string): Promise<BundledBug> {
  const [project, name] = [basename(dirname(folder)), basename(folder)];
  mustHave(folder, ["case.json", "buggy", "fixed"]);
  const file = join(folder, "case.json");
  const facts = check(BundledFacts, file, await readFile(file, "utf8"));
  if (facts.id !== name)
    throw new FaultlineError(
      "broken-config",
      `${project}/${name}/case.json: id: is not ${name}, as its folder is named`,
    );
  const files = [...facts.testFiles, ...testModules(facts)].map((file) => join("fixed", file));
  mustHave(folder, [...files, ...facts.origins.map(({ path }) => join("buggy", path))]);
  return { ...facts, kind: "bundled", project, folder };
}

function mustHave(folder: string, paths: readonly string[]): void {
  const missing = paths.find((path) => !existsSync(join(folder, path)));
  if (missing === undefined) return;
  throw new FaultlineError("broken-config", `${basename(dirname(folder))}/${basename(folder)} has no ${missing}`);
}

function check<T>(schema: z.ZodType<T>, file: string, text: string): T {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (cause) {
    throw new FaultlineError("broken-config", `${file} is not JSON`, { cause });
  }
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const where = `${basename(dirname(file))}/${basename(file)}`;
  throw new FaultlineError("broken-config", `${where}: ${z.prettifyError(parsed.error).replaceAll("\n", "; ")}`);
}
