import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { WaitingPhoto } from '#contract/guests/schemas.ts';
import { http } from '#src/shared/api/http.ts';

/** The photos of guests that nobody has approved yet. */
export function fetchWaiting(token: string): Promise<WaitingPhoto[]> {
  return http({ token }).get(ADMIN_PATHS.waiting).json<WaitingPhoto[]>();
}

export async function approveWaiting(token: string, ids: readonly string[]): Promise<void> {
  await http({ token }).post(ADMIN_PATHS.approveWaiting, { json: { ids } });
}

export async function rejectWaiting(token: string, ids: readonly string[]): Promise<void> {
  await http({ token }).delete(ADMIN_PATHS.waiting, { json: { ids } });
}
