import { useState } from 'react';
import type { Album, Photo } from '#contract/schemas/photos.ts';
import type { Tablet } from '#contract/schemas/tablets.ts';
import { previewPhotos } from '#domain/tabletAdmin/previewPhotos.ts';
import { isDarkRule } from '#domain/tablets/programme.ts';
import { ChoiceField } from '#src/ui/choices/ChoiceField.tsx';
import { ClockPreview } from './ClockPreview.tsx';
import { PhotoPreview } from './PhotoPreview.tsx';
import { USUAL_SCREEN, WallFrame } from './WallFrame.tsx';
import shapes from '#src/ui/shapes.module.css';

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
  const dark = settings.programme.find(isDarkRule);
  const scenes: { value: Scene; label: string }[] = [
    { value: 'photo', label: 'Photo' },
    { value: 'clock', label: 'Clock' },
    ...(dark ? [{ value: 'night' as const, label: 'Dark' }] : []),
  ];
  const shown = scene === 'night' && !dark ? 'photo' : scene;
  const photos: readonly Photo[] = previewPhotos(tablet, albums);
  return (
    <section className={shapes.stack3} aria-label="Preview">
      <WallFrame width={width} height={height}>
        {shown === 'photo' && <PhotoPreview settings={settings} now={now} photos={photos} {...{ width, height }} />}
        {shown === 'clock' && <ClockPreview settings={settings} now={now} {...{ width, height }} />}
        {shown === 'night' && dark?.shows === 'dark-clock' && (
          <ClockPreview settings={settings} now={now} {...{ width, height }} isDim />
        )}
      </WallFrame>
      <ChoiceField label="Preview" choices={scenes} value={shown} onChange={setScene} />
    </section>
  );
}
