import { distance } from "fastest-levenshtein";
import * as z from "zod";
import { redactSource } from "../kernel/redact.ts";
import { Refusal } from "./refusal.ts";
import { readPlace } from "./repo-file.ts";
import { checkWritable, placeOf } from "./repo-path.ts";
import { count, save } from "./save.ts";
import { defineTool } from "./tool.ts";

export const editFile = defineTool({
  name: "edit_file",
  description:
    "Replaces a text in a file by another. The old text has to be in the file exactly once, with its indentation and " +
    "without line numbers: take enough lines. Tests are read-only.",
  args: z.strictObject({
    path: z.string().min(1).max(1000).describe("Relative to the root"),
    old_text: z.string().min(1).max(50_000),
    new_text: z.string().max(50_000),
  }),
  run: async ({ path, old_text: old, new_text: replacement }, workplace) => {
    const place = placeOf(path, workplace);
    const before = await readPlace(place, workplace);
    checkWritable(place, workplace);
    const asInFile = lineEndsOf(before);
    const wanted = asInFile(old);
    if (wanted === asInFile(replacement)) throw new Refusal("Nothing to do: both texts are the same.");
    const found = count(before, wanted);
    if (found > 1) throw new Refusal(`Not unique: ${place.shown} has it ${found} times (${places(before, wanted)}).`);
    if (found === 0) throw new Refusal(`${place.shown} does not contain the old text.${nearest(before, old)}`);
    const at = before.indexOf(wanted);
    await save(
      place,
      before,
      before.slice(0, at) + asInFile(replacement) + before.slice(at + wanted.length),
      workplace,
    );
    return `${place.shown} changed, from line ${lineAt(before, at)} on.`;
  },
});

/** Gives a text the line ends of a file. */
function lineEndsOf(file: string): (text: string) => string {
  return file.includes("\r\n") ? (text) => text.replace(/\r?\n/g, "\r\n") : (text) => text;
}

function lineAt(text: string, at: number): number {
  return count(text.slice(0, at), "\n") + 1;
}

function places(text: string, part: string): string {
  const lines: number[] = [];
  for (let at = text.indexOf(part); at !== -1 && lines.length < 5; at = text.indexOf(part, at + part.length)) {
    lines.push(lineAt(text, at));
  }
  return `lines ${lines.join(", ")}${lines.length === 5 ? ", …" : ""}`;
}

/** The place in the file that was most likely meant. */
function nearest(file: string, old: string): string {
  const lines = file.split(/\r?\n/);
  const shown = redactSource(lines.join("\n")).split("\n");
  const wanted = old.split(/\r?\n/);
  const bare = wanted.map((line) => line.trim());
  const at = lines.findIndex((_, start) => bare.every((line, offset) => lines[start + offset]?.trim() === line));
  if (at !== -1) {
    const real = shown.slice(at, at + bare.length).join("\n");
    return ` Its lines ${at + 1} to ${at + bare.length} differ in blanks alone; they are:\n${real}`;
  }
  const first = bare.find((line) => line !== "") ?? "";
  let best: { line: number; far: number } | undefined;
  for (const [line, text] of lines.entries()) {
    if (text.trim() === "") continue;
    const far = distance(text.trim().slice(0, 300), first.slice(0, 300));
    if (far < (best?.far ?? first.length / 2)) best = { line, far };
  }
  if (!best) return " Read the file first.";
  const real = shown.slice(best.line, best.line + wanted.length).join("\n");
  return ` Nearest are its lines from ${best.line + 1} on:\n${real}`;
}
