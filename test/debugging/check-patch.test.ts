import { cp, mkdir, mkdtemp, realpath, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkoutNow, recordBaseline } from "../../src/debugging/baseline.ts";
import { checkPatch } from "../../src/debugging/check-patch.ts";
import type { Engine } from "../../src/debugging/engine.ts";
import { failureAnswer } from "../../src/debugging/failure-answer.ts";
import { investigate } from "../../src/debugging/investigate.ts";
import { runSuite } from "../../src/debugging/suite-run.ts";
import { target } from "../../src/debugging/target.ts";
import { gitInit, project, snapshot } from "../probe/support.ts";
import { anyPython, callOf, idleEngine, runningEngine } from "./running.ts";

const shop = {
  "shop/__init__.py": "",
  "shop/prices.py": `PRICES = {"tea": 3}


def price(name):
    return PRICES[name]


def total(names):
    return sum(price(name) for name in names)
`,
  "shop/mail.py": "def send(text):\n    return len(text)\n",
  "tests/test_total.py": `from shop.prices import total


def test_total():
    assert total(["tea", "milk"]) == 3


def test_empty():
    assert total([]) == 0
`,
  "tests/test_price.py": `import pytest

from shop.prices import price


def test_unknown():
    with pytest.raises(KeyError):
        price("milk")


def test_known():
    assert price("tea") == 3


def test_cake():
    assert price("cake") == 1
`,
  "tests/test_mail.py": "from shop.mail import send\n\n\ndef test_send():\n    assert send('x') == 1\n",
};
const nodeId = "tests/test_total.py::test_total";
const rightFix = {
  "shop/prices.py": shop["shop/prices.py"].replace("sum(price(name) for", "sum(PRICES.get(name, 0) for"),
};
const breakingFix = { "shop/prices.py": shop["shop/prices.py"].replace("PRICES[name]", "PRICES.get(name, 0)") };

/** A checkout whose failure was looked at, with its suite, before anything is edited. */
async function looked(files: Record<string, string> = shop, of: string = nodeId, more: Partial<Engine> = {}) {
  const repo = await project({ "conftest.py": "", ...files });
  const engine = await runningEngine(repo, more);
  await look(engine, of);
  return engine;
}

let shopState: string;
beforeAll(async () => {
  const repo = await mkdtemp(join(tmpdir(), "faultline-shop-"));
  shopState = await mkdtemp(join(tmpdir(), "faultline-shop-state-"));
  const engine = { ...idleEngine(await realpath(repo)), python: await anyPython(), state: shopState };
  await edit(engine, { "conftest.py": "", ...shop });
  await look(engine, nodeId);
  await rm(repo, { recursive: true });
});
afterAll(() => rm(shopState, { recursive: true }));

/** The same of the shop, but looked at once for all: evidence does not depend on where a checkout lies. */
async function lookedAtShop(): Promise<Engine> {
  const engine = await runningEngine(await project({ "conftest.py": "", ...shop }));
  await cp(shopState, engine.state, { recursive: true });
  return engine;
}

async function look(engine: Engine, of: string): Promise<void> {
  const { failure, status } = await failureAnswer(engine, { nodeId: of }, callOf());
  const { outcomes, complete } = await runSuite(engine, target(engine, of), callOf(), {
    selection: [],
    deadline: 60_000,
  });
  const signature = failure && { signature: failure.signature };
  const known = { nodeId: of, status, ...signature, outcomes: Object.fromEntries(outcomes), complete };
  await recordBaseline(engine, known, await checkoutNow(engine));
}

async function edit(engine: Engine, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(engine.repo, name)), { recursive: true });
    await writeFile(join(engine.repo, name), text);
  }
}

async function afterEdit(files: Record<string, string>, more: Parameters<typeof callOf>[0] = {}) {
  const engine = await lookedAtShop();
  await edit(engine, files);
  return checkPatch(engine, { nodeId }, callOf(more));
}

describe("check_patch says of", () => {
  test("a right fix: fixed, with the whole suite behind it, and leaves the checkout as it is", async () => {
    const engine = await lookedAtShop();
    await edit(engine, rightFix);
    const before = await snapshot(engine.repo);
    const answer = await checkPatch(engine, { nodeId }, callOf());
    expect(answer).toMatchObject({
      nodeId,
      verdict: "fixed",
      summary: "The test passes; 1 failed before as well.",
      newlyBroken: [],
      failingBefore: ["tests/test_price.py::test_cake"],
      failingUnknown: [],
      gone: [],
      changed: ["shop/prices.py"],
      testEdited: false,
      suite: { ran: 6, passed: 5, failed: 1, complete: true },
    });
    expect(answer).not.toHaveProperty("failure");
    expect(await snapshot(engine.repo)).toEqual(before);
  });

  test("a wrong fix: the same failure, and of the others only those that concern the edit are run", async () => {
    const answer = await afterEdit({
      "shop/prices.py": shop["shop/prices.py"].replace('{"tea": 3}', '{"tea": 3, "cake": 1}'),
    });
    expect(answer).toMatchObject({
      verdict: "same-failure",
      failure: {
        exception: { type: "KeyError" },
        crash: { path: "shop/prices.py", line: 5, source: "return PRICES[name]" },
      },
      newlyBroken: [],
      suite: { ran: 5, failed: 1, complete: false },
    });
    expect(answer.summary).toMatch(
      /^The test fails as before with KeyError: 'milk'; no other of 5 related tests fails\.$/,
    );
  });

  test("a fix with another failure behind it: a new failure", async () => {
    const answer = await afterEdit({
      "shop/prices.py": shop["shop/prices.py"].replace("PRICES[name]", "PRICES.get(name)"),
    });
    expect(answer).toMatchObject({ verdict: "new-failure", failure: { exception: { type: "TypeError" } } });
    expect(answer.summary).toContain("fails in another way than before with TypeError");
    expect(answer.newlyBroken).toEqual(["tests/test_price.py::test_unknown"]);
  });

  test("a fix that breaks another test: which one", async () => {
    const answer = await afterEdit(breakingFix);
    expect(answer).toMatchObject({
      verdict: "fixed-but-broke-others",
      newlyBroken: ["tests/test_price.py::test_unknown"],
      failingBefore: ["tests/test_price.py::test_cake"],
    });
    expect(answer.summary).toBe("The test passes; 1 test that passed before fails now; 1 failed before as well.");
  });

  test("a syntax error: not runnable, and where it is", async () => {
    const answer = await afterEdit({ "shop/prices.py": "def price(name)\n    return 1\n" });
    expect(answer).toMatchObject({ verdict: "not-runnable", suite: { ran: 0 }, changed: ["shop/prices.py"] });
    expect(answer.summary).toContain("SyntaxError");
    expect(JSON.stringify(answer.failure)).toContain("shop/prices.py");
  });

  test("an edit of the test itself: that it proves nothing, also beside a fix", async () => {
    const easier = { "tests/test_total.py": shop["tests/test_total.py"].replace('"tea", "milk"', '"tea"') };
    for (const files of [easier, { ...easier, ...rightFix }]) {
      const answer = await afterEdit(files);
      expect(answer).toMatchObject({ verdict: "not-verified", testEdited: true });
      expect(answer.summary).toContain("the test itself was edited");
    }
  });
});

describe("check_patch does not take for a fix", () => {
  test("a conftest or other tests that were edited, without any edit of what they test", async () => {
    const answer = await afterEdit({
      "conftest.py":
        "import pytest\nfrom shop import prices\n\n@pytest.fixture(autouse=True)\ndef milk():\n    prices.PRICES['milk'] = 0\n",
    });
    expect(answer).toMatchObject({ verdict: "not-verified", testEdited: true, changed: ["conftest.py"] });
    const more = await afterEdit({
      ...rightFix,
      "tests/test_total.py": `${shop["tests/test_total.py"]}\n\ndef test_more():\n    assert total(["tea"]) == 3\n`,
    });
    expect(more).toMatchObject({ verdict: "fixed", testEdited: true });
    expect(more.summary).toContain("the test's file or a conftest of it was edited as well");
  });

  test("a test that is skipped, or expected to fail", async () => {
    const marked = (mark: string) => ({
      "tests/test_total.py": shop["tests/test_total.py"].replace(
        "def test_total",
        `import pytest\n@pytest.mark.${mark}\ndef test_total`,
      ),
    });
    const skipped = await afterEdit(marked("skip"));
    expect(skipped).toMatchObject({ verdict: "not-verified", testEdited: true });
    expect(skipped.summary).toBe("The test says nothing now: it was skipped; the test itself was edited.");
    const expected = await afterEdit(marked("xfail"));
    expect(expected).toMatchObject({ verdict: "not-verified" });
    expect(expected.summary).toContain("xfail");
  });

  test("a test that was renamed, whose file is gone, or that is no longer selected", async () => {
    const renamed = await afterEdit({
      "tests/test_total.py": shop["tests/test_total.py"].replace("test_total()", "test_totals()"),
    });
    expect(renamed).toMatchObject({ verdict: "not-runnable", testEdited: true, suite: { ran: 0 } });
    expect(renamed.summary).toBe(
      `The test cannot run: no such test: ${nodeId}; there is tests/test_total.py::test_totals.`,
    );

    const engine = await lookedAtShop();
    await rename(join(engine.repo, "tests/test_total.py"), join(engine.repo, "tests/test_sum.py"));
    const gone = await checkPatch(engine, { nodeId }, callOf());
    expect(gone).toMatchObject({
      verdict: "not-runnable",
      summary: "The test cannot run: tests/test_total.py is gone.",
    });
    expect(gone.changed).toEqual(["tests/test_sum.py", "tests/test_total.py"]);

    const deselected = await afterEdit({ "pytest.ini": `[pytest]\naddopts = --deselect=${nodeId}\n` });
    expect(deselected).toMatchObject({ verdict: "not-runnable", changed: ["pytest.ini"] });
    expect(deselected.summary).toBe(
      "The test cannot run: options or configuration of pytest deselect it; edited: pytest.ini.",
    );

    const filtered = await afterEdit({
      "conftest.py":
        "def pytest_collection_modifyitems(items):\n    items[:] = [item for item in items if item.name != 'test_total']\n",
    });
    expect(filtered).toMatchObject({ verdict: "not-runnable", testEdited: true });
    expect(filtered.summary).toContain("edited: conftest.py");
  });

  test("a test that hangs now", async () => {
    const answer = await afterEdit(
      { "shop/prices.py": `${shop["shop/prices.py"]}\n\ndef price(name):\n    while True:\n        pass\n` },
      { deadline: 6000 },
    );
    expect(answer).toMatchObject({ verdict: "new-failure", suite: { ran: 0 } });
    expect(answer.summary).toMatch(
      /^The test did not end within [\d.]+ s; after half of it, it was at shop\/prices\.py:1[34] in price, called from shop\/prices\.py:9 in .*total, called from tests\/test_total\.py:5 in test_total\.$/,
    );
  });

  test("a test that passes although nothing changed, or that passed before", async () => {
    const engine = await looked(
      {
        "test_now_and_then.py": `import os, tempfile
def test_it():
    assert os.path.exists(os.environ["LUCK"])
`,
      },
      "test_now_and_then.py::test_it",
      { env: { PATH: process.env["PATH"], LUCK: join("/tmp", `faultline-luck-${process.pid}`) } },
    );
    await writeFile(engine.env["LUCK"] ?? "", "");
    try {
      const lucky = await checkPatch(engine, { nodeId: "test_now_and_then.py::test_it" }, callOf());
      expect(lucky).toMatchObject({ verdict: "not-verified", changed: [] });
      expect(lucky.summary).toContain("although nothing changed since it failed");
    } finally {
      await rm(engine.env["LUCK"] ?? "", { force: true });
    }
    const fine = await looked(shop, "tests/test_mail.py::test_send");
    await edit(fine, rightFix);
    const passed = await checkPatch(fine, { nodeId: "tests/test_mail.py::test_send" }, callOf({}));
    expect(passed).toMatchObject({ verdict: "not-verified" });
    expect(passed.summary).toContain("as it did when it was last looked at");
  });
});

describe("other tests", () => {
  test("that fail in the suite, but not alone, are told apart from those that the edit broke", async () => {
    const engine = await looked({
      ...shop,
      "tests/test_zoo.py": "from shop import mail\n\ndef test_zoo():\n    assert not hasattr(mail, 'sent')\n",
    });
    await edit(engine, {
      ...rightFix,
      "tests/test_mail.py": `${shop["tests/test_mail.py"]}    from shop import mail\n    mail.sent = True\n`,
    });
    const answer = await checkPatch(engine, { nodeId }, callOf());
    expect(answer).toMatchObject({
      verdict: "fixed",
      newlyBroken: [],
      failingUnknown: ["tests/test_zoo.py::test_zoo"],
    });
    expect(answer.summary).toContain("1 test that passed before fails in the suite, but not alone");
  });

  test("whose file cannot be imported any more are told by their file, and tests that are gone are told", async () => {
    const engine = await lookedAtShop();
    await edit(engine, { ...rightFix, "shop/mail.py": "import no_such_module\n" });
    await edit(engine, { "tests/test_price.py": shop["tests/test_price.py"].replace("test_unknown", "check_unknown") });
    const answer = await checkPatch(engine, { nodeId }, callOf());
    expect(answer).toMatchObject({ verdict: "fixed-but-broke-others", newlyBroken: ["tests/test_mail.py"] });
    expect(answer.summary).toContain("1 test that passed before is gone, such as tests/test_price.py::test_unknown");
    expect(answer.gone).toEqual(["tests/test_price.py::test_unknown"]);
  });

  test("that are gone, one by itself or with its file, are named beside a right fix", async () => {
    const engine = await lookedAtShop();
    const fewer = shop["tests/test_price.py"].replace('def test_known():\n    assert price("tea") == 3\n', "");
    await edit(engine, { ...rightFix, "tests/test_price.py": fewer });
    await rm(join(engine.repo, "tests/test_mail.py"));
    const gone = ["tests/test_mail.py::test_send", "tests/test_price.py::test_known"];
    for (const suite of ["all", "related"] as const) {
      const answer = await checkPatch(engine, { nodeId, suite }, callOf());
      expect(answer).toMatchObject({ verdict: "fixed", gone: expect.arrayContaining(gone) });
      expect(answer.gone).toHaveLength(2);
      expect(answer.summary).toContain("2 tests that passed before are gone, such as tests/test_");
    }
  });

  test("that were gone at the last look are not put down to the edit after it", async () => {
    const engine = await lookedAtShop();
    await rm(join(engine.repo, "tests/test_mail.py"));
    await investigate(engine, { nodeId }, callOf());
    await edit(engine, rightFix);
    expect(await checkPatch(engine, { nodeId }, callOf())).toMatchObject({ verdict: "fixed", gone: [] });
  });

  test("are run as the configuration says where a file of theirs is excluded, not at all on request", async () => {
    const engine = await looked({
      ...shop,
      "pytest.ini": "[pytest]\naddopts = --ignore=tests/test_ignored.py\n",
      "tests/test_ignored.py": "def test_ignored():\n    assert False\n",
    });
    await edit(engine, rightFix);
    const all = await checkPatch(engine, { nodeId }, callOf());
    expect(all).toMatchObject({ verdict: "fixed", suite: { ran: 6, complete: true } });
    const none = await checkPatch(engine, { nodeId, suite: "none" }, callOf());
    expect(none).toMatchObject({ verdict: "fixed", suite: { ran: 0 }, summary: "The test passes." });
  });

  test("that hang are named when the time is up", async () => {
    const engine = await lookedAtShop();
    await edit(engine, { ...rightFix, "shop/mail.py": "def send(text):\n    while True:\n        pass\n" });
    const answer = await checkPatch(engine, { nodeId }, callOf({ deadline: 8000 }));
    expect(answer.suite.complete).toBe(false);
    expect(answer.summary).toContain(
      "the suite did not come to its end: the time was up, in tests/test_mail.py::test_send",
    );
  });
});

describe("what is on record", () => {
  test("of one of several parametrised tests counts for the name of all", async () => {
    const repo = await project({
      "shop.py": "def price(name):\n    return {'tea': 3}[name]\n",
      "test_p.py": `import pytest, shop

@pytest.mark.parametrize("name", ["tea", "milk", "cake"])
def test_price(name):
    assert shop.price(name) >= 0
`,
    });
    const engine = await runningEngine(repo);
    await failureAnswer(engine, { nodeId: "test_p.py::test_price" }, callOf());
    await edit(engine, { "shop.py": "def price(name):\n    return {'tea': 3, 'milk': 1}[name]\n" });
    const all = await checkPatch(engine, { nodeId: "test_p.py::test_price", suite: "none" }, callOf());
    expect(all).toMatchObject({ verdict: "new-failure", failure: { nodeId: "test_p.py::test_price[cake]" } });
    const one = await checkPatch(engine, { nodeId: "test_p.py::test_price[milk]" }, callOf());
    expect(one).toMatchObject({ verdict: "fixed", failingUnknown: ["test_p.py::test_price[cake]"] });
  });

  test("is no fix where the test passes alone and fails in the suite", async () => {
    const files = {
      "shop.py": "prices = {}\n",
      "test_a.py": "import shop\n\ndef test_sale():\n    shop.prices.clear()\n",
      "test_m.py": "import shop\n\ndef test_tea():\n    assert shop.prices['tea'] == 3\n",
    };
    const engine = await looked(files, "test_m.py::test_tea");
    await edit(engine, {
      "shop.py": "prices = {'tea': 3}\n",
      "conftest.py": "def pytest_collection_modifyitems(items):\n    items.sort(key=lambda item: item.nodeid)\n",
    });
    const answer = await checkPatch(engine, { nodeId: "test_m.py::test_tea" }, callOf());
    expect(answer).toMatchObject({ verdict: "not-verified", testEdited: true });
    expect(answer.summary).toContain("The test passes alone, but fails in the suite");
  });

  test("of nothing: the last commit tells whether the test was edited, and nothing is taken for broken", async () => {
    const repo = await project(shop);
    await gitInit(repo);
    const engine = await runningEngine(repo);
    const still = await checkPatch(engine, { nodeId }, callOf());
    expect(still).toMatchObject({ verdict: "not-verified", changed: [], testEdited: false });
    expect(still.summary).toContain("no earlier failure of it is on record");
    await edit(engine, breakingFix);
    const answer = await checkPatch(engine, { nodeId }, callOf());
    expect(answer).toMatchObject({
      verdict: "not-verified",
      changed: [],
      newlyBroken: [],
      failingUnknown: ["tests/test_price.py::test_unknown", "tests/test_price.py::test_cake"],
    });
    expect(answer.summary).toContain("The test passes; no earlier failure of it is on record");
    await edit(engine, { "tests/test_total.py": shop["tests/test_total.py"].replace('"tea", "milk"', '"tea"') });
    expect(await checkPatch(engine, { nodeId, suite: "none" }, callOf())).toMatchObject({
      verdict: "not-verified",
      testEdited: true,
    });
    await rm(join(repo, "tests/test_total.py"));
    expect(await checkPatch(engine, { nodeId }, callOf())).toMatchObject({ verdict: "not-runnable" });
    await expect(checkPatch(engine, { nodeId: "tests/test_no.py::test_no" }, callOf())).rejects.toThrow("no such file");
  });

  test("holds in a detached worktree with a dirty tree, and files that are not Python count by git", async () => {
    const main = await project({
      ...shop,
      "shop/prices.json": "{}",
      "shop/prices.py": `import json, pathlib
PRICES = json.loads(pathlib.Path(__file__).with_name("prices.json").read_text())

def total(names):
    return sum(PRICES[name] for name in names)
`,
    });
    await gitInit(main);
    const tree = join(main, "..", `${main.split("/").at(-1)}-tree`);
    await execa("git", ["worktree", "add", "-q", "--detach", tree], { cwd: main });
    try {
      await writeFile(join(tree, "notes.txt"), "dirty");
      const engine = await runningEngine(tree);
      await look(engine, nodeId);
      await edit(engine, { "shop/prices.json": '{"tea": 3, "milk": 0}' });
      const answer = await checkPatch(engine, { nodeId, suite: "none" }, callOf());
      expect(answer).toMatchObject({ verdict: "fixed", changed: ["shop/prices.json"], testEdited: false });
    } finally {
      await rm(tree, { recursive: true });
    }
  });

  test("of a test that failed after another one: it is run after that one again", async () => {
    const files = {
      "shop.py": "prices = {'tea': 3}\n",
      "tests/test_a.py": "import shop\n\ndef test_sale():\n    shop.prices.clear()\n",
      "tests/test_m.py": "import shop\n\ndef test_tea():\n    assert shop.prices['tea'] == 3\n",
    };
    const repo = await project({ ...files, "conftest.py": "" });
    const engine = await runningEngine(repo);
    const of = "tests/test_m.py::test_tea";
    expect(await investigate(engine, { nodeId: of }, callOf())).toMatchObject({ status: "order-dependent" });
    const still = await checkPatch(engine, { nodeId: of, suite: "none" }, callOf());
    expect(still).toMatchObject({ verdict: "same-failure", failure: { exception: { type: "KeyError" } } });
    await edit(engine, { "shop.py": "class Fixed(dict):\n    def clear(self): pass\nprices = Fixed(tea=3)\n" });
    const fixed = await checkPatch(engine, { nodeId: of, suite: "none" }, callOf());
    expect(fixed).toMatchObject({ verdict: "fixed" });
    expect(fixed.summary).toContain("The test passes after tests/test_a.py::test_sale, which made it fail");
  });
});
