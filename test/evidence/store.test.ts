import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Fingerprint } from "../../src/evidence/fingerprint.ts";
import { pruneEvidence } from "../../src/evidence/prune.ts";
import { handleOf, latestEvidence, putEvidence, readEvidence } from "../../src/evidence/store.ts";

let state: string;
let folder: string;

beforeEach(async () => {
  state = join(await mkdtemp(join(tmpdir(), "fl-store-")), "repo-state");
  folder = join(state, "evidence");
});

afterEach(() => rm(join(state, ".."), { recursive: true, force: true }));

const fingerprint: Fingerprint = {
  files: { "shop/cart.py": "ab12" },
  project: { files: 1, digest: "cd34" },
  dependencies: { pytest: "8.3.1" },
  locks: {},
  interpreter: { path: "/usr/bin/python3", version: "3.12.1", modified: 1_700_000_000_000 },
  settings: {},
};

function put(body: unknown, kind = "investigation", key = "t.py::t"): Promise<string> {
  return putEvidence(state, { kind, key, body, fingerprint });
}

describe("the evidence store", () => {
  test("gives back what was put, under a handle that depends on the content alone", async () => {
    const body = { suspects: [{ path: "ä.py", line: 3, "2": null }], note: "\ud800 <|endoftext|>" };
    const handle = await put(body);
    expect(handle).toMatch(/^ev_[0-9a-f]{12}$/);
    expect(await put(structuredClone(body))).toBe(handle);
    expect(await put(body, "failure")).not.toBe(handle);
    expect(await put(body, "investigation", "t.py::u")).not.toBe(handle);
    expect(await readEvidence(state, handle)).toEqual({
      handle,
      kind: "investigation",
      key: "t.py::t",
      madeAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      fingerprint,
      body,
    });
  });

  test("finds the latest of a kind about a key", async () => {
    await put(1);
    const handle = await put(2);
    await put(3, "failure");
    await put(4, "investigation", "t.py::other");
    expect(await latestEvidence(state, "investigation", "t.py::t")).toMatchObject({ handle, body: 2 });
    expect(await latestEvidence(state, "investigation", "t.py::none")).toBeUndefined();
  });

  test("keeps no secret, and gives what it keeps under the handle that is known before", async () => {
    const evidence = {
      kind: "values",
      key: "t.py::t[password=hunter2]",
      body: { text: "token = 'hunter2hunter2'" },
      fingerprint,
    };
    const handle = await putEvidence(state, evidence);
    expect(handleOf(evidence)).toBe(handle);
    expect(await readFile(join(folder, `${handle}.json`), "utf8")).not.toContain("hunter2");
    expect(await latestEvidence(state, evidence.kind, evidence.key)).toMatchObject({ handle });
  });

  test("is readable by the user alone", async () => {
    const handle = await put("private");
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    for (const name of await readdir(folder)) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toContain(`${handle}.json`);
  });

  test("takes many writers at once, of the same and of other evidence, and leaves no temporary file", async () => {
    const handles = await Promise.all(
      Array.from({ length: 60 }, (_, at) => put({ text: "x".repeat(5000), of: at % 6 })),
    );
    expect(new Set(handles).size).toBe(6);
    for (const handle of handles) expect(await readEvidence(state, handle)).toBeDefined();
    expect((await readdir(folder)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  test.each(["../../secrets", "ev_../../../etc", "ev_1f2e3d4c5b6", "EV_1F2E3D4C5B6A", "", "latest-0123456789abcdef"])(
    "makes no path of %j, which is no handle",
    async (handle) => {
      await put("something");
      await writeFile(join(state, "..", "secrets.json"), "{}");
      expect(await readEvidence(state, handle)).toBeUndefined();
    },
  );

  test.each([
    ["is cut", (text: string) => text.slice(0, -20)],
    ["holds something else", () => '{"schema":1}'],
    ["has another body", (text: string) => text.replace("the body", "no body!")],
    ["is of a later version", (text: string) => text.replace('"schema":1', '"schema":2')],
    ["is empty", () => ""],
  ])("finds nothing where a file %s", async (_, damage) => {
    const handle = await put("the body");
    const file = join(folder, `${handle}.json`);
    await writeFile(file, damage(await readFile(file, "utf8")));
    expect(await readEvidence(state, handle)).toBeUndefined();
    expect(await latestEvidence(state, "investigation", "t.py::t")).toBeUndefined();
    expect(await put("the body")).toBe(handle);
    expect(await readEvidence(state, handle)).toBeDefined();
  });

  test("finds nothing where a folder has the name of evidence", async () => {
    await mkdir(join(folder, "ev_1f2e3d4c5b6a.json"), { recursive: true });
    expect(await readEvidence(state, "ev_1f2e3d4c5b6a")).toBeUndefined();
  });

  test("says in one line that a folder cannot be written to", async () => {
    await mkdir(join(state, ".."), { recursive: true });
    await writeFile(state, "a file where the folder should be");
    await expect(put("x")).rejects.toMatchObject({ code: "not-writable", message: expect.stringContaining(folder) });
  });
});

describe("pruning", () => {
  const hour = 3_600_000;

  async function aged(body: unknown, hours: number): Promise<string> {
    const handle = await put(body, "investigation", JSON.stringify(body).slice(0, 20));
    const then = (Date.now() - hours * hour) / 1000;
    await utimes(join(folder, `${handle}.json`), then, then);
    return handle;
  }

  async function left(handles: string[]): Promise<boolean[]> {
    return Promise.all(handles.map(async (handle) => (await readEvidence(state, handle)) !== undefined));
  }

  test("removes what is too old", async () => {
    const handles = [await aged("old", 50), await aged("new", 1)];
    await pruneEvidence(folder, { age: 24 * hour, size: 1_000_000 }, Date.now());
    expect(await left(handles)).toEqual([false, true]);
  });

  test("removes the oldest until the rest is small enough", async () => {
    const handles = [await aged("a".repeat(9000), 3), await aged("b".repeat(9000), 2), await aged("c".repeat(9000), 1)];
    await pruneEvidence(folder, { age: 24 * hour, size: 22_000 }, Date.now());
    expect(await left(handles)).toEqual([false, true, true]);
  });

  test("removes what a killed writer left behind, but nothing that is not its own", async () => {
    await put("x");
    const names = [".0123456789abcdef.tmp", "notes.txt", ".fedcba9876543210.tmp"];
    for (const name of names) await writeFile(join(folder, name), "x");
    const then = (Date.now() - hour) / 1000;
    for (const name of names.slice(0, 2)) await utimes(join(folder, name), then, then);
    await pruneEvidence(folder, { age: 60_000, size: 1_000_000 }, Date.now());
    const after = await readdir(folder);
    expect(after).not.toContain(names[0]);
    expect(after).toContain("notes.txt");
    expect(after).toContain(names[2]);
  });

  test("happens by itself when evidence is put", async () => {
    await mkdir(folder, { recursive: true });
    const old = join(folder, "ev_1f2e3d4c5b6a.json");
    await writeFile(old, "{}");
    const then = (Date.now() - 31 * 24 * hour) / 1000;
    await utimes(old, then, then);
    await put("x");
    expect(await readdir(folder)).not.toContain("ev_1f2e3d4c5b6a.json");
  });
});
