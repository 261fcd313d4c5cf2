import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { ROOT } from "../root.ts";
import { must } from "../shell.ts";

/** First and last line, 1-based. */
export interface Span {
  first: number;
  last: number;
}

const Scope = z.object({
  name: z.string(),
  /** Not a class. */
  function: z.boolean(),
  /** Of the `def` or `class`. */
  line: z.number(),
  /** Of the first decorator. */
  first: z.number(),
  last: z.number(),
  /** The smallest node of the syntax tree that holds all its lines, and which scope that is, or -1. */
  around: z.object({ first: z.number(), last: z.number(), scope: z.number() }).nullable(),
});

const Shape = z.object({
  scopes: z.array(Scope),
  constants: z.array(z.tuple([z.number(), z.number()])),
  statements: z.array(z.tuple([z.number(), z.number()])),
});

export type Scope = z.infer<typeof Scope>;

/** What the lines of a file are; see `shapes.py`. */
export interface FileShape extends z.infer<typeof Shape> {
  /** The text of each line; line 1 is the first. */
  lines: string[];
}

/** The interpreter that reads the source, and the environment it runs in. */
export interface Reader {
  python: string;
  env: NodeJS.ProcessEnv;
}

/** Reads the shapes of some files below a folder, by their paths. */
export async function readShapes(root: string, paths: readonly string[], reader: Reader) {
  const shapes = new Map<string, FileShape>();
  if (paths.length === 0) return shapes;
  const text = await must([reader.python, scriptOf("shapes.py"), ...paths], { cwd: root, env: reader.env });
  for (const [path, shape] of Object.entries(z.record(z.string(), Shape).parse(JSON.parse(text)))) {
    const lines = (await readFile(join(root, path), "utf8")).split(/\r\n|\n|\r/);
    if (lines.at(-1) === "") lines.pop();
    shapes.set(path, { ...shape, lines });
  }
  return shapes;
}

/** How much code there is to search. */
export interface Size {
  /** Lines that are neither blank nor a comment. */
  lines: number;
  /** Functions, nested ones included. */
  functions: number;
}

/** Counts what is in the sources of a project below a checkout, and not in its tests. */
export async function readSize(
  root: string,
  { sources, tests }: { sources: readonly string[]; tests: readonly string[] },
  reader: Reader,
): Promise<Size> {
  const argv = [reader.python, scriptOf("size.py"), ...sources, "--", ...tests] as const;
  const text = await must(argv, { cwd: root, env: reader.env });
  return z.object({ lines: z.number(), functions: z.number() }).parse(JSON.parse(text));
}

function scriptOf(name: string): string {
  return join(ROOT, "eval", "localisation", name);
}
