import type { Drift } from "../faults/fault.ts";
import { underIdOf } from "../faults/reply-id.ts";
import { driftList, driftRequest, driftResult } from "../faults/schema-drift.ts";
import type { FaultSource } from "../faults/source.ts";
import type { FaultNotes } from "./fault-notes.ts";

/** JSON-RPC's code of arguments that do not fit. */
const INVALID_PARAMS = -32602;

/** Gives messages the names that have drifted, and notes where a client meets them. What has none comes back as it was. */
export class Drifts {
  readonly #source: FaultSource;
  readonly #notes: FaultNotes;

  constructor(source: FaultSource, notes: FaultNotes) {
    this.#source = source;
    this.#notes = notes;
  }

  /** A tool call as the server must see it; or how it is refused, which the client gets at once. */
  call(bytes: Buffer, tool: string, drift: Drift | undefined): { message: Buffer } | { refusal: Buffer } {
    const drifted = drift ? driftRequest(bytes, drift) : { message: bytes };
    if ("message" in drifted) return { message: drifted.message.equals(bytes) ? bytes : drifted.message };
    this.#notes.metDrift(tool);
    const error = { code: INVALID_PARAMS, message: drifted.refusal };
    const refusal = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: null, error }));
    return { refusal: underIdOf(bytes, refusal) };
  }

  /** A tool's answer. */
  answer(bytes: Buffer, tool: string, drift: Drift | undefined): Buffer {
    const drifted = drift ? driftResult(bytes, drift) : bytes;
    if (drifted.equals(bytes)) return bytes;
    this.#notes.metDrift(tool);
    return drifted;
  }

  /** A list of tools. */
  list(bytes: Buffer): Buffer {
    const tools: string[] = [];
    const drifted = driftList(bytes, (tool) => {
      const drift = this.#source.driftOf(tool);
      if (drift) tools.push(tool);
      return drift;
    });
    if (drifted.equals(bytes)) return bytes;
    for (const tool of tools) this.#notes.metDrift(tool);
    return drifted;
  }
}
