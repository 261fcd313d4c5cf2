import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { FaultlineError } from "../kernel/errors.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import { isHopeless } from "./passing.ts";
import { serverAt } from "./provider-from.ts";

/** A server that is busy reading may let others wait. */
const PATIENCE_MS = 5000;
/** Milliseconds between two looks at a server that loads its model, and how often it is looked at. */
const LOADING_MS = 500;
const MOST_LOOKS = 600;

/** llama.cpp's server names its model by the path of the file, and takes any name for it. */
const FOLDER_OF_FILE = /^.*[/\\](?=[^/\\]+\.gguf$)/i;

const Models = z.object({ data: z.array(z.looseObject({ id: z.string().min(1).max(300) })) });

interface Asking {
  signal: AbortSignal;
  /** Told once where the server loads its model, which is waited for. */
  loading(): void;
}

/**
 * Asks a server of the form `chat/completions` which models it has.
 *
 * @param url with its path, such as `http://127.0.0.1:8080/v1`
 * @returns their names; none where it does not tell
 * @throws FaultlineError `model-failed` where no server can be; `bad-request` as `providerFrom` does
 */
export async function modelsAt(url: string, env: NodeJS.ProcessEnv, asking: Asking): Promise<string[]> {
  const { baseUrl, key } = serverAt(url, "OPENAI_API_KEY", env);
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};
  try {
    const told = await answerOf(`${baseUrl}/models`, headers, asking);
    return Models.parse(JSON.parse(told)).data.map(({ id }) => id.replace(FOLDER_OF_FILE, ""));
  } catch (error) {
    if (asking.signal.aborted) throw error;
    const cause = error instanceof Error ? error.cause : undefined;
    if (cause instanceof Error && isHopeless(cause)) throw unreachable(new URL(baseUrl), cause);
    return [];
  }
}

async function answerOf(url: string, headers: Record<string, string>, { signal, loading }: Asking): Promise<string> {
  const ask = boundedFetch({ silentMs: PATIENCE_MS, totalMs: PATIENCE_MS });
  for (let look = 1; ; look += 1) {
    const answer = await ask(url, { headers, signal });
    const text = await answer.text();
    // So llama.cpp's says it.
    if (answer.status !== 503 || !/loading model/i.test(text) || look === MOST_LOOKS) return text;
    if (look === 1) loading();
    await sleep(LOADING_MS, undefined, { signal });
  }
}

function unreachable({ origin, port }: URL, cause: Error): FaultlineError {
  if (cause.message === "bad port") {
    const message = `${origin} cannot be reached: HTTP clients keep away from port ${port}`;
    return new FaultlineError("model-failed", message, { hint: "let the server listen at another", cause });
  }
  const isClosed = "code" in cause && cause.code === "ECONNREFUSED";
  const message = isClosed ? `nothing listens at ${origin}` : `${origin} cannot be reached: ${cause.message}`;
  return new FaultlineError("model-failed", message, {
    hint: "start a llama.cpp server there, or give --url",
    cause,
  });
}
