import { useEffect, useRef } from 'react';
import type { Photo } from '#contract/photos/schemas.ts';
import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { playClip } from './clipPlayer.ts';
import styles from './ClipLayer.module.css';

/** The clip of a photo on screen, played once over its still. */
export function ClipLayer({ photo, settings: { fit } }: { photo: Photo; settings: TabletSettings }) {
  const place = useRef<HTMLSpanElement>(null);
  const latest = useRef({ photo, fit });
  useEffect(() => {
    latest.current = { photo, fit };
  });
  // Once for each showing: a list that is loaded again, or another setting, does not begin it anew.
  useEffect(() => (place.current ? playClip(place.current, latest.current) : undefined), []);
  return <span ref={place} className={styles.layer} />;
}
