import { useCallback, useEffect } from 'react';
import { fetchShares } from '../../../api/curation.ts';
import type { Share } from '../../../contract/shares.ts';
import { createObservable } from '../../../state/observable.ts';
import { type AdminResource, useAdminResource } from '../frame/useAdminResource.ts';

/** While a visitor sits beside the admin, the list tells that the link was opened. */
const REFRESH_MS = 15_000;

const made = createObservable(0);

/** Called when a share was made, so that the lists show it. */
export function shareMade(): void {
  made.set(made.get() + 1);
}

/** The open shares of one album, or of all. */
export function useShares(albumId: string | undefined): AdminResource<Share[]> {
  const load = useCallback((token: string) => fetchShares(token, albumId), [albumId]);
  const shares = useAdminResource(load, REFRESH_MS);
  const { reload } = shares;
  useEffect(() => made.subscribe(() => void reload()), [reload]);
  return shares;
}
