import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { isTap } from '#domain/slideshow/swipe.ts';
import { clipUrl } from '#src/shared/clips/clipUrl.ts';
import type { ViewedPhoto } from '#src/shared/picture/viewedPhotos.ts';
import { Icon } from '#src/shared/ui/Icon.tsx';
import { crossOriginFor } from '#src/shared/ui/photoGrid/photoImage.ts';
import { Text } from '#src/shared/ui/text/Text.tsx';
import styles from './ClipOnPicture.module.css';

type State = 'still' | 'playing' | 'failed';

/** The clip over its still: it plays once by its button, and while the picture is held. */
export function ClipOnPicture({ viewed: { photo } }: { viewed: ViewedPhoto }) {
  const [state, setState] = useState<State>('still');
  const hold = useHold({ begin: () => setState('playing'), end: () => setState('still') });
  if (!photo.clip) return null;
  const src = clipUrl(photo);
  return (
    <div className={styles.layer} {...hold}>
      {state === 'playing' && (
        <video
          className={styles.clip}
          src={src}
          crossOrigin={crossOriginFor(src)}
          autoPlay
          muted
          playsInline
          disablePictureInPicture
          onEnded={() => setState('still')}
          onError={() => setState('failed')}
        />
      )}
      {state === 'failed' ? (
        <Text as="output" size="s" className={styles.failure}>
          This browser cannot play the clip.
        </Text>
      ) : (
        <button
          type="button"
          className={styles.play}
          aria-label={state === 'playing' ? 'Stop the clip' : 'Play the clip'}
          // The stage would take it for the begin of a swipe.
          onPointerDown={(event) => event.stopPropagation()}
          onClick={() => setState(state === 'playing' ? 'still' : 'playing')}
        >
          <Icon name={state === 'playing' ? 'close' : 'play'} />
        </button>
      )}
    </div>
  );
}

const HELD_MS = 400;

interface Hold {
  begin: () => void;
  end: () => void;
}

/** Calls back when a finger or the mouse rests on the element, and when it leaves again. */
function useHold({ begin, end }: Hold) {
  const release = useRef<() => void>(undefined);
  useEffect(() => () => release.current?.(), []);
  return {
    onPointerDown: ({ button, clientX: x, clientY: y }: PointerEvent) => {
      release.current?.();
      if (button !== 0) return;
      let isHeld = false;
      const timer = setTimeout(() => {
        isHeld = true;
        begin();
      }, HELD_MS);
      // The stage captures the pointer: its later events are not this element's.
      const listening = new AbortController();
      const leave = () => {
        clearTimeout(timer);
        listening.abort();
        release.current = undefined;
        if (isHeld) end();
      };
      const onMove = (event: globalThis.PointerEvent) => {
        if (!isTap({ x, y }, { x: event.clientX, y: event.clientY })) leave();
      };
      const { signal } = listening;
      window.addEventListener('pointermove', onMove, { signal });
      window.addEventListener('pointerup', leave, { signal });
      window.addEventListener('pointercancel', leave, { signal });
      release.current = () => {
        clearTimeout(timer);
        listening.abort();
      };
    },
    onContextMenu: (event: { preventDefault: () => void }) => {
      if (release.current) event.preventDefault();
    },
  };
}
