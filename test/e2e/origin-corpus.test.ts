import { test } from "vitest";
import { checksMarks, ends, explainsCorpus } from "../origin/explain-corpus.ts";
import { findPythons } from "../support/pythons.ts";

const pythons = await findPythons();
const others = pythons.filter((found) => !ends(pythons).includes(found));

// What `npm test` leaves out, since it has ten minutes.
checksMarks(pythons.slice(0, -1).slice(0, 1));
explainsCorpus(others);
test.skipIf(others.length > 0)("no other Python is here", () => {});
