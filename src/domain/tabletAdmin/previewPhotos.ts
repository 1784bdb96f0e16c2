import type { Album, Photo } from '#contract/schemas/photos.ts';
import type { Tablet } from '#contract/schemas/tablets.ts';
import { visibleChoices } from './albumAccess.ts';

/** Two photos for a preview: the one on the tablet's screen first, then covers of albums that it may see. */
export function previewPhotos(
  { report, albumIds, settings }: Pick<Tablet, 'report' | 'albumIds' | 'settings'>,
  albums: readonly Album[],
): Photo[] {
  const choices = visibleChoices(albums, albumIds);
  const start = choices.find(({ album }) => album.id === settings.startsWithAlbumId);
  const covers = (start ? [start, ...choices] : choices).flatMap(({ album }) => album.cover ?? []);
  const onScreen = report?.photo;
  const known = onScreen && (covers.find((cover) => isSame(cover, onScreen)) ?? onScreen);
  const [first, ...others] = known ? [known, ...covers] : covers;
  if (!first) return [];
  const second = others.find((other) => !isSame(other, first));
  return second ? [first, second] : [first];
}

function isSame(one: Photo, other: Photo): boolean {
  return one.filename === other.filename && one.albumSlug === other.albumSlug;
}
