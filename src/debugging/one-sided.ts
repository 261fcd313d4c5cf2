import type { StatementCount } from "../localization/spectrum.ts";

/** A statement with which of two tests executed it. */
export type SideCount = Omit<StatementCount, "functionLast">;

/** Statements in a row of one function that only one of two tests executed. Paths are absolute. */
export interface Row {
  path: string;
  line: number;
  last: number;
  function: string;
  statements: number;
  /** Only one of the tests executed anything of the function. */
  wholeFunction: boolean;
}

export interface OneSidedRows {
  onlyFailing: Row[];
  onlyPassing: Row[];
}

/**
 * Puts the statements that only one of two tests executed into rows, the most telling first: where both were in a
 * function and took other ways, then whole functions, then the tests' own code, and what runs at import last. Rows of
 * one sort stand by path and line.
 *
 * @param statements those that at least one of the two executed
 */
export function oneSidedRows(statements: readonly SideCount[], isTest: (path: string) => boolean): OneSidedRows {
  const rows: OneSidedRows = { onlyFailing: [], onlyPassing: [] };
  for (const own of byFunction(statements).values()) {
    const sides = new Set(own.map(sideOf));
    const wholeFunction = !sides.has("both") && sides.size === 1;
    for (const { side, row } of rowsOf(own, wholeFunction)) {
      if (side === "failing") rows.onlyFailing.push(row);
      if (side === "passing") rows.onlyPassing.push(row);
    }
  }
  const sort = (row: Row) => (isTest(row.path) ? 2 : 0) + (row.function === "" ? 4 : 0) + (row.wholeFunction ? 1 : 0);
  const order = (a: Row, b: Row) => sort(a) - sort(b) || byPlace(a, b);
  return { onlyFailing: rows.onlyFailing.sort(order), onlyPassing: rows.onlyPassing.sort(order) };
}

/** Lines of functions that both tests executed at which their values are worth comparing: where their ways part first. */
export function partingLines(
  statements: readonly SideCount[],
  isTest: (path: string) => boolean,
): { path: string; line: number }[] {
  const parting: SideCount[] = [];
  const starts: SideCount[] = [];
  for (const own of byFunction(statements).values()) {
    const [first] = own;
    const shared = own.filter((each) => sideOf(each) === "both");
    if (!first || shared.length === 0 || first.functionLine === 0 || isTest(first.path)) continue;
    for (const [at, each] of own.entries()) {
      const next = own[at + 1];
      if (sideOf(each) === "both" && next && sideOf(next) !== "both") parting.push(each);
    }
    starts.push(...shared.slice(-1));
  }
  return [...parting, ...starts].map(({ path, line }) => ({ path, line }));
}

type Side = "both" | "failing" | "passing";

function sideOf({ failing, passing }: SideCount): Side {
  if (failing > 0 && passing > 0) return "both";
  return failing > 0 ? "failing" : "passing";
}

function byFunction(statements: readonly SideCount[]): Map<string, SideCount[]> {
  const functions = new Map<string, SideCount[]>();
  for (const each of statements.toSorted(byPlace)) {
    const key = `${each.path}\0${each.functionLine}\0${each.function}`;
    const known = functions.get(key);
    if (known) known.push(each);
    else functions.set(key, [each]);
  }
  return functions;
}

function rowsOf(own: readonly SideCount[], wholeFunction: boolean): { side: Side; row: Row }[] {
  const rows: { side: Side; row: Row }[] = [];
  for (const each of own) {
    const side = sideOf(each);
    const current = rows.at(-1);
    if (current?.side === side) {
      current.row.last = each.last;
      current.row.statements += 1;
      continue;
    }
    const line = wholeFunction && each.functionLine > 0 ? each.functionLine : each.line;
    const { path, last, function: name } = each;
    rows.push({ side, row: { path, line, last, function: name, statements: 1, wholeFunction } });
  }
  return rows;
}

function byPlace(a: { path: string; line: number }, b: { path: string; line: number }): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return a.line - b.line;
}
