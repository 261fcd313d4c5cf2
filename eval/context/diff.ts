/** One change of a file, without context: `removed` old lines at `oldFirst` gave way to `added` new ones at `newFirst`. */
export interface Hunk {
  path: string;
  /** 1-based; for a pure insertion the old line after which it goes (0: before the first). */
  oldFirst: number;
  removed: string[];
  newFirst: number;
  added: string[];
}

/** Reads the output of `git diff -U0` for changed files; files that were added or deleted are left out. */
export function parseDiff(text: string): Hunk[] {
  const hunks: Hunk[] = [];
  let oldPath: string | undefined;
  let path: string | undefined;
  let expected = { removed: 0, added: 0 };
  for (const line of text.split("\n")) {
    const hunk = hunks.at(-1);
    if (hunk && hunk.removed.length < expected.removed && line.startsWith("-")) hunk.removed.push(line.slice(1));
    else if (hunk && hunk.added.length < expected.added && line.startsWith("+")) hunk.added.push(line.slice(1));
    else if (line.startsWith("--- ")) oldPath = pathOf(line, "a/");
    else if (line.startsWith("+++ ")) path = pathOf(line, "b/");
    else {
      const head = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
      if (!head || path === undefined || path !== oldPath) continue;
      expected = { removed: Number(head[2] ?? 1), added: Number(head[4] ?? 1) };
      hunks.push({ path, oldFirst: Number(head[1]), removed: [], newFirst: Number(head[3]), added: [] });
    }
  }
  return hunks;
}

function pathOf(line: string, prefix: string): string | undefined {
  const name = line.slice(4).replace(/\t$/, "");
  return name.startsWith(prefix) ? name.slice(prefix.length) : undefined;
}
