import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { imageUrl } from '#src/shared/api/imageUrls.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import { removeFirstFrame } from '#src/shared/device/firstFrame.ts';
import { isServerResponding, reachable } from '#src/shared/offline/connection.ts';
import { isNoneStored } from '#src/shared/offline/keeper.ts';
import { useTabletSettings } from '#src/shared/tablet/settings.ts';
import { useTexts } from '#src/shared/tablet/texts.ts';
import { keepClockPainted } from '#src/wall/clock/paintClock.ts';
import styles from './NothingStored.module.css';

/** A stored photo is on screen by then. */
const CHECK_AFTER_MS = 1_000;

/**
 * Shows the clock and why there are no photos, in a slideshow that has shown no photo yet. Shows nothing until it is
 * known that no photo is stored and the server is out of reach.
 */
export function NothingStored({ photos }: { photos: readonly Photo[] }) {
  return useNothingStored(photos) ? <Notice /> : null;
}

function useNothingStored(photos: readonly Photo[]): boolean {
  const [isNone, setNone] = useState(false);
  useEffect(() => {
    let isWanted = true;
    const check = async () => {
      const isResponding = await isServerResponding();
      const none = !isResponding && (await isNoneStored(photos.map((photo) => imageUrl(photo, 'medium'))));
      if (isWanted) setNone(none);
    };
    const timer = setTimeout(() => void check(), CHECK_AFTER_MS);
    // The server may get out of reach, or into it, before any photo is on screen.
    const unsubscribe = reachable.subscribe(() => void check());
    return () => {
      isWanted = false;
      clearTimeout(timer);
      unsubscribe();
    };
  }, [photos]);
  return isNone;
}

function Notice() {
  const { hours, locale } = useTabletSettings();
  const face = useRef<HTMLDivElement>(null);
  const text = useTexts();
  useLayoutEffect(
    () => (face.current ? keepClockPainted(face.current, { hours, locale }) : undefined),
    [hours, locale],
  );
  // The first frame shows the photo of the last start, if its picture is still there; else it is empty.
  useLayoutEffect(removeFirstFrame, []);
  return (
    <div className={styles.nothing}>
      <div className={styles.clock}>
        <div ref={face} id="waiting-clock" />
      </div>
      <output className={styles.sentence}>
        {text('No photos of this album are stored on this tablet yet. They come with the network.')}
      </output>
    </div>
  );
}
