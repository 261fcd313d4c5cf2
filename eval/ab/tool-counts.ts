import type { ToolUse } from "./audit-trace.ts";

/** How often each tool was used. */
export function countTools(uses: readonly ToolUse[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { tool } of uses) counts[tool] = (counts[tool] ?? 0) + 1;
  return counts;
}
