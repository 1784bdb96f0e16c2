import type { Album } from '#contract/photos/schemas.ts';
import { KIOSK_ROOT } from '#contract/areas.ts';
import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { everyAlbum } from '../albums/albumTree.ts';
import { type Moment, wallRuleAt } from '#domain/programme/programme.ts';

/** The screen of a tablet while nobody uses it. */
export interface Beginning {
  shows: 'home' | 'clock' | 'slideshow';
  /** The albums of the slideshow, each with what is below it; undefined: everything that it may see. */
  albumIds?: readonly string[] | undefined;
}

type Settings = Pick<TabletSettings, 'startsWith' | 'startsWithAlbumId' | 'programme' | 'place'>;

/** The screen that the programme sets for a moment; without a rule for it, the tablet's first page. */
export function beginningAt(settings: Settings, moment: Moment): Beginning {
  const rule = wallRuleAt(settings, moment);
  const { shows, albumIds } = rule ?? {};
  if (shows === 'home' || shows === 'clock' || shows === 'slideshow') return { shows, albumIds };
  const { startsWith, startsWithAlbumId } = settings;
  return { shows: startsWith, albumIds: startsWithAlbumId === null ? undefined : [startsWithAlbumId] };
}

/** Whether the address depends on the list of albums. */
export function needsAlbums({ shows, albumIds }: Beginning): boolean {
  return shows === 'slideshow' && albumIds !== undefined;
}

/**
 * Returns the page of a beginning; '' for the home. Deleted or invisible albums are left out; without any album it is
 * the slideshow of all photos.
 */
export function beginningOf({ shows, albumIds = [] }: Beginning, albums: readonly Album[]): string {
  if (shows === 'home') return '';
  if (shows === 'clock') return `${KIOSK_ROOT}/clock`;
  const page = `${KIOSK_ROOT}/photos`;
  const [first, ...others] = chosenAlbums(albums, albumIds);
  if (!first) return `${page}?slideshow=true`;
  if (others.length === 0) return `${page}/${first.slug}?slideshow=true`;
  return `${page}?slideshow=true&albums=${[first, ...others].map(({ id }) => id).join(',')}`;
}

/** The albums with these ids in the tree's order; one below another of them is left out, since that has its photos. */
export function chosenAlbums(albums: readonly Album[], ids: readonly string[]): Album[] {
  const covered = new Set<string>();
  return [...everyAlbum(albums)].filter((album) => {
    const isBelow = album.parentSlug !== undefined && covered.has(album.parentSlug);
    const isChosen = ids.includes(album.id);
    if (isBelow || isChosen) covered.add(album.slug);
    return isChosen && !isBelow;
  });
}
