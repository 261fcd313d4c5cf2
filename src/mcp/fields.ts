import * as z from "zod";
import { limits } from "../debugging/limits.ts";

/** Input that most tools have. */
export const nodeId = z
  .string()
  .min(1)
  .max(4096)
  .describe("pytest node id, relative to the repository, such as tests/test_cart.py::test_total[de]");

export const budgetTokens = z
  .int()
  .min(limits.budgetTokens.least)
  .max(limits.budgetTokens.most)
  .default(2000)
  .describe("Size of the answer; what is omitted gets a handle for get_evidence");

/** Below the 60 seconds after which most clients give a call up, unless they are told otherwise. */
export const deadlineSeconds = z
  .number()
  .min(limits.deadlineSeconds.least)
  .max(limits.deadlineSeconds.most)
  .default(50)
  .describe("By then the answer comes, with what is known");
