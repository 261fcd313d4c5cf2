import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ChangedFiles } from "../../src/agent/changed-files.ts";

const line = fc.constantFrom("a", "b", "  c", "", "é", "-x", "+y", "\\ No newline");
const text = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.boolean())
  .map(([lines, ends]) => lines.join("\n") + (ends && lines.length > 0 ? "\n" : ""));

test("git applies the difference to what was there, and gets what is there now", async () => {
  await fc.assert(
    fc.asyncProperty(fc.option(text, { nil: undefined }), text, async (before, after) => {
      const folder = await mkdtemp(join(tmpdir(), "changed-"));
      const name = "a file é.py";
      try {
        const changes = new ChangedFiles(folder);
        changes.remember(name, before);
        await writeFile(join(folder, name), after);
        const { diff, files } = await changes.diff();
        expect(files).toEqual(before === after ? [] : [name]);
        if (before === undefined) await rm(join(folder, name));
        else await writeFile(join(folder, name), before);
        if (diff !== "") await execa("git", ["apply", "--whitespace=nowarn", "-"], { cwd: folder, input: diff });
        expect(await readFile(join(folder, name), "utf8")).toBe(after);
      } finally {
        await rm(folder, { recursive: true });
      }
    }),
    { numRuns: 40 },
  );
});
