import { readFileSync, statSync } from "node:fs";
import * as z from "zod";
import { redactSource } from "../kernel/redact.ts";
import { isTestPath } from "../kernel/repo.ts";
import { MOST_BYTES } from "./repo-file.ts";
import { filesBelow, nothingAt, type Place, placeOf, shownPath } from "./repo-path.ts";
import { defineTool } from "./tool.ts";
import type { Workplace } from "./workplace.ts";

const MOST_MATCHES = 60;
const MOST_COLUMNS = 200;

export const search = defineTool({
  name: "search",
  description: "Finds the lines of the project's files that contain a text, code before tests. No regular expressions.",
  args: z.strictObject({
    text: z.string().min(1).max(500).describe("Taken literally, case and all"),
    path: z.string().max(1000).default(".").describe("Only this folder or file"),
  }),
  run: ({ text, path }, workplace) => {
    const place = placeOf(path, workplace);
    const matches: string[] = [];
    let count = 0;
    for (const file of filesAt(place, workplace)) {
      const found = matchesIn(file, text, workplace);
      count += found.length;
      matches.push(...found.slice(0, MOST_MATCHES - matches.length));
    }
    if (count === 0) return `Nothing contains ${text}, taken literally.`;
    const more = count > matches.length ? [`… and ${count - matches.length} more`] : [];
    return [...matches, ...more].join("\n");
  },
});

function filesAt(place: Place, workplace: Workplace): string[] {
  const info = statSync(place.path, { throwIfNoEntry: false });
  if (!info) throw nothingAt(place, workplace);
  if (info.isFile()) return [place.path];
  const files = filesBelow(place.path, workplace);
  const order = (file: string) => (isTestPath(workplace.repo, file) ? 2 : file.endsWith(".py") ? 0 : 1);
  return [0, 1, 2].flatMap((place) => files.filter((file) => order(file) === place));
}

function matchesIn(file: string, text: string, workplace: Workplace): string[] {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? Number.POSITIVE_INFINITY) > MOST_BYTES) return [];
  const content = readFileSync(file, "utf8");
  if (!content.includes(text) || content.includes("\0")) return [];
  const shown = shownPath(file, workplace);
  return redactSource(content)
    .split("\n")
    .flatMap((line, at) => (line.includes(text) ? [`${shown}:${at + 1}: ${line.trim().slice(0, MOST_COLUMNS)}`] : []));
}
