import { bareKind } from "./kind.ts";

/** The response comes twice. */
export const duplicate = bareKind("duplicate");
