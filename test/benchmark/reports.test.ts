import { execa } from "execa";
import { describe, expect, test } from "vitest";
import { chart } from "../../src/benchmark/chart.ts";
import { junitReport } from "../../src/benchmark/junit.ts";
import { markdownReport } from "../../src/benchmark/report-markdown.ts";
import { summarise } from "../../src/benchmark/summary.ts";
import { record } from "./support/results.ts";

const eight = ["control", "timeout", "latency", "error", "malformed", "schema_drift", "stale", "mixed"];

function report(...args: Parameters<typeof record>): string {
  const made = record(...args);
  return markdownReport(summarise(made), made);
}

describe("the Markdown report", () => {
  test("gives each rate with its interval, never rounded to a clean 100 % or 0 %", () => {
    const text = report(
      ({ agent, iteration }) => (agent === "naive" && iteration === 0 ? { verdict: "failed_silent" } : {}),
      { profiles: ["timeout"], tasks: ["site_triage"], iterations: 2500 },
    );
    expect(text).toContain("| timeout | 99.9 % (99.8–99.9) | 100.0 % (99.8–100.0) |");
    expect(text).toContain("| timeout | 0.1 % (0.1–0.2) | 0.0 % (0.0–0.2) |");
  });

  test("stands beside the reference results where the matrix is theirs", () => {
    const change: Parameters<typeof record>[0] = ({ agent, profile, iteration }) =>
      agent === "naive" && profile !== "control" && iteration % 4 === 0 ? { verdict: "failed_detected" } : {};
    const agents = ["naive", "retry-only", "resilient"];
    expect(report(change, { profiles: eight, agents })).toContain(
      "| naive | 52–86 % | 75.0 % | not told | 0.0 % |\n| retry-only | 52–99 % | 100.0 % | up to 48 % | 0.0 % |",
    );
    expect(report(change, { profiles: eight.slice(0, 7), agents })).not.toContain("reference");
  });

  test("marks void sessions and rules that never landed", () => {
    const text = report(({ profile, iteration }) => ({ void: profile === "timeout" && iteration === 0 }));
    expect(text).toContain("32 sessions, of which 4 void");
    expect(text).toContain("| slow 16, idle **never** | 4 |");
  });

  test("says what each mechanism is worth", () => {
    const text = report(
      ({ agent, profile, iteration }) =>
        agent === "resilient-no-retry" && profile === "timeout" && iteration < 2 ? { verdict: "failed_silent" } : {},
      { agents: ["resilient", "resilient-no-retry"] },
    );
    expect(text).toContain("| resilient | control | timeout |");
    expect(text).toContain("| without retry | ±0.0 | −50.0, 4 silent |");
  });

  test("says where an agent without a mechanism sends more", () => {
    const text = report(({ agent, profile }) => ({ retries: agent === "resilient" || profile === "control" ? 0 : 1 }), {
      agents: ["resilient", "resilient-no-budget"],
    });
    expect(text).toContain("| without budget | ±0.0 | ±0.0, 33 % more requests |");
  });

  test("gives the rate of sessions with retries its interval, beside the other habits", () => {
    const text = report(({ iteration }) => ({ calls: 4, retries: iteration === 0 ? 2 : 0 }), {
      agents: ["naive"],
      profiles: ["timeout"],
      tasks: ["site_triage"],
      iterations: 4,
    });
    expect(text).toContain("| naive | 16 | 25.0 % (4.6–69.9) | 12.5 % | 0 | 0 | 0 |");
  });

  test("names the first failure of each profile and agent with the command that repeats it", () => {
    const text = report(({ agent, iteration }) =>
      agent === "naive" && iteration > 1
        ? { verdict: "failed_silent", reason: "two `incidents`\n<b>one</b> wanted" }
        : {},
    );
    expect(text).toContain("- timeout, naive: failed_silent, `` two `incidents` <b>one</b> wanted ``\n");
    expect(text).toContain("`faultline run --profile timeout --agent naive --task site_triage --iteration 2`");
  });

  test("says that it is incomplete, and which sessions could not be run", () => {
    const whole = record(() => ({}));
    const made = {
      ...whole,
      results: whole.results.slice(0, 30),
      problems: [
        { job: { profile: "timeout", agent: "naive", task: "site_triage", iteration: 3 }, problem: "no key | at all" },
      ],
    };
    const text = markdownReport(summarise(made), made);
    expect(text).toContain("**Incomplete**: called off with 1 session still to be run.");
    expect(text).toContain("| timeout, naive, site_triage, 3 | `no key \\| at all` |");
  });

  test("shows no tables of nothing where no session was run", () => {
    const made = { ...record(() => ({})), results: [] };
    const text = markdownReport(summarise(made), made);
    expect(text).toContain("0 sessions");
    expect(text).not.toContain("## Success");
    expect(text).not.toContain("pass^");
  });

  test("says that the chart counts sessions which the table leaves out", () => {
    expect(report(() => ({}))).toContain("The chart shows all sessions, those too in which no fault landed");
    const made = record(() => ({}));
    expect(chart(summarise(made))).toContain("All 32 sessions, those too in which no fault landed: 2 profiles");
  });
});

describe("JUnit", () => {
  test("counts failures, errors and void sessions, and holds any text", async () => {
    const made = record(({ agent, profile, iteration }) => {
      if (agent !== "naive" || profile !== "timeout") return {};
      if (iteration === 0) return { void: true };
      return { verdict: "failed_silent", reason: "<b> & \"quoted\" 'text' \u0000\u001b \ud800 ]]>" };
    });
    made.problems.push({
      job: { profile: "timeout", agent: "other", task: "site_triage", iteration: 1 },
      problem: "the model says no",
    });
    const script = `
import json, sys, xml.etree.ElementTree as tree
root = tree.fromstring(sys.stdin.buffer.read())
suite = next(each for each in root if each.get("name") == "timeout.naive")
print(json.dumps([root.attrib, suite.attrib, [[child.tag, child.attrib] for child in suite[1]]]))`;
    const { stdout } = await execa("python3", ["-c", script], { input: junitReport(made) });
    expect(JSON.parse(stdout)).toEqual([
      { name: "faultline bench", tests: "33", failures: "6", errors: "1", skipped: "2", time: "3.840" },
      { name: "timeout.naive", tests: "8", failures: "6", errors: "0", skipped: "2", time: "0.960" },
      [["failure", { type: "failed_silent", message: "<b> & \"quoted\" 'text' \ufffd\ufffd \ufffd ]]>" }]],
    ]);
  });
});

describe("the chart", () => {
  const drawn = chart(
    summarise(
      record(
        ({ iteration }) =>
          [{ void: true }, {}, { verdict: "recovered" }, { verdict: "failed_detected" }, { verdict: "failed_silent" }][
            iteration
          ] as object,
        { agents: ["na<i>ve & co"], iterations: 5 },
      ),
    ),
  );

  test("gives each outcome its share of the bar, one behind the other", () => {
    const bars = [...drawn.matchAll(/<rect x="([\d.]+)" y="92" width="([\d.]+)" height="14" class="(\w+)">/g)];
    expect(bars.map(([, x, wide, kind]) => [Number(x), Number(wide), kind])).toEqual([
      [264, 104, "untouched"],
      [368, 104, "success"],
      [472, 104, "recovered"],
      [576, 104, "failed_detected"],
      [680, 104, "failed_silent"],
    ]);
  });

  test("is XML, whatever agents are called, and knows the dark", async () => {
    const script = "import sys, xml.etree.ElementTree as tree; tree.fromstring(sys.stdin.buffer.read())";
    await expect(execa("python3", ["-c", script], { input: drawn })).resolves.toBeDefined();
    expect(drawn).toContain("prefers-color-scheme: dark");
  });
});
