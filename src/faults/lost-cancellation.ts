import { bareKind } from "./kind.ts";

/** The client cancels the request and the server never hears of it. */
export const lostCancellation = bareKind("lost_cancellation");
