import type { Photo } from '#contract/schemas/photos.ts';
import type { TabletSettings } from '#contract/schemas/tabletSettings.ts';
import { PhotoOverlay } from './PhotoOverlay.tsx';
import styles from './WallPhoto.module.css';

interface Props {
  /** With the addresses of their pictures: one photo, or two upright ones to stand side by side. */
  pictures: readonly { photo: Photo; src: string; crossOrigin?: 'anonymous' | undefined }[];
  settings: TabletSettings;
  shape: 'portrait' | 'landscape';
}

/** A photo as it hangs on the wall, at rest: what the administration shows before a setting is kept. */
export function WallPhoto({ pictures, settings, shape }: Props) {
  const fit = settings.fit === 'cover' ? styles.filled : '';
  return (
    <div className={styles.wall}>
      {pictures.map(({ photo: { albumSlug, filename, caption }, src, crossOrigin }) => (
        <img
          key={`${albumSlug}/${filename}`}
          src={src}
          crossOrigin={crossOrigin}
          alt={caption ?? ''}
          className={`${styles.picture} ${fit}`}
        />
      ))}
      {settings.countdown && <span className={styles.ring} />}
      <PhotoOverlay photos={pictures.map(({ photo }) => photo)} settings={settings} shape={shape} />
    </div>
  );
}
