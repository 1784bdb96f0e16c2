import { fetchAlbums } from '#src/shared/api/albums.ts';
import { fetchOwnTablet } from '#src/shared/api/ownTablet.ts';
import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { beginningAddress } from '#domain/tablets/beginningAddress.ts';
import { beginningAt, beginningOf, needsAlbums } from '#domain/tablets/beginning.ts';
import type { KioskTexts } from '#domain/tablets/languages/kioskText.ts';
import { loadTexts } from '#domain/tablets/languages/loadTexts.ts';
import { reportKeyDoubt } from '#src/shared/kioskKey/kioskKey.ts';
import { rememberVerifiedKey } from '#src/shared/kioskKey/launchRecord.ts';
import { momentOf } from '#domain/programme/programme.ts';
import { rememberLanguage } from '#src/shared/device/tabletLanguage.ts';
import { storedTablet } from '#src/shared/device/storedTablet.ts';

interface TabletToKeep {
  /** The settings, with the guest code for the corner of the screen that shows it. */
  settings: TabletSettings;
  /** The tablet's first page, for its start address. */
  beginsAt: string;
  /** Undefined for English. */
  texts: KioskTexts | undefined;
  /** The beginnings and ends of its dark hours, in turn, for the first frame of its next starts. */
  nights: number[];
  /** The programme, the day and the zone of which they are. */
  nightsFor?: string;
}

interface LoadedTablet {
  tablet: TabletToKeep;
  /** The address of its first page; undefined when this page is not its start address. */
  address: string | undefined;
}

/**
 * The server's response about this tablet, with the values derived from it; undefined without a response, and for one that
 * comes when the key is not in use any more: nothing of it is stored.
 */
export async function loadTablet(apiKey: string, isInUse: () => boolean): Promise<LoadedTablet | undefined> {
  const tablet = await fetchOwnTablet(apiKey);
  if (!isInUse()) return undefined;
  if (tablet === 'key refused') reportKeyDoubt(apiKey);
  if (tablet === 'key refused' || !tablet) return undefined;
  // The storage may have failed when the key was new.
  void rememberVerifiedKey(apiKey);
  const settings = { ...tablet.settings, ...(tablet.guestCode && { guestCode: tablet.guestCode }) };
  rememberLanguage(settings.locale);
  const beginning = beginningAt(settings, momentOf(new Date()));
  const albums = needsAlbums(beginning) ? await fetchAlbums({ apiKey }).catch(() => undefined) : [];
  // Without the list the album's address is unknown: a tablet on the wall stays as it is, and asks again.
  if (!albums && storedTablet(apiKey)) return undefined;
  const texts = await loadTexts(settings.locale).catch(() => undefined);
  const nights = await nightsOf(settings, storedTablet(apiKey)).catch(() => ({ nights: [] }));
  const beginsAt = beginningOf(beginning, albums ?? []);
  return { tablet: { settings, beginsAt, texts, ...nights }, address: beginningAddress(beginsAt, window.location) };
}

/**
 * The dark hours from the beginning of this day on. They are computed once a day, because sixty days in steps of a
 * quarter of an hour take old tablets long.
 */
async function nightsOf(
  { programme, place }: TabletSettings,
  stored: Record<string, unknown> = {},
): Promise<Pick<TabletToKeep, 'nights' | 'nightsFor'>> {
  if (programme.length === 0) return { nights: [] };
  const today = new Date().setHours(0, 0, 0, 0);
  const nightsFor = JSON.stringify([programme, place, today, new Intl.DateTimeFormat().resolvedOptions().timeZone]);
  const { nights } = stored;
  const isKnown = stored.nightsFor === nightsFor && Array.isArray(nights);
  if (isKnown) return { nights: nights.filter((edge): edge is number => typeof edge === 'number'), nightsFor };
  return { nights: (await import('#domain/programme/darkEdges.ts')).darkEdges({ programme, place }, today), nightsFor };
}
