import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";
import { findPythons } from "../support/pythons.ts";
import { probeDir, project, shellEnv } from "./support.ts";

const inTerminal = `
import os, pty, sys

output = b""

def read(descriptor):
    global output
    data = os.read(descriptor, 4096)
    output += data
    return b""

status = pty.spawn(sys.argv[1:], read)
sys.stdout.buffer.write(output)
`;

const loud = `
import os, subprocess, sys

def write(path):
    try:
        with open(path, "w") as terminal:
            terminal.write("LEAKED")
    except OSError:
        pass

def test_loud():
    os.write(1, b"LEAKED")
    os.write(2, b"LEAKED")
    print("LEAKED", file=sys.__stderr__, flush=True)
    write("/dev/tty")
    subprocess.call(["sh", "-c", "echo LEAKED; echo LEAKED >&2; echo LEAKED > /dev/tty"])
    None.attribute
`;

test("nothing that a test prints reaches the terminal that Faultline runs in", async () => {
  const python = (await findPythons()).at(-1)?.python ?? "";
  const folder = await project({ "terminal.py": inTerminal, "test_loud.py": loud });
  const bundle = await rolldown({
    input: fileURLToPath(new URL("../../src/probe/run.ts", import.meta.url)),
    platform: "node",
  });
  await bundle.write({ file: join(folder, "run.mjs") });
  const request = { argv: [python, "-m", "pytest"], args: ["-s"], nodeIds: [], cwd: folder, env: shellEnv() };
  await writeFile(
    join(folder, "main.mjs"),
    `import { runProbe } from "./run.mjs";
    const run = await runProbe(${JSON.stringify({ ...request, mode: "report", probeDir, deadline: 30_000 })});
    console.log(run.record.failures[0].exception.type);`,
  );
  const { stdout } = await execa(python, [join(folder, "terminal.py"), process.execPath, "main.mjs"], { cwd: folder });
  expect(stdout.trim()).toBe("AttributeError");
});
