import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { secretsOf } from "../../eval/ab/secrets.ts";
import type { Bug } from "../../eval/manifest.ts";

test("a line of the fix that the buggy version holds within a longer line, or that a library holds, is no secret", async () => {
  const tree = await mkdtemp(join(tmpdir(), "fl-secrets-"));
  await writeFile(join(tree, "a.py"), "    elif string == ')':\n        handle(string)\n");
  const libraries = await mkdtemp(join(tmpdir(), "fl-libraries-"));
  await writeFile(join(libraries, "b.py"), "def end(string):\n    raise ValueError(string)\n");
  const fixed = new Map([
    [
      "a.py",
      "    if string == ')':\n        handle_the_end(string)\n        raise ValueError(string)\n        handle(string)\n",
    ],
  ]);
  const bug = { kind: "public", project: "one", id: "1", fixed: "f".repeat(40) };
  const { fix } = await secretsOf(bug as Bug, fixed, [tree, libraries]);
  expect(fix).toEqual(["handle_the_end(string)"]);
  await rm(tree, { recursive: true });
});
