import type { SessionRecord } from '#contract/users/schemas.ts';
import type { SignInLinkResponse } from '#contract/signIn/schemas.ts';
import { API_PATHS } from '#contract/paths.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { http } from '#src/shared/api/http.ts';

/** Long enough for a device that cannot resolve names of the home to fail. */
const REACH_TIMEOUT_MS = 6_000;

/** The signed-in person's own sessions. */
export function fetchSessions(token: string): Promise<SessionRecord[]> {
  return http({ token }).get(ADMIN_PATHS.sessions).json<SessionRecord[]>();
}

export async function endOneSession(token: string, id: string): Promise<void> {
  await http({ token }).delete(ADMIN_PATHS.session(id));
}

/** Ends all sessions of the person but the one of this token. */
export async function endOtherSessions(token: string): Promise<void> {
  await http({ token }).delete(ADMIN_PATHS.sessions);
}

/** Makes a link to continue this session under the server's name; the session here ends when the link is opened. */
export function moveSession(token: string): Promise<SignInLinkResponse> {
  return http({ token }).post(ADMIN_PATHS.moveSession).json<SignInLinkResponse>();
}

/** Whether this device reaches the server at another origin, and trusts it there. */
export function isReachable(origin: string): Promise<boolean> {
  const asked = http().get(origin + API_PATHS.health, { prefix: '', cache: 'no-store', timeout: REACH_TIMEOUT_MS });
  return asked.then(
    ({ ok }) => ok,
    () => false,
  );
}
