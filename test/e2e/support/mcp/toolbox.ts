import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isThere, mustRun, once, root } from "../tools.ts";

/**
 * The protocol's own tools and servers. The tools need a node that is newer than the oldest one that Faultline runs on,
 * so one comes with them; they are no development dependencies for that reason.
 */
const PACKAGES = {
  conformance: "npm:@modelcontextprotocol/conformance@0.1.16",
  "conformance-next": "npm:@modelcontextprotocol/conformance@0.2.0-alpha.12",
  "@modelcontextprotocol/inspector": "2.12.0",
  "@modelcontextprotocol/server-everything": "2026.8.31",
  "@modelcontextprotocol/server-filesystem": "2026.8.31",
  [`node-${process.platform}-${process.arch}`]: "24.22.3",
};

export interface Toolbox {
  node: string;
  /** The conformance suite as released, and the one before release that knows 2026-07-28. */
  conformance: string;
  conformanceNext: string;
  inspector: string;
  /** The reference servers, for any node. */
  everything: string;
  filesystem: string;
}

/** Installs the tools into this package's cache, once. */
export const toolbox = once(async (): Promise<Toolbox> => {
  const folder = join(
    root,
    "node_modules/.cache/faultline/mcp-tools",
    Object.values(PACKAGES)
      .join(" ")
      .replace(/[^\w.]+/g, "_"),
  );
  if (!(await isThere(folder))) {
    const work = `${folder}.${process.pid}`;
    await mkdir(work, { recursive: true });
    await writeFile(join(work, "package.json"), JSON.stringify({ private: true, dependencies: PACKAGES }));
    await mustRun(["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: work });
    // A second run at the same time may have been faster; both hold the same files.
    await rm(folder, { recursive: true, force: true });
    await rename(work, folder);
  }
  const modules = join(folder, "node_modules");
  return {
    node: join(modules, `node-${process.platform}-${process.arch}`, "bin/node"),
    conformance: join(modules, "conformance/dist/index.js"),
    conformanceNext: join(modules, "conformance-next/dist/index.js"),
    inspector: join(modules, "@modelcontextprotocol/inspector/clients/launcher/build/index.js"),
    everything: join(modules, "@modelcontextprotocol/server-everything/dist/index.js"),
    filesystem: join(modules, "@modelcontextprotocol/server-filesystem/dist/index.js"),
  };
});
