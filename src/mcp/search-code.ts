import * as z from "zod";
import type { SearchAnswer } from "../debugging/reports.ts";
import { searchCode } from "../debugging/search-code.ts";
import { budgetTokens, deadlineSeconds } from "./fields.ts";
import { answerFields, shapeOf } from "./shapes.ts";
import { defineTool } from "./tool.ts";

export const searchCodeTool = defineTool({
  name: "search_code",
  title: "Search the project's code",
  description: `Finds lines of the project's own text files (no installed packages, nothing that git ignores), definitions first, code \
before tests, within the token budget. Runs nothing.
Use it to find where a name from another answer is defined or used, if you have no search of your own.
Errors: an empty query, a broken regular expression, or one that takes too long.`,
  searchHint: "find code, grep, definition, usages",
  input: z.strictObject({
    query: z.string().min(1).max(500).describe("Text to find, case and all"),
    regex: z.boolean().default(false).describe("The query is a JavaScript regular expression"),
    glob: z.string().min(1).max(500).optional().describe("Only files whose path matches, such as src/**/*.py"),
    limit: z.int().min(1).max(500).default(50).describe("Matches at most"),
    budget_tokens: budgetTokens,
    deadline_seconds: deadlineSeconds,
  }),
  output: shapeOf<SearchAnswer>()(
    z.looseObject({
      matches: z.array(z.looseObject({ path: z.string(), line: z.int(), text: z.string() })),
      searched: z.int().describe("Files that were looked at"),
      more: z.boolean().describe("There are more matches than were asked for"),
      ...answerFields,
    }),
  ),
  runsTests: false,
  run: (engine, input, call) =>
    searchCode(
      engine,
      {
        query: input.query,
        regex: input.regex,
        limit: input.limit,
        ...(input.glob === undefined ? {} : { glob: input.glob }),
      },
      call,
    ),
});
