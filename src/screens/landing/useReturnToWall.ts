import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { repeat } from '#domain/timing.ts';
import { checkApiKey } from '#src/kioskKey/checkApiKey.ts';

const ASK_EVERY_MS = 10_000;

/**
 * Returns to a wall whose key could not be checked, because the server was out of reach and its worker did not respond.
 * Nobody touches a wall: without this it would stay on the landing page until somebody does.
 */
export function useReturnToWall(): void {
  const navigate = useNavigate();
  const isUnheard = useLocation({ select: ({ state }) => state.isUnheard === true });
  useEffect(() => {
    if (!isUnheard) return undefined;
    const ask = async () => {
      const apiKey = await goodKey();
      if (apiKey !== undefined) await navigate({ to: '/circuit-tree', search: { apiKey }, replace: true });
    };
    return repeat(ASK_EVERY_MS, () => void ask());
  }, [isUnheard, navigate]);
}

/** The key that this device had last, if the server accepts it. */
async function goodKey(): Promise<string | undefined> {
  const { lastVerifiedKey } = await import('#src/kioskKey/launchRecord.ts');
  const key = await lastVerifiedKey().catch(() => undefined);
  return key !== undefined && (await checkApiKey(key)) ? key : undefined;
}
