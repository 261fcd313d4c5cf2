import { expect, test } from "vitest";
import { runControls } from "../../src/benchmark/controls.ts";
import { TASK_NAMES } from "../../src/benchmark/tasks.ts";

test("each agent of which it is known how it must do gets that verdict, in many networks", async () => {
  const profiles = [1, 2, 3].map((seed) => ({ name: `p${seed}`, description: "", seed, rules: [] }));
  const results = await runControls(profiles, TASK_NAMES);
  expect(results.filter(({ held }) => !held)).toEqual([]);
  const reading = ["faithful", "forgetful", "careless", "quitting"];
  const writing = ["faithful", "forgetful", "careless", "doubling", "pretending", "quitting"];
  const applied = (of: string) => results.filter(({ profile, task }) => profile === "p1" && task === of);
  for (const task of TASK_NAMES) {
    const controls = task === "site_triage" || task === "interface_check" ? reading : writing;
    expect(applied(task).map(({ control }) => control)).toEqual(controls);
  }
});
