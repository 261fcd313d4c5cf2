import { exceptionFrom } from "./exception-text.ts";
import type { Frame } from "./failure.ts";
import { dedent, frame, isMarkerLine, type Raised, withoutRunner } from "./traceback.ts";

/** `path:12: in name`: an entry of the short style. */
const SHORT_ENTRY = /^(?!\s|E |>|\w+ += )(.+?):(\d+): in (.+)$/;
/** `path:12: ValueError`, or with nothing behind: what closes an entry of the long style. */
const LOCATION = /^(?!\s|E |>|\w+ += )(.+):(\d+|None): ?([\w.]*)$/;
const ERROR_LINE = /^E(?: {3,}(?!= )|\t|$)/;
const LOCAL_NAMED_E = /^E {9} = /;
const ENTRY_SEPARATOR = /^(?:_ ){3,}_?$/;

/** Reads one exception of pytest's own styles: long, short, and auto, which mixes both. */
export function readPytest(lines: readonly string[]): Raised {
  const reader = new Reader();
  for (const line of lines) reader.take(line);
  return reader.result();
}

/** Whether a line could only come from pytest's own styles of traceback. */
export function isPytestEntry(line: string): boolean {
  return (
    SHORT_ENTRY.test(line) || (ERROR_LINE.test(line) && line !== "E") || (LOCATION.test(line) && line.length < 2000)
  );
}

class Reader {
  private readonly frames: Frame[] = [];
  /** Source of the entry of the long style that is being read. */
  private source: string[] = [];
  private readonly errors: string[] = [];
  /** Source under an entry of the short style; undefined outside one. */
  private short: string[] | undefined;
  private type = "";

  take(line: string): void {
    if (ERROR_LINE.test(line) && !LOCAL_NAMED_E.test(line)) {
      this.endShort();
      this.errors.push(line.slice(1));
      this.source.push(line);
      return;
    }
    const entry = SHORT_ENTRY.exec(line);
    const location = entry ? null : LOCATION.exec(line);
    if (entry) this.startShort(entry);
    else if (location) this.endLong(location);
    else if (ENTRY_SEPARATOR.test(line)) this.reset();
    else if (this.short && /^ {4}/.test(line)) this.short.push(line);
    else this.takeSource(line);
  }

  result(): Raised {
    this.endShort();
    return {
      exception: exceptionFrom(unindent(this.errors), this.type),
      frames: withoutRunner(withSyntaxError(this.frames, this.errors)),
    };
  }

  private takeSource(line: string): void {
    this.endShort();
    this.source.push(line);
  }

  private startShort(entry: RegExpExecArray): void {
    this.reset();
    this.frames.push(frame(entry[1] ?? "", Number(entry[2]), entry[3], ""));
    this.short = [];
  }

  private endShort(): void {
    const last = this.frames.at(-1);
    const code = dedent(this.short?.filter((line) => !isMarkerLine(line)) ?? []);
    if (last && this.short && code && code !== "???") last.code = code;
    this.short = undefined;
  }

  private endLong(location: RegExpExecArray): void {
    this.endShort();
    const line = Number(location[2]);
    this.type = location[3] ?? "";
    // Without a number there is no place to look at.
    if (line > 0) this.frames.push(frame(location[1] ?? "", line, functionOf(this.source), markedCode(this.source)));
    this.source = [];
  }

  private reset(): void {
    this.endShort();
    this.source = [];
  }
}

/** The function whose source an entry of the long style shows: pytest prints it from its `def` (or decorators) on. */
function functionOf(source: readonly string[]): string | undefined {
  const shown = source.filter((line) => /^(?:>| {4})/.test(line)).map((line) => ` ${line.slice(1)}`);
  const outer = shown.filter((line) => /^ {4}\S/.test(line)).map((line) => line.slice(4));
  if (!/^(?:@|async\s|def\s|class\s)/.test(outer[0] ?? "")) return outsideOf(source);
  for (const line of outer) {
    const name = /^(?:async\s+)?(?:def|class)\s+([^\s(:[]+)/.exec(line)?.[1];
    if (name) return name;
  }
  return undefined;
}

/** Where the source shown begins with no `def`, only a lambda or a comprehension is no code of a module. */
function outsideOf(source: readonly string[]): string | undefined {
  const marked = source.find((line) => /^> {3}\S/.test(line))?.slice(4) ?? "???";
  if (/\blambda\b/.test(marked)) return "<lambda>";
  return marked === "???" || (/\bfor\b/.test(marked) && !/^(?:async )?for\b/.test(marked)) ? undefined : "<module>";
}

/** The statement that `>` points at, without the lines that only mark columns. */
function markedCode(source: readonly string[]): string {
  const start = source.findIndex((line) => /^>(?: {3}|\t|$)/.test(line));
  if (start < 0) return "";
  const statement = [` ${(source[start] ?? "").slice(1)}`];
  for (const line of source.slice(start + 1)) {
    if (!/^ {4}/.test(line)) break;
    if (!isMarkerLine(line)) statement.push(line);
  }
  const code = dedent(statement.slice(0, endOfStatement(statement)));
  return code === "???" ? "" : code;
}

/** pytest 6 takes the decorators of the function that follows for a part of the statement. */
function endOfStatement(statement: readonly string[]): number {
  const indent = (line: string) => line.length - line.trimStart().length;
  const first = indent(statement[0] ?? "");
  const next = statement.findIndex((line, at) => at > 0 && line.trimStart().startsWith("@") && indent(line) <= first);
  return next < 0 ? statement.length : next;
}

function unindent(lines: readonly string[]): string[] {
  const indents = lines.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length);
  const common = indents.length > 0 ? Math.min(...indents) : 0;
  return lines.map((line) => line.slice(common));
}

/** A syntax error names its place inside the message: that is the deepest place there is. */
function withSyntaxError(frames: Frame[], errors: readonly string[]): Frame[] {
  const at = errors.findIndex((line) => /^\s*File "(.+)", line (\d+)$/.test(line));
  if (at < 0 || !errors.some((line) => /^\s*(?:Syntax|Indentation|Tab)Error\b/.test(line))) return frames;
  const place = /File "(.+)", line (\d+)$/.exec(errors[at] ?? "");
  const code = errors[at + 1]?.trim() ?? "";
  return place ? [...frames, frame(place[1] ?? "", Number(place[2]), undefined, code)] : frames;
}
