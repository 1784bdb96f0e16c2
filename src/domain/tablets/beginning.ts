import type { Album } from '#contract/schemas/photos.ts';
import { SHELL_PAGES } from '#contract/areas.ts';
import type { TabletSettings } from '#contract/schemas/tabletSettings.ts';
import { everyAlbum } from '../albums/albumTree.ts';

/**
 * Returns the page with which a tablet begins at its start address; '' for the home. An album that is deleted, or that
 * the tablet may not see, leads to the slideshow of all photos.
 */
export function beginningOf(
  { startsWith, startsWithAlbumId }: Pick<TabletSettings, 'startsWith' | 'startsWithAlbumId'>,
  albums: readonly Album[],
): string {
  if (startsWith === 'home') return '';
  if (startsWith === 'clock') return `${SHELL_PAGES.kiosk}/clock`;
  for (const { id, slug } of everyAlbum(albums)) {
    if (id === startsWithAlbumId) return `${SHELL_PAGES.kiosk}/photos/${slug}?slideshow=true`;
  }
  return `${SHELL_PAGES.kiosk}/photos?slideshow=true`;
}
