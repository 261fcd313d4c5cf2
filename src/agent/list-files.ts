import { readdir, stat } from "node:fs/promises";
import * as z from "zod";
import { isMissing } from "../kernel/files.ts";
import { Refusal } from "./refusal.ts";
import { filesBelow, nothingAt, placeOf, shownPath } from "./repo-path.ts";
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
    const names = name === undefined ? await entries(place.path) : below(place.path, name, workplace);
    if (!names) throw nothingAt(place, workplace);
    if (names.length === 0) return name === undefined ? `${place.shown} is empty.` : `No path contains ${name}.`;
    const more = names.length > MOST_ENTRIES ? [`… and ${names.length - MOST_ENTRIES} more`] : [];
    return [...names.slice(0, MOST_ENTRIES), ...more].join("\n");
  },
});

async function entries(folder: string): Promise<string[] | undefined> {
  try {
    if (!(await stat(folder)).isDirectory()) throw new Refusal("That is a file; read_file shows it.");
    const found = await readdir(folder, { withFileTypes: true });
    return found
      .filter((entry) => !entry.name.startsWith(".") && entry.name !== "__pycache__")
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
      .sort();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function below(folder: string, name: string, workplace: Workplace): string[] {
  return filesBelow(folder, workplace)
    .map((file) => shownPath(file, workplace))
    .filter((path) => path.includes(name));
}
