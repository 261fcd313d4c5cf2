import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { excerpts } from "../../src/debugging/excerpts.ts";
import { engineFor } from "./scene.ts";

const lines = Array.from({ length: 30 }, (_, at) => `    line_${at + 2}()`);
const files = { "shop/a.py": `def long():\n${lines.join("\n")}\n\n\ndef other():\n    pass\n` };

test("lines that touch are one excerpt at the place of the first, each line once, those asked for marked", async () => {
  const { repo } = await engineFor(files, "python3");
  const path = join(repo, "shop/a.py");
  const found = excerpts(repo, [
    { path, line: 12, before: 2, after: 1 },
    { path, line: 35, before: 5, after: 5 },
    { path, line: 15, before: 1, after: 1 },
    { path, line: 25, before: 0, after: 0 },
  ]);
  expect(found).toEqual([
    {
      path: "shop/a.py",
      first: 10,
      text: [
        " 1 def long():",
        "  …",
        " 10     line_10()",
        " 11     line_11()",
        ">12     line_12()",
        " 13     line_13()",
        " 14     line_14()",
        ">15     line_15()",
        " 16     line_16()",
      ].join("\n"),
    },
    { path: "shop/a.py", first: 34, text: " 34 def other():\n>35     pass" },
    { path: "shop/a.py", first: 25, text: " 1 def long():\n  …\n>25     line_25()" },
  ]);
});

test("no gap is shown between a function's head and its first line", async () => {
  const { repo } = await engineFor(files, "python3");
  expect(excerpts(repo, [{ path: join(repo, "shop/a.py"), line: 3, before: 1, after: 0 }])).toEqual([
    { path: "shop/a.py", first: 2, text: " 1 def long():\n 2     line_2()\n>3     line_3()" },
  ]);
});

test("nothing is read outside of the checkout, not by way of a symlink either", async () => {
  const { repo, state } = await engineFor(files, "python3");
  await writeFile(join(state, "secret.py"), "password = 1\n");
  await symlink(join(state, "secret.py"), join(repo, "link.py"));
  const reach = { line: 1, before: 1, after: 1 };
  for (const path of [join(state, "secret.py"), join(repo, "link.py"), join(repo, "gone.py")]) {
    expect(excerpts(repo, [{ path, ...reach }])).toEqual([]);
  }
});
