import { McpServer } from "@modelcontextprotocol/server";
import { captureValuesTool } from "./capture-values.ts";
import { checkPatchTool } from "./check-patch.ts";
import { compareRunsTool } from "./compare-runs.ts";
import type { Desk } from "./desk.ts";
import { failureContext } from "./failure-context.ts";
import { getEvidenceTool } from "./get-evidence.ts";
import { investigateTool } from "./investigate.ts";
import { addEvidence } from "./resources.ts";
import { searchCodeTool } from "./search-code.ts";
import type { Tool } from "./tool.ts";

/** In the order in which a failure is worked on. */
const tools: readonly Tool[] = [
  failureContext,
  investigateTool,
  captureValuesTool,
  compareRunsTool,
  searchCodeTool,
  checkPatchTool,
  getEvidenceTool,
];

const instructions = `Faultline measures why a pytest test fails, by running it; it never edits code.
A test fails: failure_context with its node id, before reading files. Cause still open, or it fails only in the suite: \
investigate. To check a hypothesis about a line: capture_values. After an edit: check_patch, before you say that it is \
fixed. Paths are relative to the repository. An answer keeps to budget_tokens; get_evidence fetches what omitted names.`;

/**
 * A server for one client (one connection, one session or one request), of either era of the protocol.
 *
 * @param desk shared by all of them
 */
export function makeServer(desk: Desk, version: string): McpServer {
  const server = new McpServer(
    { name: "faultline", title: "Faultline", version },
    { instructions, capabilities: { tools: { listChanged: false }, resources: { listChanged: true } } },
  );
  for (const tool of tools) tool.register(server, desk);
  addEvidence(server, () => desk.engine());
  return server;
}
