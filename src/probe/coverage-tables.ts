import { type FileLines, forEachRange, type SourceLine } from "./coverage-wire.ts";

/** A statement that a target executed, with how many failing (targets alone) and passing tests did. */
export interface CoveredStatement {
  /** Absolute, without symlinks. */
  path: string;
  /** 1-based first and last line; of a compound statement, of its head alone. */
  line: number;
  last: number;
  /** Qualified name, without `<locals>`, of the innermost function around; "" outside of any, as in a class body. */
  function: string;
  /** Line of that function's `def`, and its last line; 0 outside of any. */
  functionLine: number;
  functionLast: number;
  failing: number;
  passing: number;
}

/** Statements of one file that a target executed something of. */
export interface FileTable {
  path: string;
  source: SourceLine;
  /** Statement by line; -1 for none. */
  byLine: Int32Array;
  /** Number of its first statement among those of all tables. */
  base: number;
  /** Statements outside of functions that an import executed. */
  imported: number[];
  /** Statement of the spectrum by statement; -1 for those that no target executed. */
  inSpectrum: Int32Array;
}

/** Lines by path. */
export type LinesByPath = Map<string, Set<number>>;

/** Adds what a line of the record tells. */
export function addLines(lines: LinesByPath, files: FileLines, paths: ReadonlyMap<number, string>): void {
  for (let index = 0; index < files.length; index += 2) {
    const path = paths.get(files[index] as number);
    if (path === undefined) continue;
    let known = lines.get(path);
    if (!known) {
      known = new Set();
      lines.set(path, known);
    }
    const set = known;
    forEachRange(files[index + 1] as string, (first, last) => {
      for (let line = first; line <= Math.min(last, maxLine); line++) set.add(line);
    });
  }
}

/** No source file is longer; a record that was tampered with may say so. */
const maxLine = 2_000_000;

/** Statements of the files that targets executed, in the order of paths and lines. */
export class Tables {
  readonly byPath = new Map<string, FileTable>();
  readonly statements: CoveredStatement[] = [];
  /** Statements of all tables. */
  size = 0;

  constructor(executed: LinesByPath, imported: LinesByPath, sources: ReadonlyMap<string, SourceLine>) {
    for (const path of [...executed.keys()].sort()) {
      const source = sources.get(path);
      if (source) this.#add(path, source, executed.get(path) ?? new Set(), imported.get(path) ?? new Set());
    }
  }

  #add(path: string, source: SourceLine, executed: ReadonlySet<number>, imported: ReadonlySet<number>): void {
    const byLine = statementsByLine(source);
    const count = source.statements.length;
    const table = {
      path,
      source,
      byLine,
      base: this.size,
      imported: [] as number[],
      inSpectrum: new Int32Array(count),
    };
    table.inSpectrum.fill(-1);
    this.size += count;
    this.byPath.set(path, table);
    const wanted = new Set([...executed].map((line) => byLine[line] ?? -1).filter((statement) => statement >= 0));
    const touched = wanted.size > 0;
    for (const line of touched ? imported : []) {
      const statement = byLine[line] ?? -1;
      if (statement < 0 || source.statements[statement]?.[2] !== 0 || table.imported.includes(statement)) continue;
      table.imported.push(statement);
      wanted.add(statement);
    }
    for (let statement = 0; statement < count; statement++) {
      if (!wanted.has(statement)) continue;
      table.inSpectrum[statement] = this.statements.length;
      this.statements.push(describe(table, statement));
    }
  }
}

function statementsByLine({ statements }: SourceLine): Int32Array {
  const end = Math.min(Math.max(0, ...statements.slice(-1).map(([, last]) => last)), maxLine);
  const byLine = new Int32Array(end + 1).fill(-1);
  for (const [statement, [first, last]] of statements.entries()) byLine.fill(statement, first, last + 1);
  return byLine;
}

function describe({ path, source }: Pick<FileTable, "path" | "source">, statement: number): CoveredStatement {
  const [line, last, within] = source.statements[statement] ?? [0, 0, 0];
  const [name, functionLine, functionLast] = source.functions[within - 1] ?? ["", 0, 0];
  return { path, line, last, function: name, functionLine, functionLast, failing: 0, passing: 0 };
}
