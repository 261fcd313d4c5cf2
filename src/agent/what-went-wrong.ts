import { APICallError, InvalidResponseDataError, TypeValidationError } from "@ai-sdk/provider";

/** What an attempt failed of, for a person. All of its lines: who shows it looks for the key in them. */
export function whatWentWrong(error: unknown): string {
  if (TypeValidationError.isInstance(error) || InvalidResponseDataError.isInstance(error)) {
    return `the answer is not of the server's kind (${error.message})`;
  }
  if (!APICallError.isInstance(error)) return error instanceof Error ? error.message : String(error);
  const { statusCode, message, responseBody, cause } = error;
  if (statusCode === undefined) return message;
  // The status was good, and what came then was not.
  if (statusCode < 300) return cause instanceof Error ? whatWentWrong(cause) : message;
  // A page for browsers says no more than its status.
  const body = responseBody === undefined || /^\s*<(?:!doctype|html)/i.test(responseBody) ? "" : responseBody;
  const said = message === "" || !body.includes(message) ? `${message} ${body}` : message;
  return `status ${statusCode}: ${said.trim() || "no reason given"}`;
}
