import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { FaultlineError } from "../kernel/errors.ts";
import { makeFolder } from "../kernel/files.ts";
import { redact, redactAll } from "../kernel/redact.ts";
import type { Fingerprint } from "./fingerprint.ts";
import { pruneNowAndThen } from "./prune.ts";

/** Something that was measured. */
export interface NewEvidence {
  /** Such as "investigation", or "investigation: suspects". */
  kind: string;
  /** What it is about, such as a node id. */
  key: string;
  /** Anything that JSON can hold. */
  body: unknown;
  fingerprint: Fingerprint;
}

/** Evidence as it is read back. */
export interface Stored extends NewEvidence {
  handle: string;
  /** ISO 8601. */
  madeAt: string;
}

const digests = z.record(z.string(), z.string());

const storedFile = z.object({
  schema: z.literal(1),
  kind: z.string(),
  key: z.string(),
  madeAt: z.iso.datetime(),
  fingerprint: z.object({
    files: digests,
    project: z.object({ files: z.int(), digest: z.string() }),
    dependencies: digests,
    locks: digests,
    interpreter: z.object({ path: z.string(), version: z.string(), modified: z.number() }),
    settings: digests,
  }),
  body: z.unknown(),
});

const pointerFile = z.object({ handle: z.string() });

const handlePattern = /^ev_[0-9a-f]{12}$/;

/** Whether a text has the form of a handle. */
export function isHandle(text: string): boolean {
  return handlePattern.test(text);
}

/** The handle that evidence gets: the same for the same kind, key and body. */
export function handleOf(evidence: Pick<NewEvidence, "kind" | "key" | "body">): string {
  return handleFor(withoutSecrets(evidence));
}

function handleFor({ kind, key, body }: Pick<NewEvidence, "kind" | "key" | "body">): string {
  return `ev_${digest(JSON.stringify([kind, key, body ?? null])).slice(0, 12)}`;
}

function withoutSecrets<T extends Pick<NewEvidence, "key" | "body">>(evidence: T): T {
  return { ...evidence, key: redact(evidence.key), body: redactAll(evidence.body) };
}

/**
 * Keeps evidence below `state`, the checkout's state folder (`Engine.state`), and gives its handle. The same evidence
 * put again is evidence of now. Secrets in its texts are left out.
 *
 * @throws FaultlineError `not-writable`
 */
export async function putEvidence(state: string, evidence: NewEvidence): Promise<string> {
  const { kind, key, body, fingerprint } = withoutSecrets(evidence);
  const handle = handleFor({ kind, key, body });
  const folder = evidenceFolder(state);
  const file: z.input<typeof storedFile> = {
    schema: 1,
    kind,
    key,
    madeAt: new Date().toISOString(),
    fingerprint,
    body: body ?? null,
  };
  const text = JSON.stringify(file);
  try {
    await replace(folder, fileOf(handle), text);
    await replace(folder, pointerTo(kind, key), JSON.stringify({ handle }));
  } catch (cause) {
    const why = (cause as NodeJS.ErrnoException).code ?? String(cause);
    throw new FaultlineError("not-writable", `evidence could not be kept: ${folder} cannot be written (${why})`, {
      cause,
    });
  }
  await pruneNowAndThen(folder, text.length);
  return handle;
}

/** What to note where `putEvidence` failed, which is no reason to lose an answer; throws whatever else was thrown. */
export function notKept(error: unknown): string {
  if (error instanceof FaultlineError && error.code === "not-writable") return error.message;
  throw error;
}

/** The evidence with this handle; undefined where there is none, or none that can be read. */
export async function readEvidence(state: string, handle: string): Promise<Stored | undefined> {
  if (!isHandle(handle)) return undefined;
  const file = await readJson(join(evidenceFolder(state), fileOf(handle)), storedFile);
  // A file whose content is not what its name says is damaged, or somebody else's.
  if (!file || handleFor({ kind: file.kind, key: file.key, body: file.body }) !== handle) return undefined;
  const { kind, key, madeAt, fingerprint, body } = file;
  return { handle, kind, key, madeAt, fingerprint, body };
}

/** The error for a handle behind which there is nothing; `hint` says why that may be, where there is other evidence. */
export function noEvidence(state: string, handle: string, hint: string): FaultlineError {
  const folder = evidenceFolder(state);
  const why = existsSync(folder) ? hint : `nothing is kept in ${folder}`;
  return new FaultlineError("not-found", `no evidence ${handle}`, { hint: why });
}

/** What was kept last of a kind about a key; undefined where nothing is, or nothing any more. */
export async function latestEvidence(state: string, kind: string, about: string): Promise<Stored | undefined> {
  const key = redact(about);
  const pointer = await readJson(join(evidenceFolder(state), pointerTo(kind, key)), pointerFile);
  const stored = pointer && (await readEvidence(state, pointer.handle));
  return stored?.kind === kind && stored.key === key ? stored : undefined;
}

/** The folder that holds the evidence about a checkout. */
export function evidenceFolder(state: string): string {
  return join(state, "evidence");
}

/** The handle of the evidence that a file of the folder holds; undefined for other files. */
export function handleInName(name: string): string | undefined {
  const handle = name.replace(/\.json$/, "");
  return isHandle(handle) && name === fileOf(handle) ? handle : undefined;
}

function fileOf(handle: string): string {
  return `${handle}.json`;
}

function pointerTo(kind: string, key: string): string {
  return `latest-${digest(JSON.stringify([kind, key])).slice(0, 16)}.json`;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Writes by rename: who reads meanwhile, or writes the same, sees a whole file. Readable by the user alone. */
async function replace(folder: string, name: string, text: string): Promise<void> {
  const temporary = join(folder, `.${randomBytes(8).toString("hex")}.tmp`);
  makeFolder(folder, 0o700);
  try {
    await writeFile(temporary, text, { flag: "wx", mode: 0o600 });
    await rename(temporary, join(folder, name));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Undefined for whatever is wrong with the file: who asks for evidence can only make it anew. */
async function readJson<T>(path: string, shape: z.ZodType<T>): Promise<T | undefined> {
  try {
    const parsed = shape.safeParse(JSON.parse(await readFile(path, "utf8")));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
