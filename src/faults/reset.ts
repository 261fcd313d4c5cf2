import { bareKind } from "./kind.ts";

/** The server acts; instead of its response the connection breaks. */
export const reset = bareKind("reset");
