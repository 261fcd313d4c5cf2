import { bareKind } from "./kind.ts";

/** The server no longer knows the session. */
export const expiredSession = bareKind("expired_session");
