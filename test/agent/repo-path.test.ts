import { mkdir, realpath, symlink, writeFile } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { Refusal } from "../../src/agent/refusal.ts";
import { checkWritable, nothingAt, placeOf } from "../../src/agent/repo-path.ts";
import type { Workplace } from "../../src/agent/workplace.ts";
import { makeWorkplace } from "./place.ts";

let workplace: Workplace & { outside: string };
beforeAll(async () => {
  workplace = await makeWorkplace({
    "shop/cart.py": "",
    "shop/prices.py": "",
    "shop/tests.py": "",
    "lib/cart.py": "",
    "tests/test_shop.py": "",
    "tests/data.json": "",
    "checks/check_all.py": "",
    "pyproject.toml": "",
    ".env": "TOKEN=1",
    "runs/trace.jsonl": "",
  });
  const { repo, outside } = workplace;
  await writeFile(join(outside, "secret.txt"), "secret");
  await mkdir(join(outside, "repo-next-door"));
  await symlink(join(outside, "secret.txt"), join(repo, "shop/link.txt"));
  await symlink(outside, join(repo, "up"));
  await symlink(join(repo, "tests"), join(repo, "shop/innocent"));
  await symlink(join(repo, "shop"), join(repo, "store"));
  await symlink("/nonexistent/nowhere", join(repo, "broken"));
});

const refused = (path: string, more: Partial<Workplace> = {}) => {
  try {
    return placeOf(path, { ...workplace, ...more }).shown;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
};

describe("paths of a model", () => {
  test("are relative to the repository, or absolute within it", () => {
    expect(refused("shop/cart.py")).toBe("shop/cart.py");
    expect(refused("./shop/../shop//cart.py")).toBe("shop/cart.py");
    expect(refused(join(workplace.repo, "shop/cart.py"))).toBe("shop/cart.py");
    expect(refused(".")).toBe(".");
    expect(refused("shop/new.py")).toBe("shop/new.py");
  });

  test("follow symlinks within the repository", () => {
    expect(refused("store/cart.py")).toBe("shop/cart.py");
    expect(refused("store/new/file.py")).toBe("shop/new/file.py");
  });

  test.each([
    "../secret.txt",
    "shop/../../secret.txt",
    "/etc/passwd",
    "../repo-next-door",
    "shop/link.txt",
    "up/secret.txt",
    "up/new.txt",
    "up",
    "broken",
    "shop/\0",
  ])("%j leads out and is refused", (path) => {
    expect(refused(path)).toMatch(/is outside the repository/);
  });

  test.each([".env", ".git/config", "shop/.hidden/x.py"])("%s is hidden, and closed", (path) => {
    expect(refused(path)).toMatch(/is closed to you/);
  });

  test("the folder of our own traces is closed", () => {
    expect(refused("runs/trace.jsonl", { closed: [join(workplace.repo, "runs")] })).toMatch(/is closed to you/);
  });

  test("whatever is written, no place lies outside", async () => {
    const root = await realpath(workplace.repo);
    const part = fc.constantFrom(
      "..",
      ".",
      "shop",
      "up",
      "store",
      "innocent",
      "link.txt",
      "broken",
      "/",
      "",
      "cart.py",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), fc.boolean(), (parts, absolute) => {
        try {
          const { path } = placeOf((absolute ? sep : "") + parts.join("/"), workplace);
          expect(resolve(path) === root || path.startsWith(root + sep)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe("what may be written", () => {
  const writing = (path: string) => () => checkWritable(placeOf(path, workplace), workplace);

  test("is the code of the project", () => {
    expect(writing("shop/cart.py")).not.toThrow();
    expect(writing("shop/new.py")).not.toThrow();
  });

  test.each([
    "tests/test_shop.py",
    "tests/data.json",
    "tests/new.py",
    "shop/tests.py",
    "conftest.py",
    "shop/conftest.py",
    "shop/innocent/test_shop.py",
  ])("%s belongs to the tests", (path) => {
    expect(writing(path)).toThrow(/belongs to the tests, which are read-only/);
  });

  test("the file of the failing test is one, whatever its name", () => {
    const own = { ...workplace, target: "checks/check_all.py::test_total" };
    expect(() => checkWritable(placeOf("checks/check_all.py", own), own)).toThrow(/belongs to the tests/);
  });

  test.each([
    "pyproject.toml",
    "pytest.ini",
    "tox.ini",
    "setup.cfg",
    "sitecustomize.py",
    "pytest.py",
    "_pytest/runner.py",
    "x.pth",
  ])("%s decides how tests run", (path) => {
    expect(writing(path)).toThrow(/decides how the tests run and is read-only/);
  });

  test.each(["venv/lib/x.py", "node_modules/x.py", "lib/site-packages/x.py"])(
    "%s is no code of the project",
    (path) => {
      expect(writing(path)).toThrow(/is no code of this project/);
    },
  );
});

describe("near misses", () => {
  const told = (path: string) => nothingAt(placeOf(path, workplace), workplace).message;

  test("files of that name come first, then those whose paths differ least", () => {
    expect(told("cart.py")).toBe("There is no cart.py. Did you mean lib/cart.py, or shop/cart.py?");
    expect(told("shop/card.py")).toBe("There is no shop/card.py. Did you mean shop/cart.py?");
  });

  test("nothing is made up", () => {
    expect(told("completely/different/thing.txt")).toBe("There is no completely/different/thing.txt.");
  });
});
