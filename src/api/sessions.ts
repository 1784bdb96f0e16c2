import type { SessionRecord } from '../contract/entities.ts';
import { ADMIN_PATHS } from '../contract/admin/adminPaths.ts';
import { http } from './http.ts';

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
