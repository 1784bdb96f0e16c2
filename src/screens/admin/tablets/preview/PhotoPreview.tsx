import { imageUrl } from '#src/api/imageUrls.ts';
import type { Photo } from '#contract/schemas/photos.ts';
import type { TabletSettings } from '#contract/schemas/tabletSettings.ts';
import { crossOriginFor } from '#src/ui/photoGrid/photoImage.ts';
import { PhotoOverlay } from '#src/screens/wall/PhotoOverlay.tsx';
import { WallPhoto } from '#src/screens/wall/WallPhoto.tsx';
import styles from './WallPreview.module.css';
import shapes from '#src/ui/shapes.module.css';

interface Props {
  settings: TabletSettings;
  now: Date;
  photos: readonly Photo[];
  /** The size of the screen in pixels. */
  width: number;
  height: number;
}

/** One photo on the wall, or two that stand side by side, drawn as the tablet draws them. */
export function PhotoPreview({ settings, now, photos, width, height }: Props) {
  const shape = width < height ? 'portrait' : 'landscape';
  const shown = photos.slice(0, shape === 'landscape' ? 2 : 1).map((photo) => described(photo, now));
  const pictures = shown.map((photo) => {
    const src = imageUrl(photo, 'medium');
    return { photo, src, crossOrigin: crossOriginFor(src) };
  });
  return (
    <div className={shapes.fill}>
      {pictures.length > 0 ? (
        <WallPhoto pictures={pictures} settings={settings} ratio={width / height} />
      ) : (
        <>
          <span className={`${shapes.fill} ${styles.painted}`} data-fit={settings.fit} />
          <PhotoOverlay photos={[described({ filename: '', albumSlug: '' }, now)]} settings={settings} shape={shape} />
        </>
      )}
    </div>
  );
}

/** With a caption and a date, since a photo that has none would not show what the settings do. */
function described(photo: Photo, now: Date): Photo {
  const caption = photo.caption?.trim() || 'A caption of the photo';
  return { ...photo, caption, takenAt: photo.takenAt ?? now.toISOString() };
}
