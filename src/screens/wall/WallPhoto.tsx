import type { Photo } from '#contract/schemas/photos.ts';
import type { TabletSettings } from '#contract/schemas/tabletSettings.ts';
import { cutPosition } from '#domain/photoFocus.ts';
import { PhotoOverlay } from './PhotoOverlay.tsx';
import styles from './WallPhoto.module.css';

interface Props {
  /** With the addresses of their pictures: one photo, or two upright ones to stand side by side. */
  pictures: readonly { photo: Photo; src: string; crossOrigin?: 'anonymous' | undefined }[];
  settings: TabletSettings;
  /** The width of the wall by its height. */
  ratio: number;
}

/** A photo as it hangs on the wall, at rest: what the administration shows before a setting is kept. */
export function WallPhoto({ pictures, settings, ratio }: Props) {
  const isFilled = settings.fit === 'cover';
  return (
    <div className={styles.wall}>
      {pictures.map(({ photo, src, crossOrigin }) => (
        <img
          key={`${photo.albumSlug}/${photo.filename}`}
          src={src}
          crossOrigin={crossOrigin}
          alt={photo.caption ?? ''}
          className={`${styles.picture} ${isFilled ? styles.filled : ''}`}
          style={isFilled ? { objectPosition: cutPosition(photo, ratio / pictures.length) } : {}}
        />
      ))}
      {settings.countdown && <span className={styles.ring} />}
      <PhotoOverlay
        photos={pictures.map(({ photo }) => photo)}
        settings={settings}
        shape={ratio < 1 ? 'portrait' : 'landscape'}
      />
    </div>
  );
}
