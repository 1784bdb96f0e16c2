import type { Album, Photo } from '#contract/schemas/photos.ts';
import { pageAt } from '#contract/pages.ts';
import type { TabletReport } from '#contract/schemas/tablets.ts';
import { findAlbum } from '../albums/albumTree.ts';

export interface TabletShows {
  text: string;
  /** The photo on its screen. */
  photo?: Photo;
}

/** Describes the content of a tablet's screen from its last report. */
export function tabletShows(report: TabletReport, albums: readonly Album[]): TabletShows {
  const { photo, path } = report;
  if (photo) return { text: nameOf(photo.albumSlug, albums), photo };
  const page = pageAt(path.replace(/[?#].*/, ''));
  const slug = page?.params.albumSlug;
  if (slug !== undefined) return { text: nameOf(decoded(slug), albums) };
  if (page?.firstFrame === 'clock') return { text: 'Clock' };
  if (page?.firstFrame === 'home') return { text: 'Menu' };
  return { text: page?.access === 'kiosk-key' ? 'Albums' : 'Another page' };
}

function nameOf(slug: string, albums: readonly Album[]): string {
  return findAlbum(albums, slug)?.name ?? slug;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
