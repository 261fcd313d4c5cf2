import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** As many modules, each of as many lines, as make a repository one in which Faultline speaks. */
const FILES = 120;
const LINES = 100;

/**
 * Adds modules that nothing imports to a project, tables of a shop's depots, so that it has the size of one that people
 * need help with. Their names and contents are the same every time.
 */
export async function grow(folder: string): Promise<void> {
  const tables = join(folder, "tables");
  await mkdir(tables, { recursive: true });
  await Promise.all(
    Array.from({ length: FILES }, (_, file) => {
      const rows = Array.from({ length: LINES - 2 }, (_, row) => `    "${10_000 + file * 100 + row}": ${row},`);
      const name = `depots_${String(file).padStart(3, "0")}.py`;
      return writeFile(join(tables, name), ["DEPOTS = {", ...rows, "}", ""].join("\n"));
    }),
  );
}
