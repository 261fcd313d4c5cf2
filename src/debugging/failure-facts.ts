import { relative } from "node:path";
import { redact } from "../kernel/redact.ts";
import type { Origin } from "../probe/record.ts";
import type { Failure, Frame } from "../pytest/failure.ts";
import { failureSignature } from "../pytest/signature.ts";
import { crashSite, type Raised, raised, type Site } from "./crash-site.ts";
import type { FailureFacts, OriginFacts, Place } from "./reports.ts";

const MOST_MESSAGE = 2_000;
const MOST_FRAMES = 20;
const MOST_STEPS = 20;

/** A failure as an answer tells it, and what it was made from. */
export interface ToldFailure {
  facts: FailureFacts;
  raised: Raised;
  crash: Site | undefined;
}

/** Says what of a recorded failure matters to whoever has to fix it. Paths become relative to `repo`. */
export function tellFailure(failure: Failure, repo: string): ToldFailure {
  const explained = raised(failure, repo, [repo]);
  const crash = crashSite(explained.sites);
  const { type, message } = explained.exception;
  return {
    raised: explained,
    crash,
    facts: {
      nodeId: failure.nodeId,
      phase: failure.phase,
      exception: { type, message: cut(message) },
      crash: crash && { ...placeOf(repo, crash), source: crash.code ?? "" },
      frames: ends(explained.sites, MOST_FRAMES).map((site) => placeOf(repo, site)),
      signature: signatureOf(failure, repo),
    },
  };
}

/** The same for the same failure of a later run, wherever the checkout lies. */
export function signatureOf(failure: Failure, repo: string): string {
  const local = <T extends { frames: Frame[] }>(of: T): T => ({
    ...of,
    frames: of.frames.map((frame) => ({ ...frame, path: shownPath(repo, frame.path) })),
  });
  return failureSignature({ ...local(failure), chain: failure.chain.map(local), group: failure.group.map(local) });
}

/** An origin chain as an answer tells it; undefined where nothing is known. */
export function tellOrigin(origin: Origin | undefined, repo: string): OriginFacts | undefined {
  if (!origin || (origin.status === "none" && origin.bad === "unknown")) return undefined;
  return {
    status: origin.status,
    bad: origin.bad,
    ...(origin.reason !== undefined && { reason: origin.reason }),
    steps: ends(origin.steps, MOST_STEPS).map((step) => ({ ...step, path: shownPath(repo, step.path) })),
  };
}

/** A path as a reader of this checkout writes it. */
export function shownPath(repo: string, path: string): string {
  if (!path.startsWith("/")) return path;
  const way = relative(repo, path);
  return way.startsWith("..") ? path : way;
}

function placeOf(repo: string, { path, line, function: name }: Site): Place {
  return { path: shownPath(repo, path), line, function: name ?? "" };
}

/** A deep recursion tells by its beginning and its end. */
function ends<T>(items: readonly T[], most: number): T[] {
  return items.length <= most ? [...items] : [...items.slice(0, most / 2), ...items.slice(-most / 2)];
}

function cut(whole: string): string {
  const message = redact(whole);
  return message.length <= MOST_MESSAGE ? message : `${message.slice(0, MOST_MESSAGE)}…`;
}
