import { xmlText } from "../src/kernel/xml.ts";

/**
 * A picture that follows the reader's light or dark mode, in Okabe and Ito's palette, which colour-blind readers can
 * tell apart. Classes of text: `title`, `note` (quiet), `head` (bold), and `end` and `middle` for where it is anchored.
 *
 * @param label what it shows, for who cannot see it
 * @param style rules of its own
 */
export function svg(width: number, height: number, label: string, parts: readonly string[]): string {
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${xmlText(label)}">`,
    STYLE,
    `<rect width="${width}" height="${height}" class="ground"/>`,
    ...parts,
    "</svg>",
  ].join("\n")}\n`;
}

/** Text with its base line at `y`. */
export function label(x: number, y: number, words: string, look = ""): string {
  return `<text x="${at(x)}" y="${at(y)}"${look === "" ? "" : ` class="${look}"`}>${xmlText(words)}</text>`;
}

export function line(x1: number, y1: number, x2: number, y2: number, look: string): string {
  return `<line x1="${at(x1)}" y1="${at(y1)}" x2="${at(x2)}" y2="${at(y2)}" class="${look}"/>`;
}

export function circle(x: number, y: number, look: string): string {
  return `<circle cx="${at(x)}" cy="${at(y)}" r="4.5" class="${look}"/>`;
}

export function diamond(x: number, y: number, look: string): string {
  return `<path d="M${at(x - 6)} ${at(y)}l6 -6l6 6l-6 6z" class="${look}"/>`;
}

/** No longer than `most` characters. */
export function shortened(words: string, most: number): string {
  return words.length <= most ? words : `${words.slice(0, most - 1)}…`;
}

/** As short as it can be, and the same everywhere. */
function at(value: number): string {
  return String(Number(value.toFixed(1)));
}

const STYLE = `<style>
text { font: 12px system-ui, sans-serif; fill: #1f2328 }
.title { font-size: 16px; font-weight: 600 }
.head { font-weight: 600 }
.note { fill: #57606a }
.end { text-anchor: end }
.middle { text-anchor: middle }
.ground { fill: #ffffff }
.grid { stroke: #d0d7de }
.zero { stroke: #57606a; stroke-dasharray: 3 3 }
.less { fill: #009e73; stroke: #009e73 }
.more { fill: #d55e00; stroke: #d55e00 }
.unclear { fill: #6e7781; stroke: #6e7781 }
line.less, line.more, line.unclear { stroke-width: 2 }
text.less, text.more, text.unclear { stroke: none }
text.less { fill: #00704f }
text.more { fill: #b34700 }
text.unclear { fill: #57606a }
.base { fill: #ffffff; stroke: #6e7781; stroke-width: 2 }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 }
  .note, text.unclear { fill: #9da7b3 }
  .ground { fill: #0d1117 }
  .grid { stroke: #30363d }
  .zero { stroke: #9da7b3 }
  text.less { fill: #2fc99a }
  text.more { fill: #ff8b3d }
  .base { fill: #0d1117; stroke: #9da7b3 }
}
</style>`;
