import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { runSession } from "./support/client.ts";
import { bash, type Turn } from "./support/model.ts";
import { makeProject } from "./support/project.ts";
import { root } from "./support/tools.ts";

// The fixtures are what this client sends to a hook. With FAULTLINE_UPDATE_PAYLOADS=1 they are written anew.
const fixtures = join(root, "test/fixtures/hook-payloads");
const update = process.env["FAULTLINE_UPDATE_PAYLOADS"] === "1";

const PYTEST = ".venv/bin/python -m pytest";

/** Name of the fixture, and the call that brings it about. */
const CALLS: Record<string, Turn> = {
  "failing-run": { calls: [bash(PYTEST)] },
  "failing-run-behind-tail": { calls: [bash(`${PYTEST} 2>&1 | tail -20`)] },
  "failing-run-or-true": { calls: [bash(`${PYTEST} -q || true`)] },
  "failing-run-then-echo": { calls: [bash(`${PYTEST} -q --tb=short; echo "exit: $?"`)] },
  "passing-run": { calls: [bash(`${PYTEST} -q tests/test_zones.py`)] },
  "non-test-command": { calls: [bash("ls tests")] },
  "non-test-command-failing": { calls: [bash("ls no-such-folder")] },
  "no-output": { calls: [bash("true")] },
  "failing-run-big-output": { calls: [bash(`${PYTEST} -s tests/test_labels.py tests/test_invoice.py`)] },
  "failing-run-big-output-or-true": {
    calls: [bash(`${PYTEST} -s tests/test_labels.py tests/test_invoice.py || true`)],
  },
  "failing-run-big-output-unicode": { calls: [bash(`${PYTEST} -s -k "label or new_country"`)] },
  "failing-run-coloured": { calls: [bash(`${PYTEST} --color=yes -q tests/test_invoice.py`)] },
  "failing-run-in-subfolder": { calls: [bash("cd services/tracking && ../../.venv/bin/python -m pytest")] },
  "after-failing-cd-and-run": { calls: [bash("pwd")] },
  "moving-to-subfolder": { calls: [bash("cd services/tracking")] },
  "failing-run-after-cd": { calls: [bash("../../.venv/bin/python -m pytest -q --tb=line")] },
  "moving-back": { calls: [bash("cd ../..")] },
  "failing-run-in-subfolder-behind-tail": {
    calls: [bash("cd services/tracking && ../../.venv/bin/python -m pytest 2>&1 | tail -5")],
  },
  "failing-run-in-subshell": {
    calls: [bash("(cd ../../services/tracking && ../../.venv/bin/python -m pytest -q --tb=no) || true; cd ../..")],
  },
  "failing-run-uv": { calls: [bash("uv run --offline pytest -q tests/test_invoice.py")] },
  "no-such-test": { calls: [bash(`${PYTEST} tests/test_none.py`)] },
  "timed-out-run": { calls: [bash(`${PYTEST} -q tests/test_invoice.py; sleep 6`, { timeout: 2500 })] },
  "background-run": { calls: [bash(`${PYTEST} -q`, { run_in_background: true })] },
  "after-background-run": { calls: [bash("sleep 3")] },
};

const captured = new Map<string, unknown>();

beforeAll(async () => {
  const project = await makeProject({ name: "parcels" });
  const dump = join(project, "../payloads");
  await mkdir(dump);
  // A number in front keeps the order of arrival.
  const command = `cat > "${dump}/$(date +%s%N).json"`;
  const hook = (matcher?: string) => [{ ...(matcher && { matcher }), hooks: [{ type: "command", command }] }];
  const hooks = {
    PostToolUse: hook("Bash"),
    PostToolUseFailure: hook("Bash"),
    UserPromptSubmit: hook(),
    SessionStart: hook(),
  };
  await mkdir(join(project, ".claude"));
  await writeFile(join(project, ".claude/settings.json"), JSON.stringify({ hooks }));
  const session = await runSession({
    cwd: project,
    script: Object.values(CALLS),
    path: [join(project, ".venv/bin")],
    prompt: "Fix the failing test in tests/test_invoice.py, please.",
  });
  const names = new Map(Object.keys(CALLS).map((name, turn) => [`toolu_${turn}_0`, name]));
  for (const file of (await readdir(dump)).sort()) {
    const text = await readFile(join(dump, file), "utf8");
    const payload = JSON.parse(plain(text, project, session.home)) as Record<string, unknown>;
    const event = String(payload["hook_event_name"]);
    const name =
      names.get(String(payload["tool_use_id"])) ?? (event === "SessionStart" ? "session-start" : promptName(payload));
    if (!captured.has(name)) captured.set(name, payload);
  }
  if (update) await writeAll();
}, 200_000);

function promptName(payload: Record<string, unknown>): string {
  return String(payload["prompt"]).includes("<task-notification>") ? "task-notification" : "user-prompt";
}

/** The same payload as a user called dev would have seen it, with nothing that differs from one run to the next. */
function plain(text: string, project: string, home: string): string {
  const session = (JSON.parse(text) as { session_id: string }).session_id;
  return text
    .replaceAll(project, "/home/dev/parcels")
    .replaceAll(project.replace(/[^A-Za-z0-9]/g, "-"), "-home-dev-parcels")
    .replaceAll(home, "/home/dev")
    .replaceAll(tmpdir(), "/tmp")
    .replace(/"(session|prompt)_id":"[^"]+"/g, '"$1_id":"00000000-0000-4000-8000-000000000000"')
    .replaceAll(session, "00000000-0000-4000-8000-000000000000")
    .replaceAll(join(root, "node_modules/.cache/faultline/e2e-python"), "/home/dev/parcels/.venv");
}

async function writeAll(): Promise<void> {
  await mkdir(fixtures, { recursive: true });
  for (const [name, payload] of captured) {
    await writeFile(join(fixtures, `${name}.json`), `${JSON.stringify(payload, null, 2)}\n`);
  }
}

const names = [...Object.keys(CALLS), "user-prompt", "session-start", "task-notification"];

describe("the committed hook payloads", () => {
  it.each(names)("%s is what the client sends", async (name) => {
    const committed: unknown = JSON.parse(await readFile(join(fixtures, `${name}.json`), "utf8"));
    expect(shape(captured.get(name))).toEqual(shape(committed));
  });

  it("are all of them captured here", async () => {
    const files = await readdir(fixtures);
    expect(files.filter((file) => file.endsWith(".json")).sort()).toEqual(names.map((name) => `${name}.json`).sort());
  });
});

/** Every key with the type of its value; words are kept where they are the client's own and not a program's output. */
function shape(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => shape(item));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shape(item, name)]));
  }
  return OWN_WORDS.has(key) ? value : typeof value;
}

const OWN_WORDS = new Set(["cwd", "hook_event_name", "tool_name", "command", "interrupted", "is_interrupt", "source"]);
