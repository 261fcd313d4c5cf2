import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  fromHeading,
  headingOf,
  joinNodeId,
  normaliseNodeId,
  splitNodeId,
  unittestName,
} from "../../src/pytest/node-id.ts";

describe("splitNodeId", () => {
  it.each<[string, string, string[], string | undefined]>([
    ["tests/test_a.py", "tests/test_a.py", [], undefined],
    ["tests/test_a.py::test_x", "tests/test_a.py", ["test_x"], undefined],
    ["a.py::TestA::TestB::test_x", "a.py", ["TestA", "TestB", "test_x"], undefined],
    ["a.py::test_x[a::b]", "a.py", ["test_x"], "a::b"],
    ["a.py::T::test_x[x[1]-y]", "a.py", ["T", "test_x"], "x[1]-y"],
    ["a.py::test_x[]", "a.py", ["test_x"], ""],
    ["a.py::test_x[]]", "a.py", ["test_x"], "]"],
    ["a.py::test_x[a - b]", "a.py", ["test_x"], "a - b"],
    ["a.py::test_x[line\nbreak]", "a.py", ["test_x"], "line\nbreak"],
    ["my tests/test ü.py::test_ö[日本 \"q\" 'r']", "my tests/test ü.py", ["test_ö"], "日本 \"q\" 'r'"],
    ["pkg/maths.py::pkg.maths.double", "pkg/maths.py", ["pkg.maths.double"], undefined],
  ])("%s", (nodeId, path, names, parameters) => {
    expect(splitNodeId(nodeId)).toEqual({ path, names, parameters });
  });

  it("is undone by joinNodeId for any text", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a.py", "::", "[", "]", " - ", "x", "\n", "ü", "'", '"', "/")), (parts) => {
        const nodeId = parts.join("");
        expect(joinNodeId(splitNodeId(nodeId))).toBe(nodeId);
      }),
    );
  });
});

describe("headings", () => {
  it.each([
    ["tests/test_a.py::TestA::test_x[a::b.c]", "TestA.test_x[a::b.c]"],
    ["tests/test_a.py::test_x", "test_x"],
    ["tests/test_a.py::TestA::test_x[]", "TestA.test_x[]"],
  ])("%s stands under %s", (nodeId, heading) => {
    expect(headingOf(nodeId)).toBe(heading);
    expect(fromHeading("tests/test_a.py", heading)).toBe(nodeId);
  });

  it("of a file that cannot be collected is its path", () => {
    expect(headingOf("tests/test_a.py")).toBe("tests/test_a.py");
  });
});

describe("other spellings", () => {
  it("normaliseNodeId leaves the parameters alone", () => {
    expect(normaliseNodeId("./tests//test_a.py::test_x[.//b\\c]")).toBe("tests/test_a.py::test_x[.//b\\c]");
    expect(normaliseNodeId("tests\\test_a.py::test_x")).toBe("tests/test_a.py::test_x");
    expect(normaliseNodeId("../tests/test_a.py")).toBe("../tests/test_a.py");
  });

  it("unittestName needs a file below the current folder", () => {
    expect(unittestName("tests/test_a.py::TestA::test_x")).toBe("tests.test_a.TestA.test_x");
    expect(unittestName("test_a.py")).toBe("test_a");
    expect(unittestName("/abs/test_a.py::T::test_x")).toBeUndefined();
    expect(unittestName("../test_a.py::T::test_x")).toBeUndefined();
  });
});
