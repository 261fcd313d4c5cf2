import { existsSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { digestOf } from "../evidence/digest.ts";
import { type Fingerprint, fingerprint } from "../evidence/fingerprint.ts";
import { bearsOn } from "../evidence/project-settings.ts";
import { latestEvidence, notKept, putEvidence } from "../evidence/store.ts";
import { walkPython } from "../kernel/repo.ts";
import { readTextIfThere } from "../kernel/user-files.ts";
import { splitNodeId } from "../pytest/node-id.ts";
import type { Engine } from "./engine.ts";
import { testText } from "./test-text.ts";

const kind = "baseline";
/** So long a failure counts as the same piece of work: what passed when it began is still to pass. */
const sameWorkMs = 12 * 3600 * 1000;

const outcome = z.enum(["passed", "failed", "skipped", "xfailed", "xpassed"]);

const baseline = z.object({
  nodeId: z.string(),
  status: z.enum(["failed", "order-dependent", "passed", "skipped", "not-run", "deadline"]),
  /** `signatureOf` the failure; there is none where the test did not fail. */
  signature: z.string().optional(),
  /** Of a test that passes alone: the tests, or files to import, after which it failed, in order. */
  polluters: z.array(z.string()).optional(),
  /** Digest of the test's own text, filled in here. */
  text: z.string().optional(),
  /** The tests of the suite by node id, as far as it was run; empty where it was not. */
  outcomes: z.record(z.string(), outcome),
  /** The whole suite is among `outcomes`. */
  complete: z.boolean(),
});

/** How things stood when a failure was looked at: what `check_patch` compares an edit with. */
export type Baseline = z.infer<typeof baseline>;

/** A baseline as it is read back. */
export interface RecordedBaseline {
  baseline: Baseline;
  /** Names every Python file of the project. */
  fingerprint: Fingerprint;
  /** ISO 8601. */
  madeAt: string;
}

/** The state of the whole checkout, now; taken before a test runs, since an edit may come while it does. */
export function checkoutNow({ repo, python, env, pytestArgs }: Engine): Promise<Fingerprint> {
  return fingerprint({ repo, python, env, pytestArgs, files: [...walkPython(repo)] });
}

/** The part of a checkout's state that evidence about some files depends on. */
export function dependingOn(checkout: Fingerprint, files: ReadonlySet<string>): Fingerprint {
  const named = Object.entries(checkout.files).filter(([path]) => files.has(path));
  const settings = Object.entries(checkout.settings).filter(([name]) => bearsOn(name, [...files]));
  return { ...checkout, files: Object.fromEntries(named), settings: Object.fromEntries(settings) };
}

/**
 * Keeps how things stand. What is on record of the same piece of work stays: a test that passed when it began is
 * still to pass, and the files are compared with those of its beginning.
 *
 * @param checkout as `checkoutNow` gave it
 * @param asked the node id that the caller named, where it names several tests and `now` is about one of them
 * @returns what to note: nothing, or why it could not be kept
 */
export async function recordBaseline(
  engine: Engine,
  now: Baseline,
  checkout: Fingerprint,
  asked: string = now.nodeId,
): Promise<string[]> {
  try {
    for (const nodeId of new Set([now.nodeId, asked])) await record(engine, { ...now, nodeId }, checkout);
    return [];
  } catch (error) {
    return [notKept(error)];
  }
}

async function record(engine: Engine, now: Baseline, checkout: Fingerprint): Promise<void> {
  const before = await readBaseline(engine, now.nodeId);
  const same = before !== undefined && isUnfinished(before.baseline) && ageOf(before) < sameWorkMs;
  const text = await textDigest(engine, now.nodeId);
  const body = same ? merged(engine, before.baseline, now) : { ...now, ...(text !== undefined && { text }) };
  await putEvidence(engine.state, {
    kind,
    key: now.nodeId,
    body,
    fingerprint: same ? before.fingerprint : checkout,
  });
}

/** What was last recorded about a test; undefined where nothing is. */
export async function readBaseline(engine: Engine, nodeId: string): Promise<RecordedBaseline | undefined> {
  const stored = await latestEvidence(engine.state, kind, nodeId);
  const parsed = baseline.safeParse(stored?.body);
  if (!stored || !parsed.success) return undefined;
  return { baseline: parsed.data, fingerprint: stored.fingerprint, madeAt: stored.madeAt };
}

/** What has to run before a test for it to fail, as far as is on record. */
export async function pollutersOf(engine: Engine, nodeId: string): Promise<string[]> {
  return (await readBaseline(engine, nodeId))?.baseline.polluters ?? [];
}

/** A test that passes begins a new piece of work when it next fails. */
function isUnfinished({ status }: Baseline): boolean {
  return status !== "passed";
}

function ageOf({ madeAt }: RecordedBaseline): number {
  return Date.now() - Date.parse(madeAt);
}

/** Digest of the text of a test as it is now; undefined where its file does not show it. */
export async function textDigest({ repo }: Engine, nodeId: string): Promise<string | undefined> {
  const source = await readTextIfThere(join(repo, splitNodeId(nodeId).path)).catch(() => undefined);
  const text = source === undefined ? undefined : testText(source, nodeId);
  return text === undefined ? undefined : digestOf(text);
}

/** A run in which the test passes tells of an edit, or of what did not run before it: not of how it failed. */
function merged(engine: Engine, before: Baseline, now: Baseline): Baseline {
  const failure = now.status === "passed" || now.status === "not-run" ? before : now;
  const known = stillThere(engine, before, now);
  const passed = Object.entries(known).filter(([, each]) => each === "passed");
  const { text } = before;
  return {
    ...failure,
    ...(text !== undefined && { text }),
    outcomes: { ...known, ...now.outcomes, ...Object.fromEntries(passed) },
    complete: before.complete || now.complete,
  };
}

/** What is still known of before: a file may be gone since, and one that ran whole has no other tests than those. */
function stillThere({ repo }: Engine, { outcomes }: Baseline, now: Baseline): Baseline["outcomes"] {
  // A file without any outcome may be one that could not be imported just then.
  const whole = new Set(now.complete ? Object.keys(now.outcomes).map(fileOf) : []);
  const known = Object.entries(outcomes);
  const files = new Set(known.map(([nodeId]) => fileOf(nodeId)).filter((path) => existsSync(join(repo, path))));
  return Object.fromEntries(
    known.filter(([nodeId]) => files.has(fileOf(nodeId)) && (nodeId in now.outcomes || !whole.has(fileOf(nodeId)))),
  );
}

function fileOf(nodeId: string): string {
  return splitNodeId(nodeId).path;
}
