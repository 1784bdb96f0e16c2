import { serverMessage, statusOf } from '#src/api/http.ts';

/** Why a change was not made, as a sentence: the server's own where it sent one. */
export function failureText(error: unknown): string {
  const message = serverMessage(error);
  if (message !== undefined) return /[.!?]$/.test(message) ? message : `${message}.`;
  return statusOf(error) === undefined ? 'The server cannot be reached.' : 'The server could not do that.';
}
