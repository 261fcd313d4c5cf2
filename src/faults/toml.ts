import { type AST, getStaticTOMLValue, ParseError, parseTOML } from "toml-eslint-parser";

/** What a TOML text says, and where. */
export interface Toml {
  value: Record<string, unknown>;
  /** The line, from 1, of what such a path leads to, or else of the nearest thing above it that has one. */
  lineOf(path: readonly PropertyKey[]): number;
  /** Keys that no object can have, which `value` lacks. */
  lost: (string | number)[][];
}

/** Why a text is no TOML. */
export interface TomlError {
  line: number;
  message: string;
}

/** No profile is deeper; lines of what lies below are those of what lies above. */
const DEEPEST = 8;

/** Reads a TOML 1.0 text. */
export function readToml(text: string): Toml | TomlError {
  try {
    // Editors of some systems put a byte order mark in front.
    const ast = parseTOML(text.replace(/^\uFEFF/, ""), { tomlVersion: "1.0" });
    return { value: getStaticTOMLValue(ast), ...linesIn(ast) };
  } catch (error) {
    if (error instanceof ParseError) return { line: error.lineNumber, message: `no TOML: ${messageOf(error)}` };
    return { line: 1, message: "no TOML that can be read: it is nested too deeply" };
  }
}

function messageOf({ message, column }: ParseError): string {
  return `${message.charAt(0).toLowerCase()}${message.slice(1)} (column ${column + 1})`;
}

function linesIn(ast: AST.TOMLProgram): Pick<Toml, "lineOf" | "lost"> {
  const lines = new Map<string, number>();
  const lost: (string | number)[][] = [];
  const place = (path: (string | number)[], node: AST.TOMLNode) => {
    const key = JSON.stringify(path);
    if (!lines.has(key)) lines.set(key, node.loc.start.line);
    if (path.at(-1) === "__proto__") lost.push(path);
  };
  const placeAll = (path: (string | number)[], node: AST.TOMLNode) => {
    for (let length = 1; length <= path.length; length += 1) place(path.slice(0, length), node);
  };
  const visit = (path: (string | number)[], node: AST.TOMLContentNode) => {
    if (path.length > DEEPEST) return;
    place(path, node);
    if (node.type === "TOMLArray") for (const [index, inner] of node.elements.entries()) visit([...path, index], inner);
    if (node.type === "TOMLInlineTable") for (const pair of node.body) visitPair(path, pair);
  };
  const visitPair = (path: (string | number)[], pair: AST.TOMLKeyValue) => {
    const keys = pair.key.keys.map((key) => (key.type === "TOMLBare" ? key.name : key.value));
    placeAll([...path, ...keys.slice(0, DEEPEST)], pair.key);
    visit([...path, ...keys], pair.value);
  };
  for (const node of ast.body[0].body) {
    if (node.type === "TOMLKeyValue") visitPair([], node);
    else {
      placeAll(node.resolvedKey.slice(0, DEEPEST), node);
      for (const pair of node.body) visitPair(node.resolvedKey, pair);
    }
  }
  return {
    lost,
    lineOf(path) {
      for (let length = path.length; length > 0; length -= 1) {
        const line = lines.get(JSON.stringify(path.slice(0, length)));
        if (line !== undefined) return line;
      }
      return 1;
    },
  };
}
