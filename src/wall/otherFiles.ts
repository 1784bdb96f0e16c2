import type { Photo } from '#contract/photos/schemas.ts';
import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { clipFiles } from './clips/clipFiles.ts';
import type { OtherFiles } from './slots.ts';

/** The files beside the images of photos, by subject. */
const OTHER_FILES: Readonly<Record<string, OtherFiles>> = {
  clips: clipFiles,
};

/** Resolves to the addresses of those that a wall with these settings shows. Loads no photos where it shows none. */
export async function addressesOfOthers(
  settings: TabletSettings,
  loadPhotos: () => Promise<readonly Photo[]>,
): Promise<string[]> {
  const wanted = Object.values(OTHER_FILES).filter(({ isWanted }) => isWanted(settings));
  if (wanted.length === 0) return [];
  const photos = await loadPhotos();
  return wanted.flatMap(({ urlOf }) => photos.flatMap((photo) => urlOf(photo) ?? []));
}
