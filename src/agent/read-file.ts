import * as z from "zod";
import { redactSource } from "../kernel/redact.ts";
import { Refusal } from "./refusal.ts";
import { readPlace } from "./repo-file.ts";
import { placeOf } from "./repo-path.ts";
import { defineTool } from "./tool.ts";

const MOST_LINES = 400;
const MOST_CHARACTERS = 16_000;

export const readFile = defineTool({
  name: "read_file",
  description: "Shows lines of a file, each with its number and a tab before it, which are not part of the file.",
  args: z.strictObject({
    path: z.string().min(1).max(1000).describe("Relative to the root"),
    first_line: z.int().min(1).max(1_000_000).default(1),
    lines: z.int().min(1).max(MOST_LINES).default(150),
  }),
  run: async ({ path, first_line: first, lines }, workplace) => {
    const place = placeOf(path, workplace);
    const all = redactSource(await readPlace(place, workplace)).split(/\r?\n/);
    if (all.at(-1) === "") all.pop();
    if (first > all.length) throw new Refusal(`${place.shown} has ${all.length} lines.`);
    const shown: string[] = [];
    let length = 0;
    for (const [at, line] of all.slice(first - 1, first - 1 + lines).entries()) {
      length += line.length + 8;
      if (length > MOST_CHARACTERS && shown.length > 0) break;
      shown.push(`${first + at}\t${line.slice(0, MOST_CHARACTERS)}`);
    }
    const last = first - 1 + shown.length;
    const rest = last < all.length ? `\n… lines ${last + 1} to ${all.length} follow` : "";
    return `${place.shown}, lines ${first} to ${last} of ${all.length}:\n${shown.join("\n")}${rest}`;
  },
});
