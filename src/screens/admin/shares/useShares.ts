import { useCallback } from 'react';
import { fetchShares } from '#src/api/curation.ts';
import type { Share } from '#contract/schemas/arrivals/shares.ts';
import { createObservable } from '#src/state/observable.ts';
import { type AdminResource, useAdminResource } from '../shell/useAdminResource.ts';

/** While a visitor sits beside the admin, the list tells that the link was opened. */
const REFRESH_MS = 15_000;

const changes = createObservable(0);

/** Called when a share was made or taken back, so that the lists and counts show it. */
export function sharesChanged(): void {
  changes.set(changes.get() + 1);
}

/** The shares to show: those of one album, of all albums, or none for people who may not share. */
export type SharesOf = { albumId: string } | 'all' | 'none';

/** The open shares of an album, or of all. */
export function useShares(of: SharesOf): AdminResource<Share[]> {
  const albumId = typeof of === 'string' ? undefined : of.albumId;
  const isNone = of === 'none';
  const load = useCallback(async (token: string) => (isNone ? [] : fetchShares(token, albumId)), [albumId, isNone]);
  return useAdminResource(load, { refreshMs: REFRESH_MS, reloadOn: changes.subscribe });
}
