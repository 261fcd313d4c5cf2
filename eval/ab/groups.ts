import { OWN } from "./cases.ts";
import { byName, type SessionResult } from "./result.ts";

/** Sessions of one agent on one collection of cases. */
export interface Group {
  agent: string;
  /** The manifest or folder of its cases, such as "youtube-dl", or one of `TOGETHER`. */
  cases: string;
  results: SessionResult[];
}

/** Cases of small repositories, where the right answer is silence. */
const SILENT = "bundled";

const ALL_REAL = "all real bugs";
const RAISING = "real bugs that raise";
const ASSERTING = "real bugs that only assert";
/** Collections that hold cases of others, in the order in which a reader wants them. */
const TOGETHER = [ALL_REAL, RAISING, ASSERTING];

/**
 * All groups. Real bugs of several projects are all together as well; so are those whose code raises, and those whose
 * test only fails an assertion, where there are both. These come first.
 */
export function groupsOf(results: readonly SessionResult[]): Group[] {
  const groups = new Map<string, Group>();
  const put = (cases: string, result: SessionResult) => {
    const key = `${cases} ${result.agent}`;
    const group = groups.get(key) ?? { agent: result.agent, cases, results: [] };
    group.results.push(result);
    groups.set(key, group);
  };
  const real = results.filter((result) => !OWN.includes(projectOf(result)));
  const severalProjects = new Set(real.map(projectOf)).size > 1;
  if (severalProjects) for (const result of real) put(ALL_REAL, result);
  if (new Set(real.flatMap(({ raises }) => raises ?? [])).size === 2) {
    for (const result of real) if (result.raises !== undefined) put(result.raises ? RAISING : ASSERTING, result);
  }
  for (const result of results) put(projectOf(result), result);
  return [...groups.values()].toSorted(
    (a, b) => rankOf(a.cases) - rankOf(b.cases) || byName(a.cases, b.cases) || byName(a.agent, b.agent),
  );
}

/** Whether its cases are in other groups too. */
export function isOverlap({ cases }: Group): boolean {
  return TOGETHER.includes(cases);
}

export function isSimulated({ results }: Group): boolean {
  return results.some(({ simulated }) => simulated);
}

/** Sessions in repositories where Faultline should say nothing. */
export function silentOnes(results: readonly SessionResult[]): SessionResult[] {
  return results.filter((result) => projectOf(result) === SILENT);
}

function projectOf(result: SessionResult): string {
  return result.case.split("/", 1)[0] ?? "";
}

function rankOf(cases: string): number {
  const at = TOGETHER.indexOf(cases);
  return at === -1 ? TOGETHER.length : at;
}
