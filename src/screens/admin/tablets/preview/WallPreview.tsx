import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Album, Photo } from '#contract/schemas/photos.ts';
import type { Tablet } from '#contract/schemas/tablets.ts';
import { previewPhotos } from '#domain/tabletAdmin/previewPhotos.ts';
import { ChoiceField } from '#src/ui/choices/ChoiceField.tsx';
import { ClockPreview } from './ClockPreview.tsx';
import { PhotoPreview } from './PhotoPreview.tsx';
import styles from './WallPreview.module.css';

const USUAL_SCREEN = { width: 1024, height: 768 };

interface Props {
  tablet: Pick<Tablet, 'settings' | 'report' | 'albumIds' | 'name'>;
  albums: readonly Album[];
  now: Date;
}

type Scene = 'photo' | 'clock' | 'night';

/** A small screen in the tablet's own proportions, which shows what the settings do to it. */
export function WallPreview({ tablet, albums, now }: Props) {
  const { settings, report } = tablet;
  const [scene, setScene] = useState<Scene>(settings.startsWith === 'clock' ? 'clock' : 'photo');
  const { width, height } = report?.screen ?? USUAL_SCREEN;
  const { frame, scale } = useScale(width);
  const scenes: { value: Scene; label: string }[] = [
    { value: 'photo', label: 'Photo' },
    { value: 'clock', label: 'Clock' },
    ...(settings.night ? [{ value: 'night' as const, label: 'Night' }] : []),
  ];
  const shown = scene === 'night' && !settings.night ? 'photo' : scene;
  const photos: readonly Photo[] = previewPhotos(tablet, albums);
  return (
    <section className={styles.preview} aria-label="Preview">
      <div
        ref={frame}
        className={styles.frame}
        style={{ aspectRatio: `${width} / ${height}`, maxWidth: `${(24 * width) / height}rem` }}
      >
        <div aria-hidden="true" className={styles.wall} style={{ width, height, transform: `scale(${scale})` }}>
          {shown === 'photo' && <PhotoPreview settings={settings} now={now} photos={photos} {...{ width, height }} />}
          {shown === 'clock' && <ClockPreview settings={settings} now={now} {...{ width, height }} />}
          {shown === 'night' && settings.night?.shows === 'clock' && (
            <ClockPreview settings={settings} now={now} {...{ width, height }} isDim />
          )}
        </div>
      </div>
      <ChoiceField label="Preview" choices={scenes} value={shown} onChange={setScene} />
    </section>
  );
}

interface Scale {
  /** The element that what is drawn has to fit into. */
  frame: RefObject<HTMLDivElement | null>;
  scale: number;
}

/** By how much something so many pixels wide is made smaller to fit into an element. */
function useScale(width: number): Scale {
  const frame = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const measure = () => setScale(element.clientWidth / width);
    measure();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [width]);
  return { frame, scale };
}
