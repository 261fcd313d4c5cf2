import { relative } from "node:path";

/** A line of a file; the path is relative to the checkout. */
export interface Place {
  path: string;
  /** 1-based. */
  line: number;
}

/** A line of code with its number. */
export interface NumberedLine {
  line: number;
  code: string;
}

/** Every place in a project's own Python files that a text names as `path:line` or `File "path", line N`, in order. */
export function placesIn(text: string, root: string): Place[] {
  const found: Place[] = [];
  for (const match of text.matchAll(/(?<![\w./-])([\w./-]+\.py)(?::|", line )(\d+)/g)) {
    const [, named = "", line = ""] = match;
    const path = named.startsWith("/") ? relative(root, named) : named.replace(/^\.\//, "");
    const isForeign = path.startsWith("..") || /(?:^|\/)(?:site-packages|\.venv|venv|lib\/python[\d.]+)\//.test(path);
    if (!isForeign && Number(line) > 0) found.push({ path, line: Number(line) });
  }
  return found;
}

/** What the client's Read tool printed. */
export function linesRead(text: string): NumberedLine[] {
  return text.split("\n").flatMap((row) => {
    const [, line, code] = /^\s*(\d+)[\t→](.*)$/.exec(row) ?? [];
    return line === undefined ? [] : [{ line: Number(line), code: code ?? "" }];
  });
}

/**
 * The names that are called in the function around a line, or in the class that begins there, the nearest first; before
 * them the attributes of `self` on the line itself.
 */
export function namesCalled(lines: readonly NumberedLine[], at: number): string[] {
  const found: { name: string; distance: number }[] = [];
  for (const { line, code } of functionAround(lines, at)) {
    const text = code.replace(/#.*$/, "");
    if (STARTS.test(text)) continue;
    for (const [, name = ""] of text.matchAll(/([A-Za-z_]\w*)\s*\(/g)) {
      if (!COMMON.has(name) && name.length > 2) found.push({ name, distance: Math.abs(line - at) });
    }
  }
  found.sort((a, b) => a.distance - b.distance);
  const own = lines.find(({ line }) => line === at)?.code ?? "";
  const attributes = [...own.matchAll(/\bself\.(\w+)\b(?!\s*\()/g)].map(([, name = ""]) => name);
  return [...new Set([...attributes, ...found.map(({ name }) => name)])];
}

/** The lines of the innermost function around a line, or of the class that begins there, as far as they are known. */
function functionAround(lines: readonly NumberedLine[], at: number): NumberedLine[] {
  const middle = lines.findIndex(({ line }) => line === at);
  if (middle < 0) return [];
  let indent = indentOf(lines[middle]?.code ?? "");
  let first = middle;
  for (let n = middle; n >= 0; n -= 1) {
    const code = lines[n]?.code ?? "";
    if (isBlank(code)) continue;
    first = n;
    if (n === middle ? STARTS.test(code) : isDef(code) && indentOf(code) < indent) {
      indent = indentOf(code);
      break;
    }
  }
  const behind = lines.findIndex(
    ({ code }, n) => n > middle && !isBlank(code) && indentOf(code) <= indent && !/^\s*[)\]}]/.test(code),
  );
  return lines.slice(first, STARTS.test(lines[first]?.code ?? "") && behind >= 0 ? behind : undefined);
}

const STARTS = /^\s*(?:(?:async\s+)?def|class)\s/;

function isDef(code: string): boolean {
  return /^\s*(?:async\s+)?def\s/.test(code);
}

function isBlank(code: string): boolean {
  return /^\s*(?:#.*)?$/.test(code);
}

function indentOf(code: string): number {
  return code.length - code.trimStart().length;
}

/** A pattern, for grep as for us, of where one of some names is defined or set as an attribute of `self`. */
export function definitionOf(names: readonly string[]): string {
  const any = `(${names.join("|")})`;
  return `(def|class) ${any}\\b|self\\.${any} = `;
}

/** Words before a parenthesis that no definition in a project is looked up for. */
const COMMON = new Set(
  `if elif while for return in not and or assert with except print len str int float bool list dict set tuple range
  isinstance issubclass super type repr sorted reversed enumerate zip map filter any all min max sum abs open getattr
  setattr hasattr iter next format join split strip replace append extend get items keys values update lower upper
  startswith endswith encode decode group match search sub findall compile dumps loads read write close setUp tearDown
  Exception ValueError TypeError KeyError lambda yield await copy pop insert index count find raise del
  assertEqual assertTrue assertFalse assertRaises assertIn assertIsNone assertRaisesRegexp assertNotEqual`.split(/\s+/),
);
