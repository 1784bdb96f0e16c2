import { waitingWords } from '#domain/guests/waitingWords.ts';
import { MINUTE_MS, type WatchedKind } from '#server/core/watched.ts';
import type { WaitingRepository } from './waitingRepository.ts';

/** Photos that had waited for longer than this when the server started were reported or looked at before. */
const FRESH_MS = 10 * MINUTE_MS;

interface Parts {
  waiting: Pick<WaitingRepository, 'seenUpTo' | 'after' | 'newestBefore'>;
  /** Milliseconds since 1970. */
  now: () => number;
}

/**
 * Photos of guests that wait for approval. However many come, they are reported once, until somebody has looked at
 * them. The id is that of the last photo that somebody has seen.
 */
export function watchedGuests({ waiting, now }: Parts): WatchedKind {
  let seen: number | undefined;
  let since: number | undefined;
  return {
    about: 'guests',
    check: async ({ at, notified: [seenBefore] }) => {
      seen ??= seenBefore === undefined ? await waiting.newestBefore(now() - FRESH_MS) : Number(seenBefore);
      seen = Math.max(seen, waiting.seenUpTo());
      const count = await waiting.after(seen);
      since = count > 0 ? (since ?? at) : undefined;
      return {
        conditions: since === undefined ? [] : [{ id: String(seen), since, holdsMs: 0 }],
        begunWords: () => waitingWords(count),
        // Without waiting photos there is nothing to report as over.
        overWords: () => waitingWords(count),
      };
    },
  };
}
