import { appendFile, mkdir, mkdtemp, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { auditFiles, auditPackages } from "../../eval/ab/audit-files.ts";
import { auditHistory } from "../../eval/ab/audit-history.ts";
import { auditNetwork } from "../../eval/ab/audit-network.ts";
import { auditTrace } from "../../eval/ab/audit-trace.ts";
import { confine, isolationHere } from "../../eval/ab/confinement.ts";
import type { Secrets } from "../../eval/ab/secrets.ts";
import { ROOT } from "../../eval/root.ts";
import { must } from "../../eval/shell.ts";

const FIXED = "0123456789abcdef0123456789abcdef01234567";
const secrets: Secrets = {
  fix: ["return zone_of(country.upper()) or WORLD"],
  tests: ['assert zone_of("Fr").name == "europe"'],
  commits: [FIXED],
  packages: ["youtube-dl"],
};
const env = {
  PATH: process.env["PATH"],
  HOME: "/nonexistent",
  GIT_AUTHOR_NAME: "Dev",
  GIT_AUTHOR_EMAIL: "dev@example.org",
  GIT_COMMITTER_NAME: "Dev",
  GIT_COMMITTER_EMAIL: "dev@example.org",
};

const isolation = await isolationHere(env);

let place: string;
let repo: string;
let home: string;

const git = (...args: string[]) => must(["git", ...args], { cwd: repo, env });

beforeEach(async () => {
  place = await realpath(await mkdtemp(join(tmpdir(), "leaks-")));
  repo = join(place, "repo");
  home = join(place, "home");
  await mkdir(join(repo, "freight"), { recursive: true });
  await mkdir(home);
  await writeFile(join(repo, "freight", "zones.py"), "def zone(country):\n    return zone_of(country)\n");
  await git("init", "-q");
  await git("add", "--all");
  await git("commit", "-q", "-m", "Start");
});

test("a fresh session holds nothing of the answer", async () => {
  expect(await auditFiles([repo, home], secrets)).toEqual([]);
  expect(await auditHistory(repo, secrets, env)).toEqual([]);
});

describe("a planted leak is caught:", () => {
  test("the fix, in a file that was left over", async () => {
    await writeFile(join(repo, "freight", "zones.py.orig"), `    ${secrets.fix[0]}\n`);
    expect(await auditFiles([repo, home], secrets)).toEqual([
      {
        kind: "fix",
        how: "open",
        where: join(repo, "freight", "zones.py.orig"),
        what: `a line of the fix: ${secrets.fix[0]}`,
      },
    ]);
  });

  test("a hidden test, in the agent's home", async () => {
    await mkdir(join(home, "notes"));
    await writeFile(join(home, "notes", "tests.txt"), `  ${secrets.tests[0]}`);
    expect(await auditFiles([repo, home], secrets)).toMatchObject([{ kind: "hidden-test", how: "open" }]);
  });

  test("the fix in git's history, although no branch holds it any more", async () => {
    await appendFile(join(repo, "freight", "zones.py"), `    ${secrets.fix[0]}\n`);
    await git("commit", "-q", "-a", "-m", "Fix");
    await git("reset", "-q", "--hard", "HEAD~1");
    const found = await auditHistory(repo, secrets, env);
    expect(found.map(({ what }) => what).toSorted()).toEqual([
      "a commit besides those of HEAD",
      `a line of the fix: ${secrets.fix[0]}`,
    ]);
  });

  test("the fix in a stash that was dropped before it was committed", async () => {
    await writeFile(join(repo, "scratch.py"), `${secrets.fix[0]}\n`);
    await git("hash-object", "-w", "scratch.py");
    expect(await auditHistory(repo, secrets, env)).toMatchObject([{ what: `a line of the fix: ${secrets.fix[0]}` }]);
  });

  test("another repository whose history is shared, and one that can be fetched from", async () => {
    const other = join(place, "other");
    await must(["git", "clone", "-q", "--shared", repo, other], { cwd: place, env });
    expect((await auditHistory(other, secrets, env)).map(({ where }) => where)).toEqual([
      ".git/objects/info/alternates",
      "git remote",
      "git remote",
    ]);
  });

  test("the id of the fixed commit", async () => {
    await writeFile(join(repo, "VERSION"), `${FIXED}\n`);
    expect(await auditFiles([repo], secrets)).toMatchObject([{ kind: "history", where: join(repo, "VERSION") }]);
  });

  test.each([
    ["a wheel in pip's cache", ".cache/pip/wheels/1a/youtube_dl-2019.1.17-py2.py3-none-any.whl"],
    ["an archive", "Downloads/youtube-dl-2019.1.17.tar.gz"],
    ["an installed package", "lib/python3.11/site-packages/youtube_dl-2019.1.17.dist-info/METADATA"],
  ])("the package of a later version: %s", async (_, path) => {
    await mkdir(join(home, path, ".."), { recursive: true });
    await writeFile(join(home, path), "");
    expect(await auditFiles([repo, home], secrets)).toMatchObject([{ kind: "package-cache", how: "open" }]);
    expect(await auditPackages(home, secrets)).toMatchObject([{ kind: "package-cache", how: "open" }]);
  });

  test("the package itself among the libraries, but not the project's own folder in the checkout", async () => {
    await mkdir(join(home, "lib", "site-packages", "youtube_dl"), { recursive: true });
    await mkdir(join(repo, "youtube_dl"));
    expect(await auditPackages(join(home, "lib"), secrets)).toHaveLength(1);
    expect(await auditFiles([repo], secrets)).toEqual([]);
  });

  test("the network, where nothing keeps the agent from it", async () => {
    const found = await auditNetwork({ launcher: [], env, cwd: repo });
    expect(found).toMatchObject([{ kind: "network", how: "open" }]);
  });

  test.runIf(isolation === "namespaces")("but not in a session of its own namespaces", async () => {
    const bridge = join(ROOT, "dist", "eval", "ab-bridge.js");
    const walls = { hidden: [], kept: [], folder: join(place, "run"), bridge };
    const inside = await confine({ url: "http://127.0.0.1:9" }, isolation, walls, env);
    expect(await auditNetwork({ ...inside, cwd: repo })).toEqual([]);
    await inside.close();
  });
});

describe("what an agent did:", () => {
  test("an answer that it was told before it wrote it is a leak", () => {
    const use = { tool: "Bash", input: "cat /srv/fixed/zones.py", output: `    ${secrets.fix[0]}\n` };
    expect(auditTrace([use], [], secrets)).toMatchObject([
      { kind: "fix", how: "used", where: "Bash cat /srv/fixed/zones.py" },
    ]);
  });

  test("its own work, seen again, is none", () => {
    const edit = { tool: "Edit", input: JSON.stringify({ new_string: `    ${secrets.fix[0]}\n` }), output: "done" };
    const look = { tool: "Bash", input: "git diff", output: `+    ${secrets.fix[0]}` };
    expect(auditTrace([edit, look], [], secrets)).toEqual([]);
  });

  test.each(["pip download youtube-dl", "curl -L http://example.org/fix.patch", "git fetch origin", "WebFetch"])(
    "that it tried %s is on record",
    (command) => {
      const tried = auditTrace([{ tool: "Bash", input: command, output: "could not resolve host" }], [], secrets);
      expect(tried).toMatchObject([{ kind: "network", how: "tried" }]);
    },
  );

  test("so is what its programs asked the gateway for, once", () => {
    expect(auditTrace([], ["mirror.test:443", "mirror.test:443"], secrets)).toEqual([
      { kind: "network", how: "tried", where: "mirror.test:443", what: "asked for" },
    ]);
  });
});
