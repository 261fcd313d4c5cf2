import type { FileTable, Tables } from "./coverage-tables.ts";
import { type FileLines, forEachRange } from "./coverage-wire.ts";

/** A test while it is counted. */
export interface CountedTest {
  /** From 1 on, another one for each test. */
  number: number;
  counts: "failing" | "passing" | undefined;
  shared: number;
  statements: number;
}

/** So many statements of texts are remembered. */
const maxRemembered = 4_000_000;

/** Counts each statement once for each test, in memory that does not grow with the tests. */
export class StatementCounter {
  readonly #tables: Tables;
  /** By statement, the last test that executed it: the lines of one test follow each other. */
  readonly #seen: Int32Array;
  /** By statement, which one of the spectrum it is; -1 for none. */
  readonly #inSpectrum: Int32Array;
  readonly #failing: Uint32Array;
  readonly #passing: Uint32Array;
  /** Most tests execute of a file what others did: by file, the statements that a text stands for. */
  readonly #remembered = new Map<FileTable, Map<string, Int32Array>>();
  #size = 0;

  constructor(tables: Tables) {
    this.#tables = tables;
    this.#seen = new Int32Array(tables.size);
    this.#inSpectrum = new Int32Array(tables.size);
    for (const { base, inSpectrum } of tables.byPath.values()) this.#inSpectrum.set(inSpectrum, base);
    this.#failing = new Uint32Array(tables.statements.length);
    this.#passing = new Uint32Array(tables.statements.length);
  }

  /** Counts what a phase, or a fixture that it stands on, executed. */
  add(test: CountedTest, files: FileLines, byFile: ReadonlyMap<number, FileTable>): void {
    for (let index = 0; index < files.length; index += 2) {
      const table = byFile.get(files[index] as number);
      const text = files[index + 1] as string;
      if (table) this.#count(test, this.#statementsOf(table, text));
      else
        forEachRange(text, (first, last) => {
          test.statements += last - first + 1;
        });
    }
  }

  /** Writes the counts into the statements of the tables. */
  finish(): void {
    for (const [index, statement] of this.#tables.statements.entries()) {
      statement.failing = this.#failing[index] ?? 0;
      statement.passing = this.#passing[index] ?? 0;
    }
  }

  #count(test: CountedTest, statements: Int32Array): void {
    const counts = test.counts === undefined ? undefined : test.counts === "failing" ? this.#failing : this.#passing;
    const [seen, inSpectrum, { number }] = [this.#seen, this.#inSpectrum, test];
    for (const statement of statements) {
      if (seen[statement] === number) continue;
      seen[statement] = number;
      test.statements += 1;
      const found = inSpectrum[statement] ?? -1;
      if (found < 0) continue;
      test.shared += 1;
      if (counts) counts[found] = (counts[found] ?? 0) + 1;
    }
  }

  #statementsOf(table: FileTable, text: string): Int32Array {
    let known = this.#remembered.get(table);
    if (!known) {
      known = new Map();
      this.#remembered.set(table, known);
    }
    let statements = known.get(text);
    if (!statements) {
      statements = readStatements(table, text);
      this.#size += statements.length;
      if (this.#size > maxRemembered) {
        this.#size = statements.length;
        this.#remembered.clear();
        known = new Map();
        this.#remembered.set(table, known);
      }
      known.set(text, statements);
    }
    return statements;
  }
}

/** Numbers among those of all tables; with what an import executed of the file, if anything was executed of it. */
function readStatements({ base, byLine, imported }: FileTable, text: string): Int32Array {
  const found = new Set<number>();
  forEachRange(text, (first, last) => {
    for (let line = first; line <= last && line < byLine.length; line++) {
      const statement = byLine[line] ?? -1;
      if (statement >= 0) found.add(base + statement);
    }
  });
  if (found.size > 0) for (const statement of imported) found.add(base + statement);
  return Int32Array.from(found);
}
