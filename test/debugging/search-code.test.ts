import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Engine } from "../../src/debugging/engine.ts";
import { type SearchRequest, searchCode } from "../../src/debugging/search-code.ts";
import { readEvidence } from "../../src/evidence/store.ts";
import { engineFor } from "./support.ts";

let home: string;
let engine: Engine;

const files: Record<string, string> = {
  "repo/tests/test_price.py": "from shop import price\n\ndef test_price():\n    assert price('tea') == 3\n",
  "repo/shop/zebra.py": "def price_list():\n    return [price(name) for name in names]\n",
  "repo/shop/pricelist.py":
    "class Pricelist:\n    async def price(self, name):\n        return self.prices.get(name)\n",
  "repo/shop/readme.txt": "the price of everything\r\n",
  "repo/.gitignore": "ignored.py\n.state/\n",
  "repo/ignored.py": "price = 'ignored'\n",
  "repo/.venv/lib/python3.12/site-packages/other.py": "price = 'foreign'\n",
  "repo/node_modules/other/other.py": "price = 'foreign'\n",
  "repo/.env": "price=secret\n",
  "repo/deploy/server.key": "price secret\n",
  "repo/shop/data.bin": "price\0price\n",
  "repo/shop/long.js": `${"x".repeat(5000)}🙂price${"🙂".repeat(3000)}\n`,
  "outside.py": "price = 'outside'\n",
  "elsewhere/more.py": "price = 'elsewhere'\n",
};

beforeAll(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), "fl-search-")));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), text);
  }
  await symlink(join(home, "outside.py"), join(home, "repo/shop/linked.py"));
  await symlink(join(home, "elsewhere"), join(home, "repo/elsewhere"));
  await symlink("pricelist.py", join(home, "repo/shop/alias.py"));
  engine = engineFor(join(home, "repo"));
});

afterAll(() => rm(home, { recursive: true, force: true }));

function search(request: SearchRequest, call: { budgetTokens?: number; deadline?: number } = {}) {
  return searchCode(engine, request, { deadline: 20_000, budgetTokens: 4000, ...call });
}

async function places(request: SearchRequest): Promise<string[]> {
  return (await search(request)).matches.map(({ path, line }) => `${path}:${line}`);
}

for (const git of [false, true]) {
  describe(git ? "searching what git tracks or would track" : "searching a folder without git", () => {
    beforeAll(async () => {
      if (git) {
        await execa("git", ["init", "-q"], { cwd: engine.repo });
        await execa("git", ["add", "shop/pricelist.py"], { cwd: engine.repo });
      }
    });

    test("gives definitions first, then uses, and the code before its tests", async () => {
      expect(await places({ query: "price", glob: "*.py" })).toEqual([
        ...(git ? ["shop/alias.py:2"] : []),
        "shop/pricelist.py:2",
        "shop/zebra.py:1",
        "tests/test_price.py:3",
        ...(git ? ["shop/alias.py:3"] : ["ignored.py:1"]),
        "shop/pricelist.py:3",
        "shop/zebra.py:2",
        "tests/test_price.py:1",
        "tests/test_price.py:4",
      ]);
    });

    test("looks at no foreign code, no ignored file, no file of secrets, and nothing outside the checkout", async () => {
      const { matches } = await search({ query: "price" });
      expect(matches.map(({ text }) => text).filter((text) => /foreign|secret|outside|elsewhere/.test(text))).toEqual(
        [],
      );
      expect(matches.some(({ path }) => path === "ignored.py")).toBe(!git);
      expect(matches.some(({ path }) => path.endsWith(".bin"))).toBe(false);
      expect(matches.map(({ path }) => path)).toContain("shop/readme.txt");
    });
  });
}

describe("search_code", () => {
  test("takes the query literally unless told otherwise", async () => {
    expect(await places({ query: "price(" })).not.toHaveLength(0);
    expect(await places({ query: "pr.ce" })).toEqual([]);
    expect(await places({ query: "^class \\p{Lu}", regex: true })).toEqual(["shop/alias.py:1", "shop/pricelist.py:1"]);
    expect(await places({ query: "\\price\\-?list\\_?", regex: true, glob: "shop/zebra.py" })).toEqual([]);
    expect(await places({ query: "prices\\.get\\(\\w+\\)$", regex: true, glob: "shop/pricelist.py" })).toHaveLength(1);
  });

  test("a glob with a folder is of the path, one without of the name", async () => {
    expect(new Set((await search({ query: "price", glob: "tests/**" })).matches.map(({ path }) => path))).toEqual(
      new Set(["tests/test_price.py"]),
    );
    expect(
      (await places({ query: "price", glob: "zebra.*" })).every((place) => place.startsWith("shop/zebra.py")),
    ).toBe(true);
    expect(await places({ query: "price", glob: "*.rs" })).toEqual([]);
  });

  test("says that there are more matches than were asked for", async () => {
    const few = await search({ query: "price", limit: 2 });
    expect(few.matches).toHaveLength(2);
    expect(few.more).toBe(true);
    expect((await search({ query: "price" })).more).toBe(false);
  });

  test("shows a long line from shortly before the match, whole characters only, without its line end", async () => {
    const { matches } = await search({ query: "price", glob: "*.{js,txt}" });
    expect(matches.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^…x{50,70}🙂price(🙂)+…$/u),
      "the price of everything",
    ]);
    expect(matches[0]?.text.length).toBeLessThan(310);
  });

  test("gives what its budget leaves out by a handle", async () => {
    await writeFile(join(engine.repo, "shop/many.py"), "unique_word = 1\n".repeat(200));
    const { matches, omitted } = await search({ query: "unique_word", limit: 100 }, { budgetTokens: 500 });
    expect(matches.length).toBeLessThan(40);
    expect(omitted).toEqual([{ what: "matches", count: 100 - matches.length, handle: expect.any(String) }]);
    const stored = await readEvidence(engine.state, omitted[0]?.handle ?? "");
    expect(stored?.body).toHaveLength(100 - matches.length);
  });

  test.each(["(x+x+)+y", "^(([a-z])+.)+[A-Z]([a-z])+$", "(.*)*\\1,"])(
    "does not hang on the pattern %s, and says so",
    async (query) => {
      await writeFile(join(engine.repo, "shop/bait.txt"), `${"x".repeat(60)}\n`);
      await expect(search({ query, regex: true, glob: "bait.txt" })).rejects.toThrow(
        "the pattern takes too long, on shop/bait.txt",
      );
    },
  );

  test("stops at its deadline with what it has", async () => {
    const { more, searched } = await search({ query: "price" }, { deadline: -1 });
    expect({ more, searched }).toEqual({ more: true, searched: 0 });
  });

  test.each([
    [{ query: "" }, "a query is one line"],
    [{ query: "a\nb" }, "a query is one line"],
    [{ query: "(", regex: true }, "not a regular expression of JavaScript: Unterminated group"],
    [{ query: "(?P<name>x)", regex: true }, "not a regular expression of JavaScript: Invalid group"],
    [{ query: "x", limit: 0 }, "limit is a number from 1 to 1,000"],
    [{ query: "x", glob: "x".repeat(501) }, "a glob has at most 500 characters"],
  ])("refuses %j in one line", async (request, message) => {
    await expect(search(request)).rejects.toMatchObject({
      code: "bad-request",
      message: expect.stringMatching(new RegExp(`^${message.replace(/[()]/g, "\\$&")}[^\n]*$`)),
    });
  });
});
