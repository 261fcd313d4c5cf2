import { join } from "node:path";
import { writeAtomic } from "../../src/kernel/user-files.ts";
import { compareAll } from "./compared.ts";
import { resultsCsv } from "./csv.ts";
import { overview } from "./overview.ts";
import { picture } from "./picture.ts";
import { type Besides, OVERVIEW, pictureOf, reportText, summaryText } from "./report.ts";
import { byName, keyText, type SessionResult } from "./result.ts";

/**
 * Writes `report.md`, `results.csv` and the pictures. They depend on what is given here and nothing else: not on the order in
 * which sessions ended, nor on where they ran.
 *
 * @param wanted arms in the order in which a reader wants them; all others come behind, the first is compared with
 * @returns the tables that a reader wants to see first
 */
export async function writeReport(
  out: string,
  results: readonly SessionResult[],
  besides: Besides,
  wanted: readonly string[],
  seed: number,
): Promise<string> {
  const found = [...new Set(results.map(({ arm }) => arm))].toSorted(byName);
  const arms = [...new Set([...wanted, ...found])].filter((arm) => found.includes(arm));
  const sorted = inOrder(results);
  const compared = compareAll(sorted, arms, seed);
  const files = new Map([
    ["report.md", reportText(sorted, arms, compared, besides)],
    ["results.csv", resultsCsv(sorted)],
    ...compared.filter(({ metrics }) => metrics.length > 0).map((one) => [pictureOf(one), picture(one)] as const),
    ...(compared.length === 0 ? [] : [[OVERVIEW, overview(compared)] as const]),
  ]);
  for (const [name, text] of files) await writeAtomic(join(out, name), text);
  return summaryText(sorted, arms, compared);
}

/** An order of results that is always the same. */
export function inOrder(results: readonly SessionResult[]): SessionResult[] {
  return results.toSorted((a, b) => byName(keyText(a), keyText(b)));
}
