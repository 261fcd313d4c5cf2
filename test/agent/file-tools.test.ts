import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { editFile } from "../../src/agent/edit-file.ts";
import { listFiles } from "../../src/agent/list-files.ts";
import { readFile as readTool } from "../../src/agent/read-file.ts";
import { search } from "../../src/agent/search.ts";
import { writeFile as writeTool } from "../../src/agent/write-file.ts";
import { makeWorkplace, newestPython } from "./place.ts";

const CART = `class Cart:
    def total(self):
        price = self.price()
        return price

    def tax(self):
        price = self.price()
        return price * 0.19
`;

let python: string;
beforeAll(async () => {
  python = await newestPython();
});

const shop = (more: Record<string, string> = {}) =>
  makeWorkplace({ "shop/cart.py": CART, "tests/test_shop.py": "def test_total():\n    Cart\n", ...more }, { python });

describe("list_files", () => {
  test("shows one folder, or all files whose path contains a text; hidden ones are not there", async () => {
    const place = await shop({ ".env": "", "shop/api/v1.py": "" });
    expect((await listFiles.call({}, place)).text).toBe("shop/\ntests/");
    expect((await listFiles.call({ path: "shop" }, place)).text).toBe("api/\ncart.py");
    expect((await listFiles.call({ name: "v1" }, place)).text).toBe("shop/api/v1.py");
    for (const name of [{}, { name: "cart" }]) {
      expect(await listFiles.call({ path: "shp", ...name }, place)).toEqual({
        isError: true,
        text: "There is no shp.",
      });
    }
    expect((await listFiles.call({ path: "shop/cart.py" }, place)).text).toMatch(/is a file; read_file shows it/);
  });

  test("what is closed is not there, and search finds nothing in it", async () => {
    const place = await shop({ "runs/agent.one/trace.jsonl": "Cart", "runs/agent.py": "" });
    const own = { ...place, closed: [join(place.repo, "runs/agent.one")] };
    expect((await listFiles.call({ path: "runs" }, own)).text).toBe("agent.py");
    expect((await listFiles.call({ name: "runs/" }, own)).text).toBe("runs/agent.py");
    expect((await search.call({ text: "Cart", path: "runs" }, own)).text).toMatch(/^Nothing contains/);
    for (const path of ["runs/agent.one", "runs/agent.one/trace.jsonl"]) {
      expect((await search.call({ text: "Cart", path }, own)).text).toBe(`${path} is closed to you.`);
    }
  });

  test("says how many it left out", async () => {
    const place = await shop(Object.fromEntries(Array.from({ length: 205 }, (_, n) => [`many/f${1000 + n}.txt`, ""])));
    const lines = (await listFiles.call({ path: "many" }, place)).text.split("\n");
    expect(lines).toHaveLength(201);
    expect(lines.at(-1)).toBe("… and 5 more");
  });
});

describe("search", () => {
  test("finds lines with their places, code before tests", async () => {
    expect((await search.call({ text: "Cart" }, await shop())).text).toBe(
      "shop/cart.py:1: class Cart:\ntests/test_shop.py:2: Cart",
    );
  });

  test("takes the text literally, and may look into one file", async () => {
    const place = await shop();
    expect((await search.call({ text: "price \\*" }, place)).text).toMatch(/Nothing contains/);
    expect((await search.call({ text: "price *", path: "shop/cart.py" }, place)).text).toMatch(/^shop\/cart\.py:8: /);
    expect(await search.call({ text: "x", path: "../" }, place)).toMatchObject({ isError: true });
  });

  test("shows no secret", async () => {
    const place = await shop({ "shop/keys.py": 'password = "hunter2hunter2"\n' });
    const { text } = await search.call({ text: "password" }, place);
    expect(text).toMatch(/^shop\/keys\.py:1: password = /);
    expect(text).not.toContain("hunter2");
  });
});

describe("read_file", () => {
  test("shows lines with their numbers, and says what follows", async () => {
    const { text } = await readTool.call({ path: "shop/cart.py", first_line: 2, lines: 2 }, await shop());
    expect(text).toBe(
      "shop/cart.py, lines 2 to 3 of 8:\n2\t    def total(self):\n3\t        price = self.price()\n… lines 4 to 8 follow",
    );
  });

  test.each([
    [{ path: "shop/card.py" }, "There is no shop/card.py. Did you mean shop/cart.py?"],
    [{ path: "shop" }, "shop is a folder; list_files shows what is in it."],
    [{ path: "shop/cart.py", first_line: 99 }, "shop/cart.py has 8 lines."],
    [{ path: "shop/blob.bin" }, "shop/blob.bin is no text in UTF-8."],
    [{ file: "x" }, /^The arguments of read_file do not fit: path: .*; Unrecognized key: "file"\.$/],
  ])("%j is answered with what is wrong", async (args, told) => {
    const answer = await readTool.call(args, await shop({ "shop/blob.bin": "a\0b" }));
    expect(answer.isError).toBe(true);
    expect(answer.text).toMatch(told);
  });
});

describe("edit_file", () => {
  const edit = async (old_text: string, new_text: string, cart = CART) => {
    const place = await shop({ "shop/cart.py": cart });
    const answer = await editFile.call({ path: "shop/cart.py", old_text, new_text }, place);
    return { answer, text: await readFile(join(place.repo, "shop/cart.py"), "utf8"), place };
  };

  test("replaces a text that is there once", async () => {
    const { answer, text } = await edit("price * 0.19", "price * 0.07");
    expect(answer).toEqual({ text: "shop/cart.py changed, from line 8 on.", isError: false });
    expect(text).toBe(CART.replace("0.19", "0.07"));
  });

  test("a text that is there twice is refused, with its lines", async () => {
    const { answer, text } = await edit("price = self.price()", "price = 0");
    expect(answer).toMatchObject({ isError: true, text: "Not unique: shop/cart.py has it 2 times (lines 3, 7)." });
    expect(text).toBe(CART);
  });

  test("wrong blanks are told with the real lines", async () => {
    const { answer } = await edit("def tax(self):\nprice = self.price()", "x");
    expect(answer.text).toContain("Its lines 6 to 7 differ in blanks alone; they are:\n    def tax(self):\n");
  });

  test("a near miss is told with the lines that were most likely meant", async () => {
    const { answer } = await edit("        return price * 0.18", "x");
    expect(answer.text).toContain("Nearest are its lines from 8 on:\n        return price * 0.19");
    expect((await edit("nothing of the kind at all", "x")).answer.text).toContain("Read the file first.");
  });

  test("what is no valid Python is not written, and the line is named", async () => {
    const { answer, text } = await edit("price * 0.19", "price * (0.19");
    expect(answer.isError).toBe(true);
    expect(answer.text).toMatch(/^Not written, since it is no valid Python then:\n.*line 8[\s\S]*SyntaxError/);
    expect(text).toBe(CART);
  });

  test("a file that was no valid Python before may be mended in steps", async () => {
    const { answer } = await edit("price * 0.19", "price * 0.07", `${CART}def (\n`);
    expect(answer.isError).toBe(false);
  });

  test("line ends, a byte order mark and the mode of the file stay", async () => {
    const place = await shop({ "shop/cart.py": `\ufeff${CART.replaceAll("\n", "\r\n")}` });
    const file = join(place.repo, "shop/cart.py");
    const { chmod } = await import("node:fs/promises");
    await chmod(file, 0o755);
    const args = { path: "shop/cart.py", old_text: "()\n        return price\n", new_text: "()\n        return 1\n" };
    expect((await editFile.call(args, place)).isError).toBe(false);
    expect(await readFile(file, "utf8")).toBe(
      `\ufeff${CART.replace("()\n        return price\n", "()\n        return 1\n").replaceAll("\n", "\r\n")}`,
    );
    expect((await stat(file)).mode & 0o777).toBe(0o755);
  });

  test("a mark that hides a secret is not written over it", async () => {
    const { answer, text } = await edit("price * 0.19", 'price * "<redacted>"');
    expect(answer.text).toMatch(/^Not written: <redacted> stands for a secret/);
    expect(text).toBe(CART);
  });

  test("no hint shows a secret", async () => {
    const cart = 'def connect():\n    password = "hunter2hunter2"\n';
    const { answer } = await edit("password = 'hunter2'", "password = ''", cart);
    expect(answer.text).toContain("Nearest are its lines from 2 on:\n    password =");
    expect(answer.text).not.toContain("hunter2hunter2");
  });

  test("dollar signs are text", async () => {
    expect((await edit("price * 0.19", "'$&$1'")).text).toContain("'$&$1'");
  });
});

describe("write_file", () => {
  test("makes and replaces files of code, never tests", async () => {
    const place = await shop();
    expect((await writeTool.call({ path: "shop/new/util.py", content: "X = 1\n" }, place)).text).toBe(
      "shop/new/util.py made.",
    );
    expect((await writeTool.call({ path: "shop/cart.py", content: "X = 2\n" }, place)).text).toBe(
      "shop/cart.py replaced.",
    );
    const test = await writeTool.call({ path: "tests/test_shop.py", content: "" }, place);
    expect(test).toMatchObject({ isError: true, text: expect.stringContaining("read-only") });
    expect(await readFile(join(place.repo, "tests/test_shop.py"), "utf8")).toContain("def test_total");
    const { diff, files } = await place.changes.diff();
    expect(files).toEqual(["shop/cart.py", "shop/new/util.py"]);
    expect(diff).toContain("new file mode 100644\n--- /dev/null\n+++ b/shop/new/util.py\n@@ -0,0 +1,1 @@\n+X = 1\n");
  });

  test("what the file system refuses is told", async () => {
    const place = await shop();
    for (const path of ["shop/cart.py/new.py", `shop/${"x".repeat(300)}.py`]) {
      expect(await writeTool.call({ path, content: "X = 1\n" }, place)).toMatchObject({ isError: true });
    }
  });

  test("what is changed back is no change", async () => {
    const place = await shop();
    await writeTool.call({ path: "shop/cart.py", content: "X = 2\n" }, place);
    await writeFile(join(place.repo, "shop/cart.py"), CART);
    expect(await place.changes.diff()).toEqual({ diff: "", files: [] });
  });
});
