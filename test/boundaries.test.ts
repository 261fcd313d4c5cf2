import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { describe, expect, test } from "vitest";

const src = resolve("src");

/** Besides kernel, which all may import. The README prints the same table. */
const MAY_IMPORT: Record<string, string[]> = {
  kernel: [],
  pytest: [],
  install: [],
  demo: [],
  probe: ["pytest"],
  localization: ["pytest"],
  evidence: [],
  debugging: ["probe", "localization", "evidence", "pytest"],
  hook: ["pytest", "debugging"],
  mcp: ["debugging", "evidence"],
  faults: [],
  proxy: ["faults"],
  trial: [],
  agent: [],
  network: [],
  client: ["faults", "proxy", "network"],
  benchmark: ["faults", "proxy", "trial", "agent", "client", "network"],
  // The commands of cli.ts, one file each.
  cli: [
    "pytest",
    "install",
    "demo",
    "probe",
    "localization",
    "evidence",
    "debugging",
    "hook",
    "mcp",
    "faults",
    "proxy",
    "trial",
    "agent",
    "network",
    "client",
    "benchmark",
  ],
};

/** The rooms of a folder that only these files may be imported from elsewhere. */
const DOORS: Record<string, Record<string, string[]>> = { hook: { debugging: ["failure-context.ts"] } };

interface Import {
  from: string;
  to: string;
}

const files = sources(src);
const imports = files.flatMap(importsOf);

describe("who may import whom", () => {
  test("every folder of src is in the table", () => {
    const folders = readdirSync(src, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(Object.keys(MAY_IMPORT)).toEqual(expect.arrayContaining(folders.map((entry) => entry.name)));
  });

  test("imports between folders follow the table", () => {
    expect(imports.filter(({ from, to }) => !isAllowed(room(from), room(to))).map(shown)).toEqual([]);
  });

  test("the hook reaches debugging by one door, and only once it has decided to speak", () => {
    const wrong = imports.filter(({ from, to }) => {
      const doors = DOORS[room(from)]?.[room(to)];
      return doors !== undefined && !doors.includes(to.slice(room(to).length + 1));
    });
    expect(wrong.map(shown)).toEqual([]);
    const eager = files
      .filter((file) => room(relative(src, file)) === "hook")
      .filter((file) => /^import (?!type )(?!\{ (?:type \w+,? ?)+\}).*debugging\//m.test(readFileSync(file, "utf8")))
      .map((file) => relative(src, file));
    // These are themselves loaded lazily, by on-command.ts.
    const lazy = ["hook/injection.ts", "hook/origin-text.ts", "hook/way-text.ts"];
    expect(eager.filter((file) => !lazy.includes(file))).toEqual([]);
  });

  test("biome enforces the same table", () => {
    const config = JSON.parse(readFileSync("biome.json", "utf8"));
    for (const folder of Object.keys(MAY_IMPORT)) {
      const override = config.overrides.find(
        (entry: { includes: string[] }) => entry.includes[0] === `src/${folder}/**`,
      );
      const patterns = override.linter.rules.style.noRestrictedImports.options.patterns;
      const banned = patterns[0].group.map((pattern: string) => pattern.slice(3).replace("/**", ""));
      const expected = Object.keys(MAY_IMPORT).filter((other) => other !== folder && !isAllowed(folder, other));
      expect(banned.toSorted(), `src/${folder}`).toEqual([...expected, "cli.ts"].toSorted());
    }
  });

  test("nobody switches the rules off", () => {
    const disabled = files.filter((file) =>
      /biome-ignore-all|biome-ignore lint\/style\/noRestrictedImports|@ts-ignore|@ts-nocheck/.test(
        readFileSync(file, "utf8"),
      ),
    );
    expect(disabled.map((file) => relative(src, file))).toEqual([]);
  });
});

describe("what a package may be imported by", () => {
  test.each([
    ["@modelcontextprotocol/", ["mcp", "network", "client", "agent"]],
    ["cac", ["cli.ts", "cli"]],
    ["node:child_process", ["kernel"]],
  ])("%s only by %j", (name, rooms) => {
    const users = files.filter((file) => readFileSync(file, "utf8").includes(`from "${name}`));
    expect(users.map((file) => room(relative(src, file))).filter((user) => !rooms.includes(user))).toEqual([]);
  });
});

function isAllowed(from: string, to: string): boolean {
  return from === "cli.ts" || to === from || to === "kernel" || (MAY_IMPORT[from] ?? []).includes(to);
}

function room(path: string): string {
  return path.split(sep)[0] ?? "";
}

function shown({ from, to }: Import): string {
  return `${from} imports ${to}`;
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return entry.name.endsWith(".ts") ? [path] : [];
  });
}

function importsOf(file: string): Import[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)].map((match) => ({
    from: relative(src, file),
    to: relative(src, resolve(dirname(file), match[1] ?? "")),
  }));
}
