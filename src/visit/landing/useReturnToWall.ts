import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { areaOf } from '#contract/areas.ts';
import { API_KEY_PARAMETER } from '#domain/access/kioskAddress.ts';
import { repeat } from '#domain/timing.ts';
import { endKey, refusalOf } from '#src/shared/kioskKey/kioskKey.ts';

const ASK_EVERY_MS = 5_000;

/**
 * Returns to a wall whose key could not be checked, because its worker did not respond and the server was out of reach,
 * or another one responded in its place. Returns with the last key of this device too, when its record could not be
 * read before. Nobody touches a wall, which would otherwise stay on the landing page until somebody does.
 */
export function useReturnToWall(): void {
  const navigate = useNavigate();
  const lostKey = useLocation({ select: ({ state }) => state.lostKey });
  const lostAt = useLocation({ select: ({ state }) => state.lostAt });
  const showsLetters = useSearch({ from: '/', select: ({ connect }) => connect !== undefined });
  useEffect(() => {
    if (lostKey === undefined) return undefined;
    let isAsking = false;
    let isLeft = false;
    const ask = async () => {
      const { keyToReturnTo } = await import('#src/shared/kioskKey/launchRecord.ts');
      const apiKey = await keyToReturnTo(lostKey);
      if (isLeft) return;
      if (apiKey !== undefined) await navigate({ href: addressWith(apiKey, lostAt), replace: true });
      else if (refusalOf(lostKey) === 'revoked' && !showsLetters) await navigate(endKey(lostKey, 'revoked', false));
    };
    const end = repeat(ASK_EVERY_MS, () => {
      if (isAsking) return;
      isAsking = true;
      void ask().finally(() => (isAsking = false));
    });
    return () => {
      isLeft = true;
      end();
    };
  }, [lostAt, lostKey, navigate, showsLetters]);
}

/** The lost page's address, with the key that is accepted now. */
function addressWith(apiKey: string, lostAt = '/circuit-tree'): string {
  const lost = new URL(lostAt, window.location.origin);
  // A page of the administration may have led to the kiosk.
  const address = areaOf(lost.pathname)?.name === 'kiosk' ? lost : new URL('/circuit-tree', lost);
  address.searchParams.set(API_KEY_PARAMETER, apiKey);
  return address.pathname + address.search;
}
