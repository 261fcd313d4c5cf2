import { xmlText } from "../kernel/xml.ts";
import { percent } from "./markdown.ts";
import type { Verdict } from "./session-result.ts";
import type { Summary } from "./summary.ts";
import type { Tally } from "./tally.ts";

type Part = Verdict | "untouched";

const names: Record<Part, string> = {
  untouched: "done, no fault landed",
  success: "done, untroubled",
  recovered: "done, recovered",
  failed_detected: "failed, and said so",
  failed_silent: "failed silently",
};
const parts = Object.keys(names) as Part[];

const width = 920;
const bar = { left: 264, width: 520, height: 14, step: 20 };
const top = 92;
const gap = 14;

/**
 * A bar for each profile and agent: all its sessions, in five parts. Colours follow the reader's light or dark mode
 * (Okabe and Ito's palette, told apart by colour-blind readers); silent failures are hatched besides.
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
  return `All ${total} sessions, those too in which no fault landed: ${profiles.length} profiles, ${agents.length} agents, ${tasks.length} tasks, ${iterations} iterations. At the right: tasks done.`;
}

function rowOf(cell: Tally & { agent: string; profile: string }, y: number): string[] {
  let x = bar.left;
  const bars = parts.flatMap((part) => {
    const count = countOf(cell, part);
    const long = cell.sessions === 0 ? 0 : (count / cell.sessions) * bar.width;
    const drawn = `<rect x="${fixed(x)}" y="${y}" width="${fixed(long)}" height="${bar.height}" class="${part}"><title>${xmlText(`${cell.profile}, ${cell.agent}: ${count} of ${cell.sessions} ${names[part]}`)}</title></rect>`;
    x += long;
    return count === 0 ? [] : [drawn];
  });
  return [
    `<text x="${bar.left - 10}" y="${y + 11}" class="agent">${xmlText(cell.agent)}</text>`,
    ...bars,
    `<text x="${bar.left + bar.width + 10}" y="${y + 11}" class="value">${percent(cell.successOfAll.rate)}</text>`,
  ];
}

function countOf({ verdicts, voidSuccess }: Tally, part: Part): number {
  if (part === "untouched") return voidSuccess;
  return part === "success" ? verdicts.success - voidSuccess : verdicts[part];
}

function legend(): string[] {
  return parts.flatMap((part, at) => [
    `<rect x="${16 + at * 176}" y="62" width="14" height="14" class="${part}"/>`,
    `<text x="${36 + at * 176}" y="73">${names[part]}</text>`,
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
.untouched { fill: #afb8c1 }
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
  .untouched { fill: #484f58 }
  .hatch-line { stroke: #0d1117 }
}
</style>
<defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" class="hatch-ground"/><line x1="0" y1="0" x2="0" y2="6" class="hatch-line"/></pattern></defs>`;
