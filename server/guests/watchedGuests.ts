import { waitingWords } from '#domain/guests/waitingWords.ts';
import { MINUTE_MS, type WatchedKind } from '#server/core/watched.ts';
import type { VisibleAlbums } from '#server/core/access/access.ts';
import type { WaitingRepository } from './waitingRepository.ts';

/** Photos that had waited for longer than this when the server started were reported or looked at before. */
const FRESH_MS = 10 * MINUTE_MS;

interface Parts {
  waiting: Pick<WaitingRepository, 'seenUpTo' | 'after' | 'newestBefore'>;
  /** The albums of a list with all below them. */
  albumsBelow: (list: readonly string[]) => Promise<VisibleAlbums>;
  /** Milliseconds since 1970. */
  now: () => number;
}

/**
 * Photos of guests that wait for approval. However many come, they are reported once, until somebody has looked at
 * them. The id is that of the last photo that somebody has seen.
 */
export function watchedGuests({ waiting, albumsBelow, now }: Parts): WatchedKind {
  let seen: number | undefined;
  let since: number | undefined;
  return {
    about: 'guests',
    check: async ({ at, notified: [seenBefore] }) => {
      seen ??= seenBefore === undefined ? await waiting.newestBefore(now() - FRESH_MS) : Number(seenBefore);
      seen = Math.max(seen, waiting.seenUpTo());
      const seenUpTo = seen;
      const count = await waiting.after(seenUpTo, null);
      since = count > 0 ? (since ?? at) : undefined;
      return {
        conditions: since === undefined ? [] : [{ id: String(seen), since, holdsMs: 0 }],
        begunWords: () => waitingWords(count),
        begunWordsFor: async (list) => {
          const own = await waiting.after(seenUpTo, await albumsBelow(list));
          return own > 0 ? waitingWords(own) : undefined;
        },
        // Without waiting photos there is nothing to report as over.
        overWords: () => waitingWords(count),
      };
    },
  };
}
