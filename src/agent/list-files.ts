import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { isMissing } from "../kernel/files.ts";
import { Refusal } from "./refusal.ts";
import { filesBelow, nothingAt, type Place, placeOf, shownPath } from "./repo-path.ts";
import { defineTool } from "./tool.ts";
import type { Workplace } from "./workplace.ts";

const MOST_ENTRIES = 200;

export const listFiles = defineTool({
  name: "list_files",
  description:
    "Lists a folder of the repository; with name, all files below it whose path contains that text. Folders end in /.",
  args: z.strictObject({
    path: z.string().max(1000).default(".").describe("The folder, relative to the root"),
    name: z.string().min(1).max(200).optional().describe("Part of a path"),
  }),
  run: async ({ path, name }, workplace) => {
    const place = placeOf(path, workplace);
    const inside = await entries(place, workplace);
    const names = name === undefined ? inside : below(place.path, name, workplace);
    if (names.length === 0) return name === undefined ? `${place.shown} is empty.` : `No path contains ${name}.`;
    const more = names.length > MOST_ENTRIES ? [`… and ${names.length - MOST_ENTRIES} more`] : [];
    return [...names.slice(0, MOST_ENTRIES), ...more].join("\n");
  },
});

async function entries(place: Place, workplace: Workplace): Promise<string[]> {
  try {
    if (!(await stat(place.path)).isDirectory()) throw new Refusal(`${place.shown} is a file; read_file shows it.`);
    const { closed } = workplace;
    const found = await readdir(place.path, { withFileTypes: true });
    return found
      .filter(({ name }) => !name.startsWith(".") && name !== "__pycache__" && !closed.includes(join(place.path, name)))
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
      .sort();
  } catch (error) {
    if (isMissing(error)) throw nothingAt(place, workplace);
    throw error;
  }
}

function below(folder: string, name: string, workplace: Workplace): string[] {
  return filesBelow(folder, workplace)
    .map((file) => shownPath(file, workplace))
    .filter((path) => path.includes(name));
}
