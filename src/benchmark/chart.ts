import { percent } from "./markdown.ts";
import type { Verdict } from "./session-result.ts";
import type { Summary } from "./summary.ts";
import type { Tally } from "./tally.ts";
import { xmlText } from "./xml.ts";

const names: Record<Verdict, string> = {
  success: "done, untroubled",
  recovered: "done, recovered",
  failed_detected: "failed, and said so",
  failed_silent: "failed silently",
};
const verdicts = Object.keys(names) as Verdict[];

const width = 920;
const bar = { left: 264, width: 520, height: 14, step: 20 };
const top = 92;
const gap = 14;

/**
 * A bar for each profile and agent, of 100 % in four parts. Colours follow the reader's light or dark mode (Okabe and
 * Ito's palette, told apart by colour-blind readers); silent failures are hatched besides.
 */
export function chart(summary: Summary): string {
  const { profiles, agents } = summary.matrix;
  const group = agents.length * bar.step + gap;
  const height = top + profiles.length * group + 34;
  const rows = profiles.flatMap((profile, at) => {
    const y = top + at * group;
    const own = agents.map((agent) => summary.cells.find((cell) => cell.profile === profile && cell.agent === agent));
    return [
      `<text x="16" y="${y + 12}" class="profile">${xmlText(profile)}</text>`,
      ...own.flatMap((cell, row) => (cell ? rowOf(cell, y + row * bar.step) : [])),
    ];
  });
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${xmlText(label(summary))}">`,
    style,
    `<rect width="${width}" height="${height}" class="ground"/>`,
    '<text x="16" y="28" class="title">Outcomes of agents under faults</text>',
    `<text x="16" y="48" class="note">${xmlText(label(summary))}</text>`,
    ...legend(),
    ...scale(top, top + profiles.length * group - gap + 2),
    ...rows,
    "</svg>",
  ].join("\n")}\n`;
}

function label({ matrix, cells }: Summary): string {
  const total = cells.reduce((sum, { sessions }) => sum + sessions, 0);
  const { profiles, agents, tasks, iterations } = matrix;
  return `${total} sessions: ${profiles.length} profiles, ${agents.length} agents, ${tasks.length} tasks, ${iterations} iterations. At the right: tasks done.`;
}

function rowOf(cell: Tally & { agent: string; profile: string }, y: number): string[] {
  let x = bar.left;
  const parts = verdicts.flatMap((verdict) => {
    const count = cell.verdicts[verdict];
    const long = cell.sessions === 0 ? 0 : (count / cell.sessions) * bar.width;
    const part = `<rect x="${fixed(x)}" y="${y}" width="${fixed(long)}" height="${bar.height}" class="${verdict}"><title>${xmlText(`${cell.profile}, ${cell.agent}: ${count} of ${cell.sessions} ${names[verdict]}`)}</title></rect>`;
    x += long;
    return count === 0 ? [] : [part];
  });
  return [
    `<text x="${bar.left - 10}" y="${y + 11}" class="agent">${xmlText(cell.agent)}</text>`,
    ...parts,
    `<text x="${bar.left + bar.width + 10}" y="${y + 11}" class="value">${percent(cell.successOfAll.rate)}</text>`,
  ];
}

function legend(): string[] {
  return verdicts.flatMap((verdict, at) => [
    `<rect x="${16 + at * 170}" y="62" width="14" height="14" class="${verdict}"/>`,
    `<text x="${36 + at * 170}" y="73">${names[verdict]}</text>`,
  ]);
}

function scale(from: number, to: number): string[] {
  return [0, 25, 50, 75, 100].flatMap((share) => {
    const x = fixed(bar.left + (share / 100) * bar.width);
    return [
      `<line x1="${x}" x2="${x}" y1="${from - 4}" y2="${to}" class="grid"/>`,
      `<text x="${x}" y="${to + 18}" class="tick">${share} %</text>`,
    ];
  });
}

/** As short as it can be: coordinates are compared by their text. */
function fixed(number: number): string {
  return String(Number(number.toFixed(2)));
}

const style = `<style>
text { font: 12px system-ui, sans-serif; fill: #1f2328 }
.title { font-size: 16px; font-weight: 600 }
.profile { font-weight: 600 }
.agent, .value { fill: #57606a }
.agent { text-anchor: end }
.note, .tick { fill: #57606a }
.tick { text-anchor: middle }
.ground { fill: #ffffff }
.grid { stroke: #d0d7de }
.success { fill: #009e73 }
.recovered { fill: #56b4e9 }
.failed_detected { fill: #e69f00 }
.failed_silent { fill: url(#hatch) }
.hatch-ground { fill: #d55e00 }
.hatch-line { stroke: #ffffff; stroke-width: 2 }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 }
  .agent, .value, .note, .tick { fill: #9da7b3 }
  .ground { fill: #0d1117 }
  .grid { stroke: #30363d }
  .hatch-line { stroke: #0d1117 }
}
</style>
<defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" class="hatch-ground"/><line x1="0" y1="0" x2="0" y2="6" class="hatch-line"/></pattern></defs>`;
