import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { NewShare, Share, ShareWithKey } from '#contract/shares/schemas.ts';
import { http } from '#src/shared/api/http.ts';

/** The open shares of one album, or of all. */
export function fetchShares(token: string, albumId?: string): Promise<Share[]> {
  const searchParams = albumId === undefined ? {} : { albumId };
  return http({ token }).get(ADMIN_PATHS.shares, { searchParams }).json<Share[]>();
}

export function createShare(token: string, share: NewShare): Promise<ShareWithKey> {
  return http({ token }).post(ADMIN_PATHS.shares, { json: share }).json<ShareWithKey>();
}

export async function takeBackShare(token: string, id: string): Promise<void> {
  await http({ token }).delete(ADMIN_PATHS.share(id));
}
