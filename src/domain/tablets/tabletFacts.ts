import { pageAt } from '#contract/pages.ts';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import type { TabletReport, Tablet } from '#contract/tablets/schemas.ts';
import { MINUTES_PER_QUARTER } from '#contract/day/quarters.ts';
import { darkRuleAt, isZone } from '#domain/clock/zones.ts';
import { findAlbum } from '#domain/albums/albumTree.ts';
import type { Quarter } from '#domain/day/dayStrip.ts';
import { bytesText } from '#domain/text/sizes.ts';

export interface TabletFact {
  name: 'app' | 'build' | 'offline' | 'storage' | 'screen' | 'battery';
  text: string;
  /** True for a fact that needs attention. */
  isNotable?: true;
}

const LOW_BATTERY = 0.2;

/** Tablets of earlier versions report the label of the kiosk's home, which no release has changed. */
const IS_VERSION = /^\d+\.\d+\.\d+/;

/** The facts that a tablet reported about itself, in a few words each. `served` is the version that the server has. */
export function tabletFacts(report: TabletReport, served: string): TabletFact[] {
  const { version, failedBuild, offlineReady, storage, screen, battery } = report;
  const facts: TabletFact[] = [];
  if (offlineReady) facts.push({ name: 'offline', text: `Offline ready ${offlineReady.done}/${offlineReady.of}` });
  if (storage) facts.push({ name: 'storage', text: storageText(storage) });
  if (screen) facts.push({ name: 'screen', text: `${screen.width} × ${screen.height}` });
  if (battery) facts.push(batteryFact(battery));
  if (version !== undefined) {
    const differs = version !== served;
    const own = IS_VERSION.test(version) ? version : `of an earlier version (${version})`;
    const text = differs ? `App ${own}, the server has ${served}` : `App ${version}`;
    facts.push({ name: 'app', text, ...(differs ? { isNotable: true } : {}) });
  }
  if (failedBuild !== undefined) {
    facts.push({ name: 'build', text: `Went back from app ${failedBuild}, which did not start`, isNotable: true });
  }
  return facts;
}

function storageText({ usage, quota }: { usage: number; quota: number }): string {
  return quota > 0 ? `${bytesText(usage)} of ${bytesText(quota)} used` : `${bytesText(usage)} used`;
}

function batteryFact({ level, charging }: { level: number; charging: boolean }): TabletFact {
  const text = `Battery ${Math.round(level * 100)} %${charging ? ', charging' : ''}`;
  return { name: 'battery', text, ...(level <= LOW_BATTERY && !charging ? { isNotable: true } : {}) };
}

const QUARTER_MS = MINUTES_PER_QUARTER * 60_000;
/** A healthy tablet reports in at least this many minutes of a quarter hour. */
const STEADY_MINUTES = 2;

/** A tablet's last 24 hours, oldest first; unknown before it was made. */
export function tabletDay({ day, createdAt }: Pick<Tablet, 'day' | 'createdAt'>, now: number): Quarter[] {
  const newest = Math.floor(now / QUARTER_MS);
  const madeIn = Math.floor(Date.parse(createdAt) / QUARTER_MS);
  return Array.from(day, (digit, index): Quarter => {
    const quarter = newest - day.length + 1 + index;
    const heard = Number.parseInt(digit, 16) || 0;
    // The newest quarter hour is not over, and in its first minute there may be no report yet.
    const expected = quarter === newest ? Math.min(STEADY_MINUTES, heard) : STEADY_MINUTES;
    if (heard > 0) return heard >= expected ? { state: 'full', share: 1 } : { state: 'partial', share: 0.5 };
    return { state: quarter < madeIn || quarter === newest ? 'unknown' : 'silent', share: 0 };
  });
}

export interface TabletShows {
  text: string;
  /** The photo on its screen. */
  photo?: Photo;
  /** Whether its programme makes it dark. */
  isDark?: true;
}

/** Describes the content of a tablet's screen from its last report, or, in its dark hours, from its programme. */
export function tabletShows(
  { report, settings, listening }: Pick<Tablet, 'report' | 'settings' | 'listening'>,
  albums: readonly Album[],
  nowMs: number,
): TabletShows | undefined {
  if (!report) return undefined;
  const { photo, path, zone } = report;
  const dark = listening && zone !== undefined && isZone(zone) && darkRuleAt(settings, { zone, nowMs });
  if (dark) return { text: dark.shows === 'black' ? 'Black' : 'Dark clock', isDark: true };
  if (photo) return { text: albumName(photo.albumSlug, albums), photo };
  const page = pageAt(path.replace(/[?#].*/, ''));
  const slug = page?.params.albumSlug;
  if (slug !== undefined) return { text: albumName(decoded(slug), albums) };
  if (page?.firstFrame === 'clock') return { text: 'Clock' };
  if (page?.firstFrame === 'home') return { text: 'Menu' };
  return { text: page?.access === 'kiosk-key' ? 'Albums' : 'Another page' };
}

function albumName(slug: string, albums: readonly Album[]): string {
  return findAlbum(albums, slug)?.name ?? slug;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
