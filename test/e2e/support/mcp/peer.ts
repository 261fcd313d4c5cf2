/** A client of somebody else's, connected to a server of ours. */
export interface Peer {
  /** The protocol version that it agreed on with the server; undefined where it does not tell. */
  version: string | undefined;
  tools(): Promise<string[]>;
  call(name: string, input: Record<string, unknown>): Promise<Called>;
  /** Uris of the first page. */
  resources(): Promise<string[]>;
  read(uri: string): Promise<string>;
  close(): Promise<void>;
}

/** A tool's answer as the client hands it on. */
export interface Called {
  isError: boolean;
  structured: Record<string, unknown> | undefined;
  text: string;
  /** Messages of the progress notifications that came before it; undefined where the client shows none. */
  progress: string[] | undefined;
}

/** How a server is reached. */
export type Reach =
  | { stdio: readonly [string, ...string[]]; env: Record<string, string> }
  | { url: string; token: string };

/** What the SDKs give as a result of a tool. */
export interface ToolResult {
  isError?: boolean | undefined;
  structuredContent?: unknown;
  content?: unknown;
}

/** What the SDKs' clients answer when a server asks their user. */
export const ANSWER = { action: "accept" as const, content: { zone: "EU" } };

/** Reads a result as every client of the protocol prints it. */
export function calledOf(result: ToolResult, progress: string[] | undefined): Called {
  const [first] = (result.content ?? []) as { type: string; text: string }[];
  return {
    isError: result.isError ?? false,
    structured: result.structuredContent as Called["structured"],
    text: first?.text ?? "",
    progress,
  };
}
