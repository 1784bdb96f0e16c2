import { useState } from 'react';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import type { Tablet } from '#contract/tablets/schemas.ts';
import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { previewPhotos } from '#domain/tablets/previewPhotos.ts';
import { isDarkRule } from '#domain/programme/programme.ts';
import { imageUrl } from '#src/shared/api/imageUrls.ts';
import { PhotoOverlay } from '#src/shared/wallPhoto/PhotoOverlay.tsx';
import { WallPhoto } from '#src/shared/wallPhoto/WallPhoto.tsx';
import { ChoiceField } from '#src/shared/ui/choices/ChoiceField.tsx';
import { crossOriginFor } from '#src/shared/ui/photoGrid/photoImage.ts';
import { ClockPreview, USUAL_SCREEN, WallBox } from './WallBox.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import styles from './WallPreview.module.css';

interface Props {
  tablet: Pick<Tablet, 'settings' | 'report' | 'albumIds' | 'name'>;
  albums: readonly Album[];
  now: Date;
}

type Scene = 'photo' | 'clock' | 'night';

/** A small screen in the tablet's own proportions, which shows the effect of the settings. */
export function WallPreview({ tablet, albums, now }: Props) {
  const { settings, report } = tablet;
  const [scene, setScene] = useState<Scene>(settings.startsWith === 'clock' ? 'clock' : 'photo');
  const { width, height } = report?.screen ?? USUAL_SCREEN;
  const dark = settings.programme.find(isDarkRule);
  const scenes: { value: Scene; label: string }[] = [
    { value: 'photo', label: 'Photo' },
    { value: 'clock', label: 'Clock' },
    ...(dark ? [{ value: 'night' as const, label: 'Dark' }] : []),
  ];
  const shown = scene === 'night' && !dark ? 'photo' : scene;
  const photos: readonly Photo[] = previewPhotos(tablet, albums);
  return (
    <Stack as="section" aria-label="Preview">
      <WallBox width={width} height={height}>
        {shown === 'photo' && <PhotoPreview settings={settings} now={now} photos={photos} {...{ width, height }} />}
        {shown === 'clock' && <ClockPreview settings={settings} now={now} {...{ width, height }} />}
        {shown === 'night' && dark?.shows === 'dark-clock' && (
          <ClockPreview settings={settings} now={now} {...{ width, height }} isDim />
        )}
      </WallBox>
      <ChoiceField label="Preview" choices={scenes} value={shown} onChange={setScene} />
    </Stack>
  );
}

interface PhotoPreviewProps {
  settings: TabletSettings;
  now: Date;
  photos: readonly Photo[];
  /** The size of the screen in pixels. */
  width: number;
  height: number;
}

/** One photo on the wall, or two side by side, drawn as on the tablet. */
function PhotoPreview({ settings, now, photos, width, height }: PhotoPreviewProps) {
  const shape = width < height ? 'portrait' : 'landscape';
  const shown = photos.slice(0, shape === 'landscape' ? 2 : 1).map((photo) => described(photo, now));
  const pictures = shown.map((photo) => {
    const src = imageUrl(photo, 'medium');
    return { photo, src, crossOrigin: crossOriginFor(src) };
  });
  return (
    <div className={styles.whole}>
      {pictures.length > 0 ? (
        <WallPhoto pictures={pictures} settings={settings} ratio={width / height} />
      ) : (
        <>
          <span className={styles.painted} data-fit={settings.fit} />
          <PhotoOverlay photos={[described({ filename: '', albumSlug: '' }, now)]} settings={settings} shape={shape} />
        </>
      )}
    </div>
  );
}

/** The photo with a caption and a date, so that the preview shows the effect of the settings. */
function described(photo: Photo, now: Date): Photo {
  const caption = photo.caption?.trim() || 'A caption of the photo';
  return { ...photo, caption, takenAt: photo.takenAt ?? now.toISOString() };
}
