import type { Dial } from "./link.ts";

/** Opens connections to a program that speaks MCP on its standard input and output; each dial starts it anew. */
export declare function stdioDial(argv: readonly [string, ...string[]], cwd: string, env: NodeJS.ProcessEnv): Dial;
