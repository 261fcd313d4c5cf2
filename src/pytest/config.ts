/** What of pytest's configuration decides in which files tests are looked for; undefined: pytest's default. */
export interface CollectionConfig {
  testpaths?: string[];
  pythonFiles?: string[];
  norecursedirs?: string[];
  /** Paths, and patterns of paths, that `addopts` leaves out. */
  ignore?: string[];
  ignoreGlob?: string[];
}

const keys = { testpaths: "testpaths", python_files: "pythonFiles", norecursedirs: "norecursedirs" } as const;

/**
 * Reads one of `configNames`. Undefined where the file is none of pytest's: it has no section for it.
 * What cannot be read within the section counts as not set.
 */
export function readCollectionConfig(name: string, text: string): CollectionConfig | undefined {
  const toml = name.endsWith(".toml");
  const headings = headingsOf(name);
  const lines = sectionLines(text, headings);
  if (lines === undefined) return /^\.?pytest\.(ini|toml)$/.test(name) ? {} : undefined;
  const found: CollectionConfig = {};
  for (const [key, property] of Object.entries(keys)) {
    const value = toml ? tomlValue(lines, key) : iniValue(lines, key);
    if (value !== undefined && value.length > 0) found[property] = value;
  }
  const options = (toml ? tomlValue(lines, "addopts") : iniValue(lines, "addopts")) ?? [];
  const ignore = optionValues(options, "--ignore");
  const ignoreGlob = optionValues(options, "--ignore-glob");
  return { ...found, ...(ignore.length > 0 && { ignore }), ...(ignoreGlob.length > 0 && { ignoreGlob }) };
}

/**
 * What a conftest file leaves out by lists that are written down in it, relative to its folder. Lists that are made
 * while it runs are not seen.
 */
export function readCollectIgnore(text: string): Required<Pick<CollectionConfig, "ignore" | "ignoreGlob">> {
  const listOf = (name: string) => {
    const list = new RegExp(`^${name}\\s*(?::[^=\\n]*)?=\\s*\\[([^\\]]*)\\]`, "m").exec(text)?.[1] ?? "";
    return [...list.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)].map(([, double, single]) => double ?? single ?? "");
  };
  return { ignore: listOf("collect_ignore"), ignoreGlob: listOf("collect_ignore_glob") };
}

/** `--name=value` and `--name value`. */
function optionValues(words: readonly string[], name: string): string[] {
  return words.flatMap((word, at) => {
    if (word === name) return words[at + 1] ?? [];
    return word.startsWith(`${name}=`) ? word.slice(name.length + 1) : [];
  });
}

function headingsOf(name: string): string[] {
  if (name === "setup.cfg") return ["tool:pytest"];
  if (name === "pyproject.toml") return ["tool.pytest.ini_options", "tool.pytest"];
  return ["pytest"];
}

function sectionLines(text: string, headings: readonly string[]): string[] | undefined {
  let inside = false;
  let lines: string[] | undefined;
  for (const line of text.split(/\r?\n/)) {
    const heading = /^\s*\[\s*([^[\]]+?)\s*\]\s*(?:[#;].*)?$/.exec(line)?.[1];
    if (heading !== undefined && !/^["']/.test(heading)) {
      inside = headings.includes(heading.replace(/\s*\.\s*/g, "."));
      if (inside) lines ??= [];
    } else if (inside) lines?.push(line);
  }
  return lines;
}

/** `key = word word`, or words on the indented lines below. */
function iniValue(lines: readonly string[], key: string): string[] | undefined {
  const start = lines.findIndex((line) => new RegExp(`^${key}\\s*[=:]`).test(line));
  if (start < 0) return undefined;
  const value = [(lines[start] ?? "").replace(/^[^=:]*[=:]/, "")];
  for (const line of lines.slice(start + 1)) {
    if (/^\s*[#;]/.test(line)) continue;
    if (line.trim() !== "" && !/^\s/.test(line)) break;
    value.push(line);
  }
  return splitWords(value.map((line) => line.replace(/\s[#;].*$/, "")).join(" "));
}

/** A string of words, or a list of strings that may span lines. */
function tomlValue(lines: readonly string[], key: string): string[] | undefined {
  const start = lines.findIndex((line) => new RegExp(`^\\s*["']?${key}["']?\\s*=`).test(line));
  if (start < 0) return undefined;
  const rest = [(lines[start] ?? "").replace(/^[^=]*=/, ""), ...lines.slice(start + 1)].join("\n").trimStart();
  const strings: string[] = [];
  const isList = rest.startsWith("[");
  for (const [token] of rest
    .slice(isList ? 1 : 0)
    .matchAll(/"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#[^\n]*|\]|[^\s,]/g)) {
    if (token.startsWith("#")) continue;
    const text = stringOf(token);
    if (text === undefined) break;
    strings.push(text);
    if (!isList) return splitWords(text);
  }
  return isList ? strings : undefined;
}

function stringOf(token: string): string | undefined {
  if (/^("""|''')/.test(token)) return token.slice(3, -3);
  if (token.startsWith("'")) return token.slice(1, -1);
  if (!/^".*"$/.test(token)) return undefined;
  return token.slice(1, -1).replace(/\\(.)/g, "$1");
}

/** As a shell splits them, as far as paths need that. */
function splitWords(text: string): string[] {
  const words = text.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, "$1$2"));
}
