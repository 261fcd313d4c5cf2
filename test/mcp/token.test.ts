import { describe, expect, test } from "vitest";
import { authorization, chosenToken, newToken } from "../../src/mcp/token.ts";

describe("the bearer token", () => {
  test("a new one is another each time, and one that could have been chosen", () => {
    const token = newToken();
    expect(chosenToken(token)).toBe(token);
    expect(newToken()).not.toBe(token);
  });

  test("a short one, or one that no header can carry, is refused without being shown", () => {
    for (const token of ["swordfish", "sixteen chars ok?", "0123456789abcdef\n", "0123456789abcdefé"]) {
      const refusal = () => chosenToken(token);
      expect(refusal).toThrow(/FAULTLINE_TOKEN/);
      expect(refusal).not.toThrow(token);
    }
  });

  test.each([
    ["Bearer 0123456789abcdef", "granted"],
    ["bearer   0123456789abcdef ", "granted"],
    ["Bearer 0123456789abcdeF", "wrong"],
    ["Bearer 0123456789abcdef0", "wrong"],
    ["Bearer 0123456789abcde", "wrong"],
    ["Bearer ", "missing"],
    ["Basic 0123456789abcdef", "missing"],
    ["0123456789abcdef", "missing"],
    [undefined, "missing"],
  ])("%s is %s", (header, verdict) => {
    expect(authorization(header, "0123456789abcdef")).toBe(verdict);
  });
});
