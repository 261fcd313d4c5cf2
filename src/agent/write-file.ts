import { stat } from "node:fs/promises";
import * as z from "zod";
import { isMissing } from "../kernel/files.ts";
import { readPlace } from "./repo-file.ts";
import { checkWritable, placeOf } from "./repo-path.ts";
import { save } from "./save.ts";
import { defineTool } from "./tool.ts";

export const writeFile = defineTool({
  name: "write_file",
  description: "Writes a whole file, new or in place of what is there. To change some lines use edit_file.",
  args: z.strictObject({
    path: z.string().min(1).max(1000).describe("Relative to the root"),
    content: z.string().max(200_000),
  }),
  run: async ({ path, content }, workplace) => {
    const place = placeOf(path, workplace);
    checkWritable(place, workplace);
    const before = (await isThere(place.path)) ? await readPlace(place, workplace) : undefined;
    await save(place, before, content, workplace);
    return `${place.shown} ${before === undefined ? "made" : "replaced"}.`;
  },
});

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
