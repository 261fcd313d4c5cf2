import { FaultlineError } from "../kernel/errors.ts";
import { redact } from "../kernel/redact.ts";
import type { Provider } from "./provider.ts";
import type { Thinking } from "./thinking.ts";

const hint = "anthropic:MODEL, gemini:MODEL, openai:URL#MODEL or local:URL#MODEL";
const bases = {
  anthropic: "https://api.anthropic.com",
  gemini: "https://generativelanguage.googleapis.com",
} as const;

/**
 * The model that a text names: `anthropic:MODEL` (key in ANTHROPIC_API_KEY), `gemini:MODEL` (GEMINI_API_KEY), or
 * `openai:URL#MODEL` for any server of that form (OPENAI_API_KEY; `#MODEL` may be left out where it serves one alone);
 * `local:URL#MODEL` is the same for a small open model: its calls are held to the tools' schemas by a grammar.
 * ANTHROPIC_BASE_URL and GOOGLE_GEMINI_BASE_URL lead to other servers, as they do for others. A server on this machine
 * needs no key.
 *
 * @param thinking whether the model is to think before it answers, where it can be told; left out, it does as usual. An
 * open model that thinks is not held by a grammar, which would leave it no room for thoughts.
 * @throws FaultlineError `bad-request` for anything else, or without the key
 */
export async function providerFrom(text: string, env: NodeJS.ProcessEnv, thinking?: Thinking): Promise<Provider> {
  const told = thinking ? { thinking } : {};
  const [, kind, rest] = /^([a-z]+):(.+)$/s.exec(text) ?? [];
  if (kind === "anthropic" && rest) {
    const server = serverAt(env["ANTHROPIC_BASE_URL"] || bases.anthropic, "ANTHROPIC_API_KEY", env);
    const { anthropic } = await import("./anthropic.ts");
    return anthropic({ model: rest, ...server });
  }
  if (kind === "gemini" && rest) {
    const server = serverAt(env["GOOGLE_GEMINI_BASE_URL"] || bases.gemini, "GEMINI_API_KEY", env);
    const { gemini } = await import("./gemini.ts");
    return gemini({ model: rest, ...server, ...told });
  }
  if ((kind === "openai" || kind === "local") && rest) {
    const [, url = "", model] = /^([^#]*)(?:#(.+))?$/s.exec(rest) ?? [];
    const server = serverAt(url, "OPENAI_API_KEY", env);
    const { openAiCompatible } = await import("./openai-compatible.ts");
    return openAiCompatible({
      model: model ?? "default",
      ...server,
      greedy: server.isLocal,
      grammar: kind === "local" && thinking !== "on",
      ...(kind === "local" ? { telling: true, ...told } : {}),
    });
  }
  throw new FaultlineError("bad-request", `${redact(text)} names no model`, { hint });
}

interface Server {
  baseUrl: string;
  key: string | undefined;
  isLocal: boolean;
}

/**
 * The server at an address, with the key for it.
 *
 * @throws FaultlineError `bad-request` for what is no such address, or one that only a key or https would do for
 */
export function serverAt(text: string, keyName: string, env: NodeJS.ProcessEnv): Server {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username + url.password !== "" || url.search !== "") {
    throw new FaultlineError("bad-request", `${redact(text)} is no address of a model server`, { hint });
  }
  const isLocal = /^(?:localhost|\[::1\]|127(?:\.\d+){3})$/.test(url.hostname);
  const key = env[keyName]?.trim() || undefined;
  if (!isLocal && url.protocol !== "https:") {
    throw new FaultlineError("bad-request", `${redact(text)} would send the key and the prompts in the clear`, {
      hint: "https, or a server on this machine",
    });
  }
  if (!isLocal && !key) throw new FaultlineError("bad-request", `${url.host} wants a key: set ${keyName}`);
  return { baseUrl: url.href.replace(/\/+$/, ""), key, isLocal };
}
