import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Clues } from "../../src/localization/final-order.ts";
import type { PublicBug } from "../manifest.ts";
import type { Size } from "./shape.ts";
import type { Faults } from "./truth.ts";

/** What was measured of one bug, so that it can be scored again without being run again. Paths are relative to the checkout. */
export interface Measured {
  project: string;
  id: string;
  /** The test that was investigated. */
  nodeId: string;
  /** How it failed, such as "call: AssertionError"; where it did not, why not. */
  failure: string;
  /** The exception came out of what the tests test, as a traceback shows it. */
  crashes: boolean;
  tracer: string | undefined;
  tests: { ran: number; passed: number };
  /** Wall time of a plain run of the same test files, of the whole of Faultline's work, and of its steps. */
  seconds: { suite: number; faultline: number; steps: Record<string, number> };
  faults: Faults;
  size: Size;
  /** Undefined where the test could not be run. */
  clues: StoredClues | undefined;
}

export interface StoredClues extends Omit<Clues, "isTest" | "source"> {
  /** Paths that hold tests. */
  testPaths: string[];
  /** The source of each statement of the spectrum. */
  texts: string[];
}

/** Makes clues independent of where the checkout lies. */
export function storeClues(clues: Clues, repo: string): StoredClues {
  const { isTest, source, spectrum, frames, origin, steps, differing, meant } = clues;
  const here = <T extends { path: string }>(one: T): T => ({ ...one, path: relative(repo, one.path) });
  const paths = [...spectrum.statements, ...frames, ...steps].map(({ path }) => path);
  return {
    spectrum: { ...spectrum, statements: spectrum.statements.map(here) },
    frames: frames.map(here),
    origin: origin && { ...origin, steps: origin.steps.map(here) },
    steps: steps.map(here),
    differing: differing.map(here),
    meant: meant.map(here),
    testPaths: [...new Set(paths.filter(isTest))].map((path) => relative(repo, path)),
    texts: spectrum.statements.map(({ path, line, last }) => source(path, line, last)),
  };
}

/** The clues again, as Faultline takes them. */
export function cluesOf({ testPaths, texts, ...stored }: StoredClues): Clues {
  const tests = new Set(testPaths);
  const text = new Map(
    stored.spectrum.statements.map(({ path, line }, index) => [`${path}:${line}`, texts[index] ?? ""]),
  );
  return {
    ...stored,
    isTest: (path) => tests.has(path),
    source: (path, line) => text.get(`${path}:${line}`) ?? "",
  };
}

export async function keep(folder: string, measured: Measured): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${measured.id}.json`), JSON.stringify(measured));
}

/** What an earlier run has measured of a bug, if it has. */
export async function kept(folder: string, bug: PublicBug): Promise<Measured | undefined> {
  const text = await readFile(join(folder, `${bug.id}.json`), "utf8").catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}
