import { beforeAll, describe, expect, it } from "vitest";
import { hookNoise } from "./support/client.ts";
import { agentRuns, makeInstalledProject } from "./support/faultline.ts";
import { heardWithPrompt } from "./support/heard.ts";

const HINT = `Faultline: for short test output in this repository run
  uv run pytest -q --tb=short -W ignore --color=no --maxfail=3
When a test fails, where its bad value was made is added to the result of the command, if it can be measured.`;

let project: string;

beforeAll(async () => {
  project = await makeInstalledProject();
});

describe("a prompt about failing tests", () => {
  it("brings the compact command once a session", async () => {
    const first = await agentRuns(project, [], { prompt: "Fix the failing test." });
    expect(heardWithPrompt(first.requests)).toEqual({
      prompt: ["Fix the failing test."],
      contexts: [{ event: "UserPromptSubmit", text: HINT }],
    });
    const again = { prompt: "The tests still fail.", home: first.home, args: ["--continue"] };
    const second = await agentRuns(project, [], again);
    expect(first.result?.session_id).toBe(second.result?.session_id);
    expect(JSON.stringify(second.requests.at(-1)?.body?.messages).split("Faultline: for short").length - 1).toBe(1);
    expect(await hookNoise(first.home)).toEqual([]);
  });

  it.each(["What does this project do?", "Add a zone for Portugal."])("%s: nothing", async (prompt) => {
    const { requests } = await agentRuns(project, [], { prompt });
    expect(heardWithPrompt(requests)).toEqual({ prompt: [prompt], contexts: [] });
  });
});
