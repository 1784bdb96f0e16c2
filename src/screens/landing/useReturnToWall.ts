import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { repeat } from '#domain/timing.ts';

const ASK_EVERY_MS = 10_000;

/**
 * Returns to a wall whose key could not be checked, because its worker did not respond and the server was out of reach,
 * or another one responded in its place. Nobody touches a wall: without this it would stay on the landing page until
 * somebody does.
 */
export function useReturnToWall(): void {
  const navigate = useNavigate();
  const lostKey = useLocation({ select: ({ state }) => state.lostKey });
  useEffect(() => {
    if (lostKey === undefined) return undefined;
    const ask = async () => {
      const { keyToReturnTo } = await import('#src/kioskKey/launchRecord.ts');
      const apiKey = await keyToReturnTo(lostKey);
      if (apiKey !== undefined) await navigate({ to: '/circuit-tree', search: { apiKey }, replace: true });
    };
    return repeat(ASK_EVERY_MS, () => void ask());
  }, [lostKey, navigate]);
}
