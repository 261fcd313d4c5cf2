import {
  type ListResourcesResult,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  ResourceTemplate,
} from "@modelcontextprotocol/server";
import type { Engine } from "../debugging/engine.ts";
import { fingerprint } from "../evidence/fingerprint.ts";
import { staleness } from "../evidence/freshness.ts";
import { type Listed, recentEvidence } from "../evidence/recent.ts";
import { readEvidence } from "../evidence/store.ts";

const PREFIX = "faultline://evidence/";
const PAGE = 25;

/** Gives a server the evidence of the checkout as resources: a template for handles, and a list of them, newest first. */
export function addEvidence(server: McpServer, engine: () => Promise<Engine>): void {
  server.registerResource(
    "evidence",
    new ResourceTemplate(`${PREFIX}{handle}`, { list: undefined }),
    {
      title: "Evidence",
      description:
        "What was measured, whole, by a handle from an answer's omitted or evidence. get_evidence gives it in pages.",
      mimeType: "application/json",
    },
    async (uri, { handle }) => read(await engine(), uri.href, String(handle)),
  );
  // The class above lists everything at once; a list of evidence wants pages.
  server.server.setRequestHandler("resources/list", async (request) => list(await engine(), request.params?.cursor));
}

async function read(engine: Engine, uri: string, handle: string): Promise<ReadResourceResult> {
  const stored = await readEvidence(engine.state, handle);
  if (!stored) throw new ResourceNotFoundError(uri);
  const { repo, python, env, pytestArgs } = engine;
  const files = Object.keys(stored.fingerprint.files);
  const now = await fingerprint({ repo, python, env, files, pytestArgs });
  const { kind, key, madeAt, body } = stored;
  const text = JSON.stringify({ handle, kind, about: key, madeAt, stale: staleness(stored.fingerprint, now), body });
  return { contents: [{ uri, mimeType: "application/json", text }] };
}

async function list(engine: Engine, cursor: string | undefined): Promise<ListResourcesResult> {
  if (cursor !== undefined && !/^\d{15}-ev_[0-9a-f]{12}$/.test(cursor)) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "the cursor is none of this list");
  }
  const { listed, next } = await recentEvidence(engine.state, PAGE, cursor);
  return { resources: listed.map(resourceOf), ...(next === undefined ? {} : { nextCursor: next }) };
}

function resourceOf({ handle, kind, key, madeAt, size }: Listed): ListResourcesResult["resources"][number] {
  return {
    uri: PREFIX + handle,
    name: handle,
    title: `${kind} of ${key}`,
    mimeType: "application/json",
    size,
    annotations: { lastModified: madeAt },
  };
}
