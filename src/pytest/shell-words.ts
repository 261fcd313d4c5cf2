/** Part of a word: plain text, the value of a variable, or something that only a shell can compute. */
type Part = string | { variable: string } | { opaque: true };

/** A word of a shell line, quotes removed, expansions not yet made. */
export interface WordToken {
  kind: "word";
  parts: Part[];
  /** As it was typed, quotes and all. */
  raw: string;
}

/** `;` (also a line break), `&`, `&&`, `||`, `|`, `|&`, `(`, `)` or `;;`. */
interface OperatorToken {
  kind: "operator";
  text: string;
}

export type Token = WordToken | OperatorToken;

const OPERATORS = ["&&", "||", "|&", ";;", ";", "&", "|", "(", ")"];
const REDIRECTION = /^(?:\d*(?:<<<|<<-?|<&|<>|<|>>|>&|>\||>)|&>>|&>)/;
const END_OF_WORD = /[\s;&|<>()]/;
const ANSI_C: Record<string, string> = { n: "\n", t: "\t", r: "\r", a: "\x07", b: "\b", e: "\x1b", f: "\f", v: "\v" };

class UnreadableLine extends Error {}

/**
 * Cuts a POSIX or bash command line into words and operators. Redirections, comments and the
 * bodies of here-documents are left out.
 *
 * The common npm packages for this take a line break for a blank and know no here-documents, so
 * commands of several lines, which agents send all the time, would come out as one.
 *
 * @returns undefined where the line cannot be read (a quote or a bracket that never closes)
 */
export function tokenize(line: string): Token[] | undefined {
  try {
    return new Lexer(line).tokens();
  } catch (error) {
    if (error instanceof UnreadableLine) return undefined;
    throw error;
  }
}

class Lexer {
  private readonly line: string;
  private at = 0;
  private hereDocuments: { delimiter: string; indented: boolean }[] = [];

  constructor(line: string) {
    this.line = line;
  }

  tokens(): Token[] {
    const found: Token[] = [];
    for (;;) {
      this.skipBlanks();
      if (this.at >= this.line.length) return found;
      if (this.line[this.at] === "\n") {
        this.at += 1;
        this.skipHereDocuments();
        found.push({ kind: "operator", text: ";" });
      } else if (!this.skipRedirection()) {
        found.push(this.operator() ?? this.word());
      }
    }
  }

  private skipBlanks(): void {
    for (;;) {
      const char = this.line[this.at];
      if (char === " " || char === "\t" || char === "\r") this.at += 1;
      else if (char === "\\" && this.line[this.at + 1] === "\n") this.at += 2;
      else if (char === "#") this.at = endOrLength(this.line, this.line.indexOf("\n", this.at));
      else return;
    }
  }

  private skipRedirection(): boolean {
    const match = REDIRECTION.exec(this.line.slice(this.at, this.at + 12));
    if (!match) return false;
    this.at += match[0].length;
    const operator = match[0].replace(/^\d+/, "");
    this.skipBlanks();
    if (this.at >= this.line.length || this.line[this.at] === "\n") return true;
    if ((operator === "<" || operator === ">") && this.line[this.at] === "(") {
      this.balanced("(", ")");
      return true;
    }
    const target = this.word();
    if (operator === "<<" || operator === "<<-") {
      const delimiter = target.parts.map((part) => (typeof part === "string" ? part : "")).join("");
      this.hereDocuments.push({ delimiter, indented: operator === "<<-" });
    }
    return true;
  }

  private skipHereDocuments(): void {
    for (const { delimiter, indented } of this.hereDocuments) {
      let closed = false;
      while (!closed && this.at < this.line.length) {
        const end = endOrLength(this.line, this.line.indexOf("\n", this.at));
        const text = this.line.slice(this.at, end);
        closed = (indented ? text.replace(/^\t+/, "") : text) === delimiter;
        this.at = Math.min(end + 1, this.line.length);
      }
    }
    this.hereDocuments = [];
  }

  private operator(): OperatorToken | undefined {
    const text = OPERATORS.find((operator) => this.line.startsWith(operator, this.at));
    if (!text) return undefined;
    this.at += text.length;
    return { kind: "operator", text };
  }

  private word(): WordToken {
    const start = this.at;
    const parts: Part[] = [];
    if (this.line[this.at] === "~" && /^(?:\/|\s|$)/.test(this.line.slice(this.at + 1, this.at + 2))) {
      parts.push({ variable: "HOME" });
      this.at += 1;
    }
    while (this.at < this.line.length && !END_OF_WORD.test(this.line[this.at] ?? "")) this.piece(parts);
    // A lone metacharacter that no rule took: step over it, or the lexer would stand still.
    if (this.at === start) this.at += 1;
    return { kind: "word", parts, raw: this.line.slice(start, this.at) };
  }

  private piece(parts: Part[]): void {
    const char = this.line[this.at] ?? "";
    if (char === "'") {
      parts.push(this.until("'", this.at + 1));
    } else if (char === '"') {
      this.doubleQuoted(parts);
    } else if (char === "\\") {
      if (this.line[this.at + 1] !== "\n") parts.push(this.line[this.at + 1] ?? "");
      this.at += 2;
    } else if (char === "$" && this.line[this.at + 1] === "'") {
      parts.push(this.ansiQuoted());
    } else if (char === "$" || char === "`") {
      parts.push(this.expansion());
    } else {
      parts.push(char);
      this.at += 1;
    }
  }

  private doubleQuoted(parts: Part[]): void {
    this.at += 1;
    parts.push("");
    for (;;) {
      const char = this.line[this.at];
      if (char === undefined) throw new UnreadableLine();
      if (char === '"') {
        this.at += 1;
        return;
      }
      if (char === "\\" && /["\\$`\n]/.test(this.line[this.at + 1] ?? "")) {
        if (this.line[this.at + 1] !== "\n") parts.push(this.line[this.at + 1] ?? "");
        this.at += 2;
      } else if (char === "$" || char === "`") {
        parts.push(this.expansion());
      } else {
        parts.push(char);
        this.at += 1;
      }
    }
  }

  private ansiQuoted(): string {
    this.at += 2;
    let text = "";
    while (this.line[this.at] !== "'") {
      const char = this.line[this.at];
      if (char === undefined) throw new UnreadableLine();
      const next = this.line[this.at + 1] ?? "";
      const hex = /^\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4}))/.exec(this.line.slice(this.at, this.at + 6));
      if (hex) {
        text += String.fromCharCode(Number.parseInt(hex[1] ?? hex[2] ?? "0", 16));
        this.at += hex[0].length;
      } else {
        text += char === "\\" ? (ANSI_C[next] ?? next) : char;
        this.at += char === "\\" ? 2 : 1;
      }
    }
    this.at += 1;
    return text;
  }

  private expansion(): Part {
    if (this.line[this.at] === "`") {
      this.until("`", this.at + 1);
      return { opaque: true };
    }
    const name = /^\$(?:\{(\w+)\}|([A-Za-z_]\w*))/.exec(this.line.slice(this.at, this.at + 80));
    if (name) {
      this.at += name[0].length;
      return { variable: name[1] ?? name[2] ?? "" };
    }
    const next = this.line[this.at + 1] ?? "";
    this.at += 1;
    if (next === "(") this.balanced("(", ")");
    else if (next === "{") this.balanced("{", "}");
    else if (/[\d?@*#$!-]/.test(next)) this.at += 1;
    else return "$";
    return { opaque: true };
  }

  private until(closing: string, from: number): string {
    const end = this.line.indexOf(closing, from);
    if (end < 0) throw new UnreadableLine();
    this.at = end + 1;
    return this.line.slice(from, end);
  }

  /** Steps over a bracketed run; quotes inside it may hold brackets. */
  private balanced(open: string, close: string): void {
    let depth = 0;
    do {
      const char = this.line[this.at];
      if (char === undefined) throw new UnreadableLine();
      if (char === "'") {
        this.until("'", this.at + 1);
        continue;
      }
      if (char === "\\") this.at += 1;
      else if (char === open) depth += 1;
      else if (char === close) depth -= 1;
      this.at += 1;
    } while (depth > 0);
  }
}

function endOrLength(line: string, index: number): number {
  return index < 0 ? line.length : index;
}

/** One word for a POSIX shell: bare where that is safe, else in quotes. Round-trips any text without NUL. */
export function quoteWord(text: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
