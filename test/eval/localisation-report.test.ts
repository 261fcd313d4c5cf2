import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { chart } from "../../eval/localisation/chart.ts";
import { bugTable, localisationCsv, summaryTable, timeText } from "../../eval/localisation/report.ts";
import { studyTables } from "../../eval/localisation/study.ts";
import type { Judged } from "../../eval/localisation/verdicts.ts";

function judged(id: string, rank: number, seconds: number): Judged {
  const verdict = (of: number) => ({ rank: of, found: of < 100, exam: of / 1000 });
  const each = (of: number) => ({
    ochiai: verdict(of + 4),
    frames: verdict(500),
    "frames+ochiai": verdict(of + 2),
    faultline: verdict(of),
  });
  return {
    bug: {
      project: "shop",
      id,
      nodeId: "tests/test_shop.py::test_total",
      failure: "call: ValueError",
      crashes: true,
      tracer: "coverage.py",
      tests: { ran: 20, passed: 19 },
      seconds: { suite: 2, faultline: seconds, steps: {} },
      faults: { lines: [], extended: [], functions: [] },
      size: { lines: 1000, functions: 100 },
      clues: undefined,
    },
    verdicts: { statements: each(rank), functions: each(1) },
    strict: each(rank + 1),
  };
}

const two = [judged("1", 1, 4), judged("2", 2.5, 8)];

test("the summary counts bugs within each top N at both levels, in percent, with the mean exam score", () => {
  const row = summaryTable(two)
    .split("\n")
    .find((line) => line.includes("Faultline"));
  const cells = row?.split("|").map((cell) => cell.trim());
  expect(cells?.slice(2, 7)).toEqual(["1 (50.0 %)", "2 (100.0 %)", "2 (100.0 %)", "2 (100.0 %)", "0.0018"]);
  expect(cells?.slice(7, 12)).toEqual(["2 (100.0 %)", "2 (100.0 %)", "2 (100.0 %)", "2 (100.0 %)", "0.0010"]);
});

test("a bug is told with its failure, its times and every rank; – where an order has nothing faulty", () => {
  const row = bugTable(two).split("\n").at(-1);
  const cells = row?.split("|").map((cell) => cell.trim());
  expect(cells?.slice(1, -1)).toEqual([
    "2",
    "call: ValueError",
    "20",
    "2.0",
    "8.0",
    "4.0×",
    "6.5",
    "–",
    "4.5",
    "2.5",
    "5.0",
    "–",
    "3.0",
    "1.0",
  ]);
  expect(timeText(two)).toBe(
    "Faultline: 6.0 s a bug in the mean (median 6.0); the plain suite: 2.0 s a bug in the mean (median 2.0).",
  );
});

test("the CSV has one column for each number", () => {
  const [head = "", ...rows] = localisationCsv(two).trim().split("\n");
  expect(rows.map((row) => row.split(",").length)).toEqual([head.split(",").length, head.split(",").length]);
});

test("the picture has a curve for each order at both levels", () => {
  const picture = chart(two, "shop & more");
  expect(picture.match(/<polyline /g)).toHaveLength(8);
  expect(picture).toContain("shop &amp; more");
});

test("published results are told for the same bugs only, ours by the stricter rule", async () => {
  const folder = await mkdtemp(join(tmpdir(), "fl-study-"));
  const head = "project_name,bug_number,technique,experiment_time_seconds,e_inspect,is_bug_localized,exam_score";
  const rows = ["shop,1,Ochiai,600,3.0,1,0.003", "shop,9,Ochiai,600,1.0,1,0.001"];
  try {
    for (const [family, level] of ["fauxpy statement", "avg statement", "fauxpy function", "avg function"].map((each) =>
      each.split(" "),
    )) {
      await mkdir(join(folder, "metric_computation", `output_${family}_${level}`), { recursive: true });
      const file = join(
        folder,
        "metric_computation",
        `output_${family}_${level}`,
        `${family}_${level}_all_detailed.csv`,
      );
      await writeFile(file, `${[head, ...(family === "fauxpy" ? rows : [])].join("\n")}\n`);
    }
    const [statements = ""] = (await studyTables(folder, two)).split("functions of");
    const cellsOf = (name: string) =>
      statements
        .split("\n")
        .find((line) => line.startsWith(`| ${name}`))
        ?.split("|")
        .map((cell) => cell.trim())
        .slice(2, 5);
    expect(cellsOf("Ochiai (published)")).toEqual(["0 (0.0 %)", "1 (100.0 %)", "1 (100.0 %)"]);
    expect(cellsOf("Faultline (here)")).toEqual(["0 (0.0 %)", "1 (100.0 %)", "1 (100.0 %)"]);
    expect(statements).toContain("statements of the 1 bugs that are in the study");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
