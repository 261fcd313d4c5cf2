import { join, relative } from "node:path";
import type { ProbeRecord } from "../probe/record.ts";
import type { Failure } from "../pytest/failure.ts";
import { joinNodeId, splitNodeId } from "../pytest/node-id.ts";

/** The failures of a record as if they had been printed whole; node ids are relative to `cwd`. */
export function recordedFailures(record: ProbeRecord, cwd: string): Failure[] {
  return record.failures.map((failure) => ({
    ...failure,
    nodeId: nodeIdFrom(cwd, record, failure.nodeId),
    sections: [],
    incomplete: false,
  }));
}

/** A node id of a record, which is relative to its rootdir, as one that is relative to `cwd`. */
export function nodeIdFrom(cwd: string, { header }: ProbeRecord, nodeId: string): string {
  const { path, names, parameters } = splitNodeId(nodeId);
  return joinNodeId({ path: relative(cwd, join(header.rootdir, path)), names, parameters });
}
