/** Stands where a tool cut text out; no program prints it. */
export const CUT = "\u0000cut";

/** The output of a run as lines that can be read. */
export interface RunLines {
  /** No colour, no carriage returns; `CUT` where text is missing. */
  lines: string[];
  /** From an `Exit code N` line in front, as Claude Code writes it. */
  exitCode: number | undefined;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal codes are control characters
const TERMINAL_CODE = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b\n]*(?:\x07|\x1b\\)?|[()][0-9A-Za-z]|[@-Z\\^_=>])/g;

/** `... [12,345 characters truncated] ...` and its kin; pytest's own "(2 lines hidden)" is none of them. */
const CUT_MARK =
  /(?:\.{3}|…|\[|<)[ [(<]{0,3}\+?\d[\d,.]{0,14} (?:more )?(?:characters|chars|lines|bytes|tokens)(?: of output)? (?:were )?(?:truncated|omitted|hidden|elided|removed)|^\[(?:output )?truncated\]$/i;

/** Text without colours, titles and other terminal codes. */
function plainText(text: string): string {
  return text.replace(TERMINAL_CODE, "");
}

/** Makes lines of what a command printed. Lines that a cut left half are dropped with what is missing. */
export function readLines(output: string): RunLines {
  const all = plainText(output).replaceAll("\0", "").split("\n");
  const exit = /^(?:Error: )?Exit code (\d{1,3})\r?$/.exec(all[0] ?? "");
  if (exit) all.shift();
  const lines: string[] = [];
  let halfLine = false;
  for (const raw of all) {
    const line = overwritten(raw);
    if (isCutMark(line)) {
      dropHalfLine(lines);
      lines.push(CUT);
      halfLine = true;
    } else if (!halfLine) {
      lines.push(line);
    } else if (line.trim() !== "") {
      halfLine = false;
    }
  }
  return { lines, exitCode: exit ? Number(exit[1]) : undefined };
}

function isCutMark(line: string): boolean {
  return line.length < 20_000 && !line.startsWith("E ") && CUT_MARK.test(line);
}

function dropHalfLine(lines: string[]): void {
  while (lines.length > 0 && lines.at(-1)?.trim() === "") lines.pop();
  if (lines.at(-1) !== CUT) lines.pop();
}

/** What a terminal shows of a line that was written over. */
function overwritten(line: string): string {
  return line.includes("\r") ? (line.split("\r").findLast((part) => part !== "") ?? "") : line;
}
