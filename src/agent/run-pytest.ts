import { existsSync } from "node:fs";
import * as z from "zod";
import { Refusal } from "./refusal.ts";
import { nothingAt, placeOf } from "./repo-path.ts";
import { runTests } from "./test-run.ts";
import { defineTool } from "./tool.ts";

export const runPytest = defineTool({
  name: "run_pytest",
  description: "Runs the failing test, or what target names: a test file, a folder, or a node id such as a.py::test_b.",
  args: z.strictObject({ target: z.string().min(1).max(4000).optional() }),
  run: async ({ target }, workplace) => {
    if (target === undefined || target === workplace.target) return (await runTests(workplace.target, workplace)).text;
    const [file = "", ...names] = target.split("::");
    // Options could load code from anywhere, or leave tests out.
    if (file.startsWith("-")) throw new Refusal("target is a file, a folder or a node id, and no option.");
    const place = placeOf(file, workplace);
    if (!existsSync(place.path)) throw nothingAt(place, workplace);
    return (await runTests([place.shown, ...names].join("::"), workplace)).text;
  },
});
