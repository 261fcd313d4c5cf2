import { mkdir, mkdtemp, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { checkoutNow, dependingOn } from "../../src/debugging/baseline.ts";
import { fingerprint } from "../../src/evidence/fingerprint.ts";
import { staleness } from "../../src/evidence/freshness.ts";
import { engineFor } from "./support.ts";

test("evidence about some files of a checkout is fresh while nothing changes, whatever configures the others", async () => {
  const engine = engineFor(await realpath(await mkdtemp(join(tmpdir(), "monorepo-"))));
  const files = [
    "pyproject.toml",
    "shop/cart.py",
    "shop/pytest.ini",
    "services/tax/rates.py",
    "services/tax/pytest.ini",
  ];
  for (const file of files) {
    await mkdir(dirname(join(engine.repo, file)), { recursive: true });
    await writeFile(join(engine.repo, file), "");
  }
  const then = dependingOn(await checkoutNow(engine), new Set(["shop/cart.py"]));
  const now = () => fingerprint({ ...engine, files: Object.keys(then.files) });
  expect(staleness(then, await now())).toEqual([]);
  await writeFile(join(engine.repo, "services/tax/pytest.ini"), "[pytest]\n");
  expect(staleness(then, await now())).toEqual([]);
  await writeFile(join(engine.repo, "shop/pytest.ini"), "[pytest]\n");
  expect(staleness(then, await now())).toEqual(["shop/pytest.ini changed"]);
});
