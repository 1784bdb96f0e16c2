import type { Album } from '#contract/schemas/photos.ts';
import { cachedState, type CachedState } from '#domain/albums/keepOrder.ts';
import type { KioskText } from '#domain/tablets/languages/kioskText.ts';
import { useServerReachable } from '#src/offline/connection.ts';
import { cachedAlbums } from '#src/offline/keeper.ts';
import { useObservable } from '#src/state/observable.ts';
import { useTexts } from '#src/tablet/texts.ts';
import styles from './CachedMark.module.css';

/** The mark that is shown without a network too; with one, only stored photos are worth a mark. */
const WORDS: Partial<Record<CachedState, KioskText>> = {
  kept: '✓ Kept',
  partly: 'Partly kept',
  missing: 'Not on this tablet',
};

/**
 * In a corner of an album's card, beside its link: whether the album can be shown without a network. Nobody shall find
 * out by a tap that fails.
 */
export function CachedMark({ album }: { album: Album }) {
  const state = cachedState(album, useObservable(cachedAlbums));
  const text = useTexts();
  const isReachable = useServerReachable();
  const words = WORDS[state];
  if (words === undefined || (isReachable && state !== 'kept')) return null;
  return (
    <>
      {state === 'missing' && <span className={styles.veil} />}
      <span className={styles.mark} data-state={state}>
        {text(words)}
      </span>
    </>
  );
}
