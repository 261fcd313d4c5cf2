import type { DebuggingAgent } from "./agent.ts";
import { readClaudeSession } from "./claude-transcript.ts";
import { runHeadless } from "./headless.ts";
import { countTools } from "./tool-counts.ts";

/**
 * Claude Code, headless, with a real model. The key stays outside of the session.
 *
 * @param api where the model is, such as "https://api.anthropic.com"
 */
export function claudeAgent(model: string, api: string, key: string): DebuggingAgent {
  return {
    name: `claude:${model}`,
    simulated: false,
    server: api,
    async run(session) {
      const told = await runHeadless(session, { url: api, headers: { "x-api-key": key } }, ["--model", model]);
      const { uses, turns, tokens, injectedBytes } = await readClaudeSession(session.home);
      return {
        ...told,
        tokens: { ...tokens, counter: "the server, as the client recorded it" },
        turns,
        injectedBytes,
        toolCalls: countTools(uses),
      };
    },
  };
}
