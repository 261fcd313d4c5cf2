import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { FaultlineError } from "../kernel/errors.ts";

const SHORTEST = 16;

/** A token that nobody guesses: 256 bits. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * Checks a token that the user chose.
 *
 * @throws FaultlineError `bad-request` for one that is short or cannot stand in a header
 */
export function chosenToken(token: string): string {
  if (!/^[A-Za-z0-9._~+/-]+=*$/.test(token)) {
    throw new FaultlineError("bad-request", "FAULTLINE_TOKEN has characters that a bearer token cannot have");
  }
  if (token.length < SHORTEST) {
    throw new FaultlineError("bad-request", `FAULTLINE_TOKEN is shorter than ${SHORTEST} characters`, {
      hint: "leave it out, and one is made",
    });
  }
  return token;
}

export type Authorization = "granted" | "missing" | "wrong";

/** Compares an Authorization header with the token, in the same time whatever it holds. */
export function authorization(header: string | undefined, token: string): Authorization {
  const given = /^bearer +(.*)$/i.exec(header?.trim() ?? "")?.[1];
  if (given === undefined) return "missing";
  // Digests have one length, which the comparison needs, and tell nothing by where they differ.
  return timingSafeEqual(digest(given), digest(token)) ? "granted" : "wrong";
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
