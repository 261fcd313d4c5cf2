import { bareKind } from "./kind.ts";

/** The control: decided and noted like any other, and changes nothing. */
export const none = bareKind("none");
