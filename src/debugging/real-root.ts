import { realPath } from "../kernel/repo.ts";
import type { ProbeRecord } from "../probe/record.ts";

/** The record with its rootdir without symlinks, as paths of the checkout are: node ids then agree. */
export function withRealRoot(record: ProbeRecord): ProbeRecord {
  const { rootdir } = record.header;
  return { ...record, header: { ...record.header, rootdir: realPath(rootdir) ?? rootdir } };
}
