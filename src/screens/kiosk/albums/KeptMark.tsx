import type { Album } from '#contract/schemas/photos.ts';
import { keptState, type KeptState } from '#domain/albums/keepOrder.ts';
import type { KioskText } from '#domain/tablets/languages/kioskText.ts';
import { useServerReachable } from '#src/offline/connection.ts';
import { keptAlbums } from '#src/offline/keeper.ts';
import { useObservable } from '#src/state/observable.ts';
import { useTexts } from '#src/tablet/texts.ts';
import styles from './KeptMark.module.css';

/** The mark that is shown without a network too; with one, only stored photos are worth a mark. */
const WORDS: Partial<Record<KeptState, KioskText>> = {
  kept: '✓ Kept',
  partly: 'Partly kept',
  missing: 'Not kept',
};

/**
 * In a corner of an album's card, beside its link: whether the album can be shown without a network. Nobody shall find
 * out by a tap that fails.
 */
export function KeptMark({ album }: { album: Album }) {
  const state = keptState(album, useObservable(keptAlbums));
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
