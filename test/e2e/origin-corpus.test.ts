import { test } from "vitest";
import { explainsCorpus, isQuick } from "../origin/explain-corpus.ts";
import { findPythons } from "../support/pythons.ts";

const others = (await findPythons()).filter((found) => !isQuick(found));

// Those that `npm test` leaves out, since it has ten minutes.
explainsCorpus(others);
test.skipIf(others.length > 0)("no other Python is here", () => {});
