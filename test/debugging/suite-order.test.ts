import { describe, expect, test } from "vitest";
import { relevantTestFiles } from "../../src/debugging/suite-order.ts";
import { testFiles } from "../../src/debugging/test-files.ts";
import { project } from "../probe/support.ts";
import { idleEngine } from "./running.ts";

const noTests = { "shop/__init__.py": "", "shop/prices.py": "", "shop/mail.py": "", "shop/util.py": "" };

describe("the test files of a project", () => {
  test("are those with pytest's default names, wherever they lie, but for installed and hidden folders", async () => {
    const repo = await project({
      "test_top.py": "",
      "tests/deep/thing_test.py": "",
      "tests/helpers.py": "",
      "tests/conftest.py": "",
      ".venv/lib/test_no.py": "",
      "node_modules/test_no.py": "",
      "a/site-packages/test_no.py": "",
    });
    expect(await testFiles(repo)).toEqual(["test_top.py", "tests/deep/thing_test.py"]);
  });

  test("follow testpaths, python_files and norecursedirs of the first file that configures pytest", async () => {
    const repo = await project({
      "pyproject.toml":
        '[tool.pytest.ini_options]\ntestpaths = ["pkg/*/checks", "extra/check_one.py"]\npython_files = ["check_*.py"]\nnorecursedirs = ["old*"]\n',
      "tox.ini": "[pytest]\ntestpaths = elsewhere\n",
      "pkg/a/checks/check_x.py": "",
      "pkg/a/checks/older/check_y.py": "",
      "pkg/a/other/check_z.py": "",
      "extra/check_one.py": "",
      "extra/check_two.py": "",
      "elsewhere/check_no.py": "",
    });
    expect(await testFiles(repo)).toEqual(["extra/check_one.py", "pkg/a/checks/check_x.py"]);
  });

  test("are looked for everywhere where none of the testpaths exists, as pytest does", async () => {
    const repo = await project({ "pytest.ini": "[pytest]\ntestpaths = gone\n", "a/test_a.py": "" });
    expect(await testFiles(repo)).toEqual(["a/test_a.py"]);
  });
});

test("files that addopts or a conftest leaves out are no test files", async () => {
  const repo = await project({
    "pytest.ini": "[pytest]\naddopts = -q --ignore=a/test_one.py --ignore b --ignore-glob='*_slow.py'\n",
    "conftest.py": "collect_ignore = [\n    'c/test_four.py',  # not now\n]\n",
    "c/conftest.py": 'collect_ignore_glob: list = ["test_f*.py", "deep/*"]\n',
    "a/test_one.py": "",
    "a/test_two.py": "",
    "b/test_three.py": "",
    "a/test_slow.py": "",
    "c/test_four.py": "",
    "c/test_five.py": "",
    "c/test_six.py": "",
    "c/deep/test_seven.py": "",
  });
  expect(await testFiles(repo)).toEqual(["a/test_two.py", "c/test_six.py"]);
});

describe("the order of the test files", () => {
  test("begins with the test's own file, then come those that mention what it executed, the rarer the sooner", async () => {
    const repo = await project({
      ...noTests,
      "tests/test_own.py": "",
      "tests/test_all.py": "from shop import util\n",
      "tests/test_more.py": "import shop.util\n",
      "tests/test_mail.py": "import shop.mail, shop.util\n",
      "tests/test_price.py": "from shop import (\n    prices,\n    util,\n)\n",
      "tests/test_none.py": "import json\n",
    });
    const covered = ["shop/prices.py", "shop/util.py"].map((path) => `${repo}/${path}`);
    const files = await relevantTestFiles(idleEngine(repo), { path: "tests/test_own.py" }, covered);
    expect(files.slice(0, 2)).toEqual(["tests/test_own.py", "tests/test_price.py"]);
    expect(files.slice(2, 5).sort()).toEqual(["tests/test_all.py", "tests/test_mail.py", "tests/test_more.py"]);
    expect(files.at(-1)).toBe("tests/test_none.py");
  });

  test("knows a module by its path below src/, by a relative import, and by the text of a patch", async () => {
    const repo = await project({
      "src/shop/prices.py": "",
      "tests/test_own.py": "",
      "tests/a/test_src.py": "from shop.prices import total\n",
      "tests/a/test_patch.py": "@patch('shop.prices.total')\ndef test(): ...\n",
      "tests/a/test_relative.py": "from ..shop.prices import total\n",
      "tests/test_near.py": "price = 1\n",
    });
    const files = await relevantTestFiles(idleEngine(repo), { path: "tests/test_own.py" }, [
      `${repo}/src/shop/prices.py`,
    ]);
    expect(files.at(-1)).toBe("tests/test_near.py");
  });

  test("is by nearness where nothing else is known, and what the test's own file mentions stands for what it executed", async () => {
    const repo = await project({
      "tests/unit/test_own.py": "from shop import mail\n",
      "tests/unit/test_b.py": "",
      "tests/unit/test_a.py": "",
      "tests/test_c.py": "",
      "other/deep/test_d.py": "from shop.mail import send\n",
      "other/deep/test_e.py": "",
    });
    expect(await relevantTestFiles(idleEngine(repo), { path: "tests/unit/test_own.py" }, [])).toEqual([
      "tests/unit/test_own.py",
      "other/deep/test_d.py",
      "tests/unit/test_a.py",
      "tests/unit/test_b.py",
      "tests/test_c.py",
      "other/deep/test_e.py",
    ]);
  });
});
