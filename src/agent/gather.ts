import type {
  LanguageModelV3Content,
  LanguageModelV3FinishReason,
  LanguageModelV3Reasoning,
  LanguageModelV3StreamPart,
  LanguageModelV3Text,
} from "@ai-sdk/provider";
import type { SoFar, Watch } from "./provider.ts";
import { NOTHING_TOLD, type Reported, reportedIn } from "./reported-usage.ts";
import { endless, errorInStream } from "./stream-error.ts";

/** A turn, put together from its parts. */
export interface Gathered {
  content: LanguageModelV3Content[];
  /** Undefined: who watched has ended it. */
  finish: LanguageModelV3FinishReason["unified"] | undefined;
  usage: Reported;
}

type Words = LanguageModelV3Text | LanguageModelV3Reasoning;

/**
 * Reads the parts of a turn, as far as `watch` wants it to go on.
 *
 * @param broken told of the tokens of a turn that had begun, where this throws
 * @throws BrokenAnswer where the stream ends before the turn; APICallError for what the server told within it; what
 * reading threw
 */
export async function gather(
  stream: ReadableStream<LanguageModelV3StreamPart>,
  watch: Watch | undefined,
  broken: (usage: Reported) => void,
): Promise<Gathered> {
  const turn = new Gathering();
  try {
    for await (const part of stream) {
      const told = turn.take(part);
      if (told && watch?.(turn.soFar) === false) return turn.cutShort();
    }
    return turn.whole();
  } catch (error) {
    if (turn.hasBegun) broken(turn.usage);
    throw error;
  }
}

class Gathering {
  readonly #content: LanguageModelV3Content[] = [];
  readonly #open = new Map<string, Words>();
  /** Arguments of calls that are not complete yet. */
  readonly #calls = new Map<string, string>();
  #event: unknown;
  #written = "";
  #reading: SoFar["reading"];
  usage = NOTHING_TOLD;
  hasBegun = false;
  #finish: LanguageModelV3FinishReason | undefined;

  get soFar(): SoFar {
    return { written: this.#written, reading: this.#reading, output: this.usage.output };
  }

  /** @returns whether there is something new to tell */
  take(part: LanguageModelV3StreamPart): boolean {
    // What comes with no event of a turn, or with one that is an error.
    this.hasBegun ||= !["stream-start", "raw", "error", "finish"].includes(part.type);
    switch (part.type) {
      case "raw":
        return this.#listen(part.rawValue);
      case "error":
        throw errorInStream(part.error, this.#event);
      case "text-start":
      case "reasoning-start": {
        const type = part.type === "text-start" ? "text" : "reasoning";
        const words: Words = { type, text: "", ...metadataOf(part) };
        this.#open.set(part.id, words);
        this.#content.push(words);
        return false;
      }
      case "text-delta":
      case "reasoning-delta":
        this.#append(part.id, part.delta, part);
        return true;
      case "text-end":
      case "reasoning-end":
        this.#append(part.id, "", part);
        return false;
      case "tool-input-start":
        this.#calls.set(part.id, "");
        return false;
      case "tool-input-delta":
        this.#calls.set(part.id, (this.#calls.get(part.id) ?? "") + part.delta);
        this.#written += part.delta;
        return true;
      case "tool-call":
        this.#calls.delete(part.toolCallId);
        this.#content.push(part);
        return false;
      case "finish":
        this.#end(part);
        return false;
      default:
        return false;
    }
  }

  whole(): Gathered {
    // The Gemini API's stream has an end for the library even where the server did not send one.
    if (this.#finish?.raw === undefined) throw endless();
    return { content: this.#content, finish: this.#finish.unified, usage: this.usage };
  }

  cutShort(): Gathered {
    const begun = [...this.#calls.values()].map((text): LanguageModelV3Text => ({ type: "text", text }));
    return { content: [...this.#content, ...begun], finish: undefined, usage: this.usage };
  }

  #listen(event: unknown): boolean {
    this.#event = event;
    const { usage, reading } = reportedIn(event);
    if (usage) {
      this.usage = usage;
      this.hasBegun = true;
    }
    if (reading) this.#reading = reading;
    return reading !== undefined;
  }

  #append(id: string, delta: string, part: { providerMetadata?: Words["providerMetadata"] }): void {
    const words = this.#open.get(id);
    if (!words) return;
    words.text += delta;
    this.#written += delta;
    Object.assign(words, metadataOf(part));
  }

  #end({ finishReason, usage: { inputTokens, outputTokens } }: Extract<LanguageModelV3StreamPart, { type: "finish" }>) {
    this.#finish = finishReason;
    this.usage = {
      input: inputTokens.total ?? this.usage.input,
      output: outputTokens.total ?? this.usage.output,
      cached: inputTokens.cacheRead ?? this.usage.cached,
    };
  }
}

function metadataOf({ providerMetadata }: { providerMetadata?: Words["providerMetadata"] }) {
  return providerMetadata ? { providerMetadata } : {};
}
