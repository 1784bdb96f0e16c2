import type { Photo } from '#contract/photos/schemas.ts';
import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { cutPosition } from '#domain/photoFocus.ts';
import { PhotoOverlay } from './PhotoOverlay.tsx';
import styles from './WallPhoto.module.css';

interface Props {
  /** One photo, or two upright ones side by side, with the addresses of their pictures. */
  pictures: readonly { photo: Photo; src: string; crossOrigin?: 'anonymous' | undefined }[];
  settings: TabletSettings;
  /** The width of the wall divided by its height. */
  ratio: number;
}

/** A photo as on the wall, without movement: a preview of settings for the administration. */
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
