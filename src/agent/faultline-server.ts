import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { utf8Bytes } from "../kernel/budget.ts";
import { describeError, FaultlineError } from "../kernel/errors.ts";
import { briefTool, TEST } from "./brief-tool.ts";
import { clip } from "./clip.ts";
import type { AgentTool, ToolAnswer } from "./tool.ts";
import type { Workplace } from "./workplace.ts";

/** Milliseconds without a sign of life until a call is given up. */
const PATIENCE_MS = 180_000;
const MOST_CHARACTERS = 16_000;
const CONTEXT = "failure_context";
/** Of the context that opens the task; get_evidence gives what is omitted. */
const CONTEXT_TOKENS = 1500;
/** The agent has a search of its own. */
const NOT_OFFERED = new Set(["search_code"]);

/** Faultline's MCP server, reached as any client would. */
export interface FaultlineServer {
  tools: readonly AgentTool[];
  /** What it finds about a failing test. */
  contextOf(nodeId: string): Promise<string>;
  /** Bytes of UTF-8 that it has given so far. */
  readonly bytes: number;
  close(): Promise<void>;
}

export interface FaultlineRequest {
  /** The words that start it, on standard input and output. */
  program: readonly [string, ...string[]];
  cwd: string;
  env: NodeJS.ProcessEnv;
  version: string;
  signal: AbortSignal;
}

/** @throws FaultlineError `process-failed` where it does not start */
export async function startFaultline(request: FaultlineRequest): Promise<FaultlineServer> {
  const { program, cwd, version, signal } = request;
  const client = new Client({ name: "faultline-agent", version }, { versionNegotiation: { mode: "auto" } });
  const [command, ...args] = program;
  const env = Object.fromEntries(
    Object.entries(request.env).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  let bytes = 0;
  const call = async (name: string, given: Record<string, unknown>): Promise<ToolAnswer> => {
    const answer = await answerOf(client, name, given, signal);
    bytes += utf8Bytes(answer.text);
    return answer;
  };
  try {
    await client.connect(new StdioClientTransport({ command, args, cwd, env, stderr: "ignore" }), { signal });
    const { tools } = await client.listTools({}, { signal });
    return {
      tools: tools
        .filter(({ name }) => !NOT_OFFERED.has(name))
        .map(({ name, description = "", inputSchema }) => ({
          spec: briefTool({ name, description, inputSchema }),
          call: async (given, workplace) => {
            const asksForTest = TEST in (inputSchema.properties ?? {});
            const args = { ...(asksForTest ? { [TEST]: workplace.target } : {}), ...given };
            return isGiven(name, args, workplace) ? GIVEN : call(name, args);
          },
        })),
      contextOf: async (nodeId) => (await call(CONTEXT, { node_id: nodeId, budget_tokens: CONTEXT_TOKENS })).text,
      get bytes() {
        return bytes;
      },
      close: () => client.close(),
    };
  } catch (error) {
    await client.close().catch(() => undefined);
    throw new FaultlineError("process-failed", `Faultline's server did not start: ${describeError(error)}`);
  }
}

const GIVEN = { text: "That was given with the task, and no file has changed since. Look at the code.", isError: true };

/** Small models call what they are told to use first, although its answer lies before them. */
function isGiven(name: string, given: Record<string, unknown>, { target, changes }: Workplace): boolean {
  return name === CONTEXT && given[TEST] === target && !changes.any;
}

async function answerOf(
  client: Client,
  name: string,
  given: Record<string, unknown>,
  signal: AbortSignal,
): Promise<ToolAnswer> {
  try {
    const options = { timeout: PATIENCE_MS, resetTimeoutOnProgress: true, onprogress: () => undefined, signal };
    const { content, isError } = await client.callTool({ name, arguments: given }, options);
    const text = content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
    return { text: clip(text, MOST_CHARACTERS), isError: isError === true };
  } catch (error) {
    return { text: `${name} failed: ${describeError(error)}`, isError: true };
  }
}
