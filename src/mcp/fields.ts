import * as z from "zod";
import { minimumBudget } from "../debugging/packing.ts";

/** Input that most tools have. */
export const nodeId = z
  .string()
  .min(1)
  .max(4096)
  .describe("pytest node id of one test, relative to the repository, such as tests/test_cart.py::test_total[de]");

export const budgetTokens = z
  .int()
  .min(minimumBudget)
  .max(100_000)
  .default(2000)
  .describe("Size of the answer in tokens (o200k_base); what does not fit gets a handle for get_evidence");

/** Below the 60 seconds after which most clients give a call up, unless they are told otherwise. */
export const deadlineSeconds = z
  .number()
  .min(1)
  .max(3600)
  .default(50)
  .describe("The answer comes within this time, with what is known by then");
