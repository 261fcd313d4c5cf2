import { chmod, mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { compactCommandHint } from "../../src/hook/prompt-hint.ts";

let root: string;
let tools: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "hint-"));
  tools = join(root, "tools");
  await mkdir(tools);
});

async function program(path: string): Promise<void> {
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, "#!/bin/sh\n");
  await chmod(path, 0o755);
}

function suggested(): string | undefined {
  return /^ {2}(.+?) -q /m.exec(compactCommandHint(root, { PATH: `/nowhere:${tools}` }))?.[1];
}

describe("the suggested test command", () => {
  test("is that of the tool whose lock file the project has", async () => {
    await writeFile(join(root, "poetry.lock"), "");
    await program(join(tools, "poetry"));
    expect(suggested()).toBe("poetry run pytest");
  });

  test("is not that of a tool that is not on the PATH, though its lock file is there", async () => {
    await writeFile(join(root, "Pipfile.lock"), "");
    expect(suggested()).toBe("python -m pytest");
    await program(join(root, ".venv/bin/python"));
    expect(suggested()).toBe(".venv/bin/python -m pytest");
  });

  test("is plain pytest where nothing says how the project starts its tools", () => {
    expect(suggested()).toBe("python -m pytest");
  });

  test("holds nothing that pytest 6.0 and older do not know", () => {
    expect(compactCommandHint(root, {})).not.toContain("--no-header");
  });
});
