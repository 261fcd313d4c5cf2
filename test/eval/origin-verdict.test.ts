import { expect, test } from "vitest";
import { readInjection } from "../../eval/context/injection.ts";
import { originVerdict } from "../../eval/context/origin-verdict.ts";
import type { BundledBug } from "../../eval/manifest.ts";

const bug: BundledBug = {
  kind: "bundled",
  grown: false,
  project: "bundled",
  id: "one",
  folder: "/nowhere",
  testFiles: ["tests/test_a.py"],
  tests: ["tests/test_a.py::test_a"],
  origins: [{ path: "shop/zones.py", line: 14, last: 16, why: "the key is missing" }],
  none: true,
  raises: true,
};

function verdict(text: string, of: BundledBug = bug) {
  const shown = { faultline: { text, bytes: text.length, verdict: { line: undefined, function: undefined } } };
  return originVerdict({ bug: of, shown, origin: readInjection(text) });
}

const found =
  "Faultline: AttributeError\nOrigin (measured): the None was made at shop/zones.py:15 in zone_of — a miss:\n";

test("an origin at a line that the manifest gives is true", () => {
  expect(verdict(found)).toBe("true");
  expect(verdict(found.replace(":15", ":17"))).toBe("false");
  expect(verdict(found.replace("shop/", "store/"))).toBe("false");
});

test("an origin of a None where the bad value is none is false, certain or not", () => {
  expect(verdict(found, { ...bug, none: false })).toBe("false");
  const last = "Origin not certain: the None was last seen at shop/zones.py:15 in zone_of (a thread):";
  expect(verdict(last, { ...bug, none: false })).toBe("false");
  expect(verdict(last)).toBe("partial");
});

test("an injection without an origin has none, and no injection is silence", () => {
  expect(verdict("Faultline: AttributeError\nCrash site shop/quote.py:13 in base:")).toBe("none");
  expect(verdict("")).toBe("silent");
});
