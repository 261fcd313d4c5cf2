import { findPythons } from "../support/pythons.ts";
import { checksMarks, ends, explainsCorpus } from "./explain-corpus.ts";

const pythons = await findPythons();

checksMarks(pythons.slice(-1));
explainsCorpus(ends(pythons));
