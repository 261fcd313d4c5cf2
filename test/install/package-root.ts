import { cpSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/**
 * The folder of a package as `npm pack` would lay it out, with the built hook where there is one.
 *
 * @param version what its package.json says
 */
export function makePackage(version = "1.0.0"): string {
  const folder = mkdtempSync(join(tmpdir(), "faultline-package-"));
  for (const part of ["hooks", "skills", "templates", "python-probe/src"]) {
    cpSync(join(root, part), join(folder, part), {
      recursive: true,
      filter: (path) => !path.includes("__pycache__") && !path.includes("templates/demo"),
    });
  }
  mkdirSync(join(folder, "dist"));
  for (const name of ["hook.cjs", "hook-main.cjs"]) {
    const built = join(root, "dist", name);
    if (existsSync(built)) cpSync(built, join(folder, "dist", name));
    else writeFileSync(join(folder, "dist", name), "// not built\n");
  }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "faultline", version }));
  return folder;
}
