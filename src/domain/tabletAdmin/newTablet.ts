import type { Album } from '#contract/schemas/photos.ts';
import type { TabletSettings } from '#contract/schemas/tabletSettings.ts';
import { DEFAULT_TABLET_SETTINGS } from '#contract/tablets.ts';
import { photosIn } from '../albums/albumTree.ts';
import { offeredLocale } from './languages.ts';

/** A name that no tablet has yet: 'Tablet', 'Tablet 2', 'Tablet 3'. */
export function freeTabletName(taken: Iterable<string>): string {
  const names = new Set(Array.from(taken, (name) => name.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? 'Tablet' : `Tablet ${number}`;
    if (!names.has(name.toLowerCase())) return name;
  }
}

export type TabletStart = Pick<TabletSettings, 'startsWith' | 'startsWithAlbumId'>;

/** The proposal for a new tablet: a slideshow of everything as soon as there is a photo, else its menu. */
export function proposedStart(albums: readonly Album[]): TabletStart {
  return { startsWith: photosIn(albums) > 0 ? 'slideshow' : 'home', startsWithAlbumId: null };
}

/** The result of `Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions()`. */
interface BrowserHabits {
  locale: string;
  hour12?: boolean | undefined;
}

/** A new tablet speaks the language, and counts the hours, of the browser in which it is made. */
export function settingsLike({ locale, hour12 }: BrowserHabits): Pick<TabletSettings, 'locale' | 'hours'> {
  const hours = hour12 === undefined ? DEFAULT_TABLET_SETTINGS.hours : hour12 ? 12 : 24;
  return { locale: offeredLocale(locale) ?? DEFAULT_TABLET_SETTINGS.locale, hours };
}
