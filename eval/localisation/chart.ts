import { xmlText } from "../../src/kernel/xml.ts";
import { TECHNIQUES, type Technique } from "./orders.ts";
import { NAMES } from "./report.ts";
import { type Judged, LEVELS, type Level } from "./verdicts.ts";

const PANEL = { width: 380, height: 260, left: 44, top: 40, gap: 60 };
const MOST = 20;
const STYLE: Record<Technique, { colour: string; dash: string }> = {
  ochiai: { colour: "#7a7a7a", dash: "" },
  frames: { colour: "#b07a2a", dash: "2 4" },
  "frames+ochiai": { colour: "#3b6ea8", dash: "7 4" },
  faultline: { colour: "#b3202a", dash: "" },
};

/** A picture of how many bugs are found by whoever looks at the first N statements, or functions, of each order. */
export function chart(judged: readonly Judged[], title: string): string {
  const width = PANEL.left + 2 * PANEL.width + PANEL.gap + 20;
  const height = PANEL.top + PANEL.height + 90;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="${PANEL.left}" y="18" font-size="14" fill="#222222">${xmlText(title)}</text>`,
    ...LEVELS.map((level, index) => panel(judged, level, PANEL.left + index * (PANEL.width + PANEL.gap))),
    legend(PANEL.top + PANEL.height + 62),
    "</svg>",
    "",
  ].join("\n");
}

function panel(judged: readonly Judged[], level: Level, left: number): string {
  const { width, height, top } = PANEL;
  const bottom = top + height;
  const x = (rank: number) => left + (width * (rank - 1)) / (MOST - 1);
  const y = (share: number) => bottom - height * share;
  const grid = [0, 25, 50, 75, 100].map(
    (percent) =>
      `<line x1="${left}" x2="${left + width}" y1="${y(percent / 100)}" y2="${y(percent / 100)}" stroke="#dddddd"/>` +
      `<text x="${left - 6}" y="${y(percent / 100) + 4}" text-anchor="end" fill="#444444">${percent}</text>`,
  );
  const ticks = [1, 3, 5, 10, 15, 20].map(
    (rank) => `<text x="${x(rank)}" y="${bottom + 16}" text-anchor="middle" fill="#444444">${rank}</text>`,
  );
  const curves = TECHNIQUES.map((one) => {
    const { colour, dash } = STYLE[one];
    const points = Array.from({ length: MOST }, (_, index) => {
      const within = judged.filter(({ verdicts }) => verdicts[level][one].rank <= index + 1).length;
      return `${x(index + 1).toFixed(1)},${y(within / judged.length).toFixed(1)}`;
    });
    const thick = one === "faultline" ? 3 : 2;
    return `<polyline points="${points.join(" ")}" fill="none" stroke="${colour}" stroke-width="${thick}" stroke-dasharray="${dash}"/>`;
  });
  const name = `% of bugs whose faulty ${level === "statements" ? "statement" : "function"} is within the top N`;
  const label = `<text x="${left + width / 2}" y="${bottom + 36}" text-anchor="middle" fill="#222222">${name}</text>`;
  return [...grid, ...ticks, ...curves, label].join("\n");
}

function legend(y: number): string {
  return TECHNIQUES.map((one, index) => {
    const { colour, dash } = STYLE[one];
    const x = PANEL.left + index * 200;
    return (
      `<line x1="${x}" x2="${x + 28}" y1="${y}" y2="${y}" stroke="${colour}" stroke-width="3" stroke-dasharray="${dash}"/>` +
      `<text x="${x + 36}" y="${y + 4}" fill="#222222">${xmlText(NAMES[one])}</text>`
    );
  }).join("\n");
}
