import { imageUrl } from '../../../../api/imageUrls.ts';
import type { Photo } from '../../../../contract/entities.ts';
import type { TabletSettings } from '../../../../contract/tablets.ts';
import { clockTexts } from '../../../../domain/clock/clock.ts';
import { crossOriginFor } from '../../../../ui/photoGrid/photoImage.ts';
import styles from './WallPreview.module.css';

interface Props {
  settings: TabletSettings;
  now: Date;
  photos: readonly Photo[];
  /** Whether the screen is wider than it is high. */
  isWide: boolean;
}

/** One photo on the wall, or two that stand side by side, with what is written over it. */
export function PhotoPreview({ settings, now, photos, isWide }: Props) {
  const [first, second] = photos;
  const shown = [first, ...(settings.pairs && isWide ? [second ?? first] : [])];
  const { time, half } = clockTexts(now, settings);
  const takenAt = first?.takenAt === undefined ? now : new Date(first.takenAt);
  const date = new Intl.DateTimeFormat(settings.locale, { dateStyle: 'long' }).format(takenAt);
  const caption = first?.caption ?? 'A caption of the photo';
  return (
    <>
      <div className={styles.photos}>
        {shown.map((photo, place) => {
          const src = photo && imageUrl(photo, 'medium');
          // Two photos in a preview have no other identity than their places.
          // oxlint-disable-next-line react/no-array-index-key
          const key = `${place} ${src}`;
          if (src === undefined) return <span key={key} className={styles.painted} data-fit={settings.fit} />;
          return (
            <img
              key={key}
              className={styles.photo}
              data-fit={settings.fit}
              src={src}
              alt=""
              crossOrigin={crossOriginFor(src)}
            />
          );
        })}
      </div>
      {settings.clockOverlay && (
        <p className={styles.overlay}>
          {time} {half}
        </p>
      )}
      {(settings.caption || settings.date) && (
        <div className={styles.foot}>
          {settings.caption && <p className={styles.caption}>{caption}</p>}
          {settings.date && <p className={styles.date}>{date}</p>}
        </div>
      )}
    </>
  );
}
