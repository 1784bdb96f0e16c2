import { useEffect, useRef } from 'react';
import { imageUrl } from '../../../api/imageUrls.ts';
import type { Photo } from '../../../contract/entities.ts';
import { CrossFade, setSource } from './crossFade.ts';
import styles from './SlideLayers.module.css';
import { usePreloads } from './usePreloads.ts';

interface Props {
  photos: readonly Photo[];
  index: number;
  photo: Photo | undefined;
  /** Counts the moves from photo to photo. An album's only photo is shown again at each move. */
  move: number;
  onShown: (move: number) => void;
  onBroken: (move: number) => void;
}

/**
 * The pictures: three image elements that live as long as the slideshow. React never renders their sources: a photo
 * comes to the front once it is decoded, and only opacity changes on screen.
 */
export function SlideLayers({ photos, index, photo, move, onShown, onBroken }: Props) {
  const backdrop = useRef<HTMLImageElement>(null);
  const first = useRef<HTMLImageElement>(null);
  const second = useRef<HTMLImageElement>(null);
  const fade = useRef<CrossFade>(undefined);
  const report = useRef({ onShown, onBroken });
  useEffect(() => {
    report.current = { onShown, onBroken };
  });
  const preload = usePreloads();

  const medium = photo && imageUrl(photo, 'medium');
  const thumbnail = photo && imageUrl(photo, 'thumbnail');
  useEffect(() => {
    if (!medium || !thumbnail || !first.current || !second.current) return undefined;
    fade.current ??= new CrossFade(first.current, second.current);
    const abort = new AbortController();
    const { signal } = abort;
    const bring = async (crossFade: CrossFade) => {
      try {
        await crossFade.show(medium, signal);
      } catch {
        if (!signal.aborted) report.current.onBroken(move);
        return;
      }
      if (signal.aborted) return;
      if (backdrop.current) setSource(backdrop.current, thumbnail);
      report.current.onShown(move);
      preload(photos, index);
    };
    void bring(fade.current);
    return () => abort.abort();
    // `photos` and `index` change when the album grows, and the photo on screen must not be shown once more for that.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [medium, thumbnail, move, preload]);

  return (
    <>
      <span className={styles.backdrop}>
        <img ref={backdrop} alt="" />
      </span>
      <img ref={first} alt="" className={`${styles.layer} ${move > 0 ? styles.fadeIn : ''}`} draggable={false} />
      <img ref={second} alt="" className={`${styles.layer} ${move > 0 ? styles.fadeIn : ''}`} draggable={false} />
    </>
  );
}
