import type { ExcerptText } from "../debugging/reports.ts";
import { clip, heading, type Paper } from "./terminal-text.ts";

const most = 3;

/** The code to look at, line numbers in a column, with the lines in question marked. */
export function codeRows(excerpts: readonly ExcerptText[], paper: Paper): string[] {
  if (excerpts.length === 0) return [];
  const blocks = excerpts.slice(0, most).flatMap(({ path, text }) => {
    const lines = text.split("\n");
    const digits = Math.max(...lines.map((line) => /^.(\d+)/.exec(line)?.[1]?.length ?? 0));
    return [`  ${clip(path, paper.width - 2)}`, ...lines.map((line) => codeRow(line, digits, paper))];
  });
  return [...heading(paper, "Code to look at"), ...blocks];
}

function codeRow(text: string, digits: number, { paint, width }: Paper): string {
  const [, mark = " ", number, code = ""] = /^([ >])(\d+) ?(.*)$/.exec(text) ?? [];
  if (number === undefined)
    return `    ${" ".repeat(digits)} ${paint("dim", "│")} ${clip(text.trim(), width - digits - 7)}`;
  const row = clip(code, width - digits - 7);
  const line = number.padStart(digits);
  if (mark === ">") return `  ${paint("red", ">")} ${paint("bold", line)} ${paint("dim", "│")} ${paint("bold", row)}`;
  return `    ${paint("dim", `${line} │`)} ${row}`.trimEnd();
}
