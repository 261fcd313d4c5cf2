import { circle, diamond, label, shortened, svg } from "../svg.ts";
import type { Compared } from "./compared.ts";
import { FOREST_ROW, type ForestRow, forestRows, ratioAxis, ratioScale } from "./forest.ts";
import { isSimulated } from "./groups.ts";

const WIDTH = 800;
const AREA = { left: 300, width: 310 };
const TOP = 96;
const HEAD = 30;

/** A forest plot of all comparisons: by how much the tokens change, for each collection of cases and agent. */
export function overview(compared: readonly Compared[]): string {
  const blocks = [...new Set(compared.map(({ group }) => group.cases))].flatMap((cases) => {
    const own = compared.filter(({ group }) => group.cases === cases);
    const rows = own.flatMap(rowsOf);
    return rows.length === 0 ? [] : [{ head: headOf(cases, own), rows }];
  });
  const scale = ratioScale(
    blocks.flatMap(({ rows }) => rows.map(({ change }) => change)),
    AREA,
  );
  let y = TOP;
  const parts = blocks.flatMap(({ head, rows }) => {
    const top = y + HEAD;
    y = top + rows.length * FOREST_ROW;
    return [label(20, top - 8, head, "head"), ...forestRows(rows, scale, AREA, top)];
  });
  const simulated = compared.some(({ group }) => isSimulated(group));
  const note = `With 95 % intervals.${simulated ? " Simulation: scripted policies play the model's part." : ""}`;
  const title = `Change in tokens, against ${compared[0]?.base ?? ""}`;
  return svg(WIDTH, y + 52, `${title}. ${note}`, [
    label(20, 28, title, "title"),
    label(20, 48, note, "note"),
    ...[diamond(26, 66, "unclear"), label(40, 70, "all cases together"), circle(186, 66, "unclear")],
    label(198, 70, "the typical case; green: less, orange: more, grey: the interval holds no change"),
    ...ratioAxis(scale, TOP, y + 6),
    ...parts,
  ]);
}

function headOf(cases: string, own: readonly Compared[]): string {
  const most = Math.max(...own.map(({ bytes }) => bytes?.pairs.length ?? 0));
  return `${cases}, ${most} case${most === 1 ? "" : "s"}`;
}

function rowsOf({ group, other, metrics }: Compared): ForestRow[] {
  const tokens = metrics.find(({ metric }) => metric.name === "tokens");
  if (!tokens) return [];
  const rows: ForestRow[] = [
    { name: shortened(`${group.agent}, ${other}`, 26), what: "together", change: tokens.together, mark: "diamond" },
    { name: "", what: "typical", change: tokens.typical, mark: "circle" },
  ];
  return rows.filter(({ change }) => Number.isFinite(change.value));
}
