import type { Album, Photo } from '#contract/photos/schemas.ts';
import type { Tablet } from '#contract/tablets/schemas.ts';
import { isUpright } from '#domain/slideshow/slideList.ts';
import { visibleChoices } from '#domain/curation/albumAccess.ts';

/**
 * The photos of a preview: the one on the tablet's screen, or a cover of an album that it may see. If pairs are shown,
 * two upright ones of these.
 */
export function previewPhotos(
  { report, albumIds, settings }: Pick<Tablet, 'report' | 'albumIds' | 'settings'>,
  albums: readonly Album[],
): Photo[] {
  const choices = visibleChoices(albums, albumIds);
  const start = choices.find(({ album }) => album.id === settings.startsWithAlbumId);
  const covers = (start ? [start, ...choices] : choices).flatMap(({ album }) => album.cover ?? []);
  const onScreen = report?.photo;
  const known = onScreen && (covers.find((cover) => isSame(cover, onScreen)) ?? onScreen);
  const all = known ? [known, ...covers] : covers;
  const [left, ...others] = settings.pairs ? all.filter(isUpright) : [];
  const right = left && others.find((other) => !isSame(other, left));
  return right ? [left, right] : all.slice(0, 1);
}

function isSame(one: Photo, other: Photo): boolean {
  return one.filename === other.filename && one.albumSlug === other.albumSlug;
}
