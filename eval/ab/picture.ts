import { METRICS } from "./metrics.ts";
import { type Comparison, compare, type Pair, pairsOf } from "./paired.ts";
import { type Group, isSimulated } from "./report.ts";

const LEFT = 150;
const WIDTH = 560;
const ROW = 22;
const TOP = 86;
const COLOURS = {
  text: "#24292f",
  quiet: "#6e7781",
  grid: "#e4e7eb",
  base: "#8c959f",
  less: "#1a7f5a",
  more: "#b3402a",
};
const TOKENS = METRICS[0];

/**
 * A picture of a group: for each case the tokens of both arms, joined by a line that is green where the other arm takes
 * less; below, the change of each metric with its interval.
 */
export function picture(group: Group, base: string, other: string, seed: number): string {
  const pairs = TOKENS ? pairsOf(group.results, base, other, TOKENS) : [];
  const sorted = pairs.toSorted((a, b) => a.other / a.base - b.other / b.base);
  const changes = METRICS.flatMap((metric) => compare(group.results, base, other, metric, seed) ?? []);
  const forest = TOP + sorted.length * ROW + 76;
  const height = forest + changes.length * 26 + 46;
  const title = `${group.cases}, ${group.agent}: tokens of a session, ${other} against ${base}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LEFT + WIDTH + 90} ${height}" font-family="system-ui, sans-serif" font-size="12">`,
    `<title>${escaped(title)}</title>`,
    '<rect width="100%" height="100%" fill="#ffffff"/>',
    text(20, 26, title, { size: 15, weight: 600 }),
    isSimulated(group)
      ? text(20, 44, "Simulation: a scripted policy plays the model's part.", { colour: COLOURS.quiet })
      : "",
    legend(base, other),
    dumbbells(sorted),
    ...(changes.length === 0 ? [] : [forestOf(changes, forest)]),
    "</svg>",
    "",
  ].join("\n");
}

function dumbbells(pairs: readonly Pair[]): string {
  const most = niceAbove(Math.max(1, ...pairs.flatMap(({ base, other }) => [base, other])));
  const x = (value: number) => LEFT + (WIDTH * value) / most;
  const bottom = TOP + pairs.length * ROW;
  const oneProject = new Set(pairs.map((pair) => pair.case.split("/", 1)[0])).size === 1;
  const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const at = x(share * most);
    return `<line x1="${at}" x2="${at}" y1="${TOP - 6}" y2="${bottom}" stroke="${COLOURS.grid}"/>${text(at, bottom + 16, short(share * most), { anchor: "middle", colour: COLOURS.quiet })}`;
  });
  const rows = pairs.map(({ base, other, ...pair }, index) => {
    const y = TOP + index * ROW + ROW / 2;
    const colour = other <= base ? COLOURS.less : COLOURS.more;
    return [
      text(LEFT - 10, y + 4, oneProject ? pair.case.split("/").slice(1).join("/") : pair.case, { anchor: "end" }),
      `<line x1="${x(base).toFixed(1)}" x2="${x(other).toFixed(1)}" y1="${y}" y2="${y}" stroke="${colour}" stroke-width="3" stroke-opacity="0.45"/>`,
      `<circle cx="${x(base).toFixed(1)}" cy="${y}" r="4.5" fill="#ffffff" stroke="${COLOURS.base}" stroke-width="2"/>`,
      `<circle cx="${x(other).toFixed(1)}" cy="${y}" r="5" fill="${colour}"/>`,
      text(LEFT + WIDTH + 16, y + 4, signed(other / base - 1), { colour }),
    ].join("");
  });
  return [...grid, ...rows].join("\n");
}

/** Changes with their intervals around a line at no change. */
function forestOf(changes: readonly Comparison[], top: number): string {
  const reach =
    Math.min(2, Math.max(0.1, ...changes.flatMap(({ low, high }) => [Math.abs(low), Math.abs(high)]))) * 1.1;
  const x = (share: number) => LEFT + WIDTH / 2 + (WIDTH / 2) * Math.max(-1, Math.min(1, share / reach));
  const bottom = top + changes.length * 26;
  const rows = changes.map(({ metric, change, low, high }, index) => {
    const y = top + index * 26 + 12;
    const colour = high < 0 ? COLOURS.less : low > 0 ? COLOURS.more : COLOURS.base;
    return [
      text(LEFT - 10, y + 4, metric.name, { anchor: "end" }),
      `<line x1="${x(low).toFixed(1)}" x2="${x(high).toFixed(1)}" y1="${y}" y2="${y}" stroke="${colour}" stroke-width="2"/>`,
      `<rect x="${(x(change) - 5).toFixed(1)}" y="${y - 5}" width="10" height="10" fill="${colour}"/>`,
      text(LEFT + WIDTH + 16, y + 4, signed(change), { colour }),
    ].join("");
  });
  const middle = x(0);
  return [
    text(20, top - 16, "Change over all cases, with its 95 % interval", { size: 13, weight: 600 }),
    `<line x1="${middle}" x2="${middle}" y1="${top - 4}" y2="${bottom + 4}" stroke="${COLOURS.quiet}" stroke-dasharray="3 3"/>`,
    ...rows,
    text(middle, bottom + 22, "no change", { anchor: "middle", colour: COLOURS.quiet }),
    text(LEFT, bottom + 22, `← less (${signed(-reach)})`, { colour: COLOURS.quiet }),
    text(LEFT + WIDTH, bottom + 22, `(${signed(reach)}) more →`, { anchor: "end", colour: COLOURS.quiet }),
  ].join("\n");
}

function legend(base: string, other: string): string {
  const y = 68;
  return [
    `<circle cx="${LEFT + 6}" cy="${y - 4}" r="4.5" fill="#ffffff" stroke="${COLOURS.base}" stroke-width="2"/>${text(LEFT + 18, y, base)}`,
    `<circle cx="${LEFT + 66}" cy="${y - 4}" r="5" fill="${COLOURS.less}"/>${text(LEFT + 78, y, `${other}, less`)}`,
    `<circle cx="${LEFT + 156}" cy="${y - 4}" r="5" fill="${COLOURS.more}"/>${text(LEFT + 168, y, `${other}, more`)}`,
  ].join("");
}

interface Look {
  anchor?: "middle" | "end";
  colour?: string;
  size?: number;
  weight?: number;
}

function text(x: number, y: number, words: string, look: Look = {}): string {
  const { anchor = "start", colour = COLOURS.text, size = 12, weight = 400 } = look;
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${colour}" font-size="${size}" font-weight="${weight}">${escaped(words)}</text>`;
}

/** The next round number: 1, 2, 4, 5 or 8 times a power of ten. */
function niceAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 4, 5, 8, 10].find((step) => step * power >= value) ?? 10);
}

function short(value: number): string {
  if (value >= 1_000_000) return `${value / 1_000_000}M`;
  return value >= 1000 ? `${Math.round(value / 100) / 10}k` : String(Math.round(value));
}

function signed(share: number): string {
  return Number.isFinite(share) ? `${share < 0 ? "−" : "+"}${Math.abs(share * 100).toFixed(0)} %` : "–";
}

function escaped(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
