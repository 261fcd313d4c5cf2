import { type FailureContext, shownPath } from "../debugging/failure-context.ts";
import { redact, redactSource } from "../kernel/redact.ts";
import { originBlock } from "./origin-text.ts";
import { fitLines, numbered, RANK, type RankedLine } from "./ranked-lines.ts";
import { firstLine, shorten } from "./text.ts";

/** No injection is longer than this many bytes of UTF-8. */
export const MAX_BYTES = 2048;

const NODE_IDS = 3;

/**
 * What the model is told of a failure: exception, crash site, where the bad value was made and the way it took,
 * a command to run just these tests. At most 2,048 bytes; what is needed least is left out, whole lines at a time.
 * Secrets are left out.
 */
export function injection(context: FailureContext, root: string, rerun: string): string {
  const lines = [
    ...head(context),
    ...originBlock(context, root),
    ...crashBlock(context, root),
    ...routeBlock(context, root),
    { text: `Re-run: ${rerun}`, rank: RANK.rerun },
  ];
  const shown = lines.map((line) => ({ ...line, text: redactSource(line.text) }));
  return fitLines(shown, MAX_BYTES);
}

function head({ exception, nodeIds, otherFailures, notes }: FailureContext): RankedLine[] {
  const message = firstLine(redact(exception.message));
  const shown = nodeIds.slice(0, NODE_IDS).map((nodeId) => shorten(firstLine(redact(nodeId)), 160));
  const more = nodeIds.length - shown.length;
  const atLeast = otherFailures === undefined ? "at least " : "";
  const count = nodeIds.length > 1 ? ` (${atLeast}${nodeIds.length} tests, one cause)` : "";
  return [
    { text: `Faultline: ${exception.type}${message ? `: ${shorten(message, 240)}` : ""}`, rank: RANK.head },
    { text: `in ${shown.join(", ")}${more > 0 ? `, and ${more} more` : ""}${count}`, rank: RANK.head },
    ...notes.map((note) => ({ text: `Note: ${note}.`, rank: RANK.head })),
    // Not "by another cause": where the output was cut, that is not known.
    ...(otherFailures ? [{ text: `Besides, ${otherFailures} more failed.`, rank: RANK.route }] : []),
  ];
}

function crashBlock({ crash, source, origin }: FailureContext, root: string): RankedLine[] {
  if (!crash) return [];
  const above = origin?.steps[0]?.path === crash.path ? source.origin : undefined;
  const shown = (line: number) => above !== undefined && line >= above.first && line < above.first + above.lines.length;
  const place = `${shownPath(root, crash.path)}:${crash.line}${crash.function ? ` in ${crash.function}` : ""}`;
  if (shown(crash.line)) return [{ text: `Crash site ${place}, marked above.`, rank: RANK.place }];
  return [{ text: `Crash site ${place}:`, rank: RANK.place }, ...numbered(source.crash, { line: crash.line, shown })];
}

function routeBlock({ sites, crash }: FailureContext, root: string): RankedLine[] {
  const way = sites.filter((site) => site.path !== crash?.path || site.line !== crash.line);
  if (way.length === 0) return [];
  const rows = way.map((site, at) => ({
    text: `  ${shownPath(root, site.path)}:${site.line}${site.function ? ` in ${site.function}` : ""}${site.code ? `: ${shorten(firstLine(site.code), 120)}` : ""}`,
    // The callers nearest to the crash tell most.
    rank: RANK.route + (way.length - at) / 1000,
  }));
  return [{ text: "Called by way of:", rank: RANK.route }, ...rows];
}
