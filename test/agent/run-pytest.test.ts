import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { runPytest } from "../../src/agent/run-pytest.ts";
import { makeWorkplace, newestPython } from "./place.ts";

let python: string;
beforeAll(async () => {
  python = await newestPython();
});

describe("run_pytest", () => {
  const files = {
    "tests/test_shop.py":
      "import pytest\n\ndef test_total():\n    assert 1 == 2\n\n@pytest.mark.skip\ndef test_skipped():\n    pass\n",
    "tests/test_good.py": 'def test_good():\n    print("password=hunter2hunter2")\n',
    "pytest.ini": "[pytest]\naddopts = -qq\n",
  };

  test.each([
    [{}, /^FAILED\n[\s\S]*assert 1 == 2/],
    [{ target: "tests/test_good.py::test_good" }, /^PASSED/],
    [{ target: "tests/test_shop.py::test_skipped" }, /^NOT PASSED: tests were skipped/],
    [{ target: "tests/test_good.py::test_none" }, /^DID NOT RUN \(exit status 4\)/],
    [{ target: "test_good.py" }, /^There is no test_good.py. Did you mean tests\/test_good.py\?$/],
    [{ target: "--pdb" }, /no option/],
    [{ target: "-pevil" }, /no option/],
    [{ target: "../outside" }, /outside the repository/],
  ])("%j", async (args, told) => {
    const place = await makeWorkplace(files, { python });
    expect((await runPytest.call(args, place)).text).toMatch(told);
  });

  test("leaves nothing behind, even where it is cancelled", async () => {
    const controller = new AbortController();
    const slow = "import time\n\ndef test_total():\n    time.sleep(60)\n";
    const place = await makeWorkplace({ "tests/test_shop.py": slow }, { python, signal: controller.signal });
    setTimeout(() => controller.abort(), 1500);
    const { text } = await runPytest.call({}, place);
    expect(text).toMatch(/^DID NOT RUN/);
    expect(await readdir(place.repo)).toEqual(["tests"]);
    expect(await readdir(join(place.repo, "tests"))).toEqual(["test_shop.py"]);
  });
});
