import type { TabletCounts } from '#contract/server/schemas.ts';
import type { Tablet } from '#contract/tablets/schemas.ts';
import { foldText } from '#domain/albums/foldText.ts';
import { dayText, whenText } from '#domain/clock/when.ts';
import { countOf } from '#domain/curation/counts.ts';
import { ageText } from '#domain/clock/age.ts';

const MINUTE_MS = 60_000;
/** A tablet reports about once a minute; one report may be lost. */
const ON_WALL_MS = 2 * MINUTE_MS;
/** A tablet that restarts, or loses its network for a moment, is back within this time. */
const OFFLINE_AFTER_MS = 15 * MINUTE_MS;

/** `on`: on the wall now. `away`: silent for some minutes. `waiting`: no screen has become this tablet yet. */
export type TabletMark = 'on' | 'away' | 'offline' | 'waiting' | 'over';

interface TabletState {
  mark: TabletMark;
  text: string;
}

type KnownTablet = Pick<Tablet, 'state' | 'expiresAt' | 'lastSeenAt' | 'listening'>;

/** Returns the state of a tablet, as a mark and in words. `now` is the server's time in milliseconds. */
export function tabletState({ state, expiresAt, lastSeenAt, listening }: KnownTablet, now: number): TabletState {
  if (state === 'revoked') {
    const isOver = expiresAt !== null && Date.parse(expiresAt) <= now;
    return { mark: 'over', text: isOver ? `Ended on ${dayText(expiresAt)}` : 'Revoked' };
  }
  if (state === 'waiting') return { mark: 'waiting', text: 'Waiting for its screen' };
  if (listening) return { mark: 'on', text: 'On the wall now' };
  if (lastSeenAt === null) return { mark: 'waiting', text: 'Not opened on a screen yet' };
  const ageMs = now - Date.parse(lastSeenAt);
  if (ageMs < ON_WALL_MS) return { mark: 'on', text: 'On the wall now' };
  if (ageMs < OFFLINE_AFTER_MS) return { mark: 'away', text: `Last seen ${ageText(ageMs)}` };
  return { mark: 'offline', text: `Offline since ${whenText(lastSeenAt, { now })}` };
}

/** 'Ends on Jan 31, 2027', while that is in the future. */
export function endText({ expiresAt, state }: Pick<Tablet, 'expiresAt' | 'state'>, now: number): string | undefined {
  if (expiresAt === null || state === 'revoked' || Date.parse(expiresAt) <= now) return undefined;
  return `Ends on ${dayText(expiresAt)}`;
}

/** '3 of 5 tablets are on the wall', without those that are revoked. */
export function tabletsSummary(tablets: readonly KnownTablet[], now: number): string {
  const marks = tablets.map((tablet) => tabletState(tablet, now).mark).filter((mark) => mark !== 'over');
  const on = marks.filter((mark) => mark === 'on').length;
  if (marks.length === 0) return 'No tablet is connected';
  if (marks.length === 1) return on === 1 ? 'The tablet is on the wall' : 'The tablet is not on the wall';
  if (on === marks.length) return `${on === 2 ? 'Both' : `All ${on}`} tablets are on the wall`;
  return `${on} of ${marks.length} tablets ${on === 1 ? 'is' : 'are'} on the wall`;
}

/** Counts the tablets in each state, without those that have ended. `now` is in milliseconds. */
export function countTablets(tablets: readonly KnownTablet[], now: number): TabletCounts {
  const marks = tablets.map((tablet) => tabletState(tablet, now).mark);
  const count = (wanted: string) => marks.filter((mark) => mark === wanted).length;
  return { onWall: count('on'), away: count('away'), offline: count('offline'), waiting: count('waiting') };
}

interface CountsInWords {
  value: string;
  more: string;
  isTrouble: boolean;
}

/** '3 tablets', '1 on the wall now, 2 offline': each tablet is counted in one state. */
export function tabletCountsText({ onWall, away, offline, waiting }: TabletCounts): CountsInWords {
  const total = onWall + away + offline + waiting;
  if (total === 0) return { value: 'No tablet', more: 'Hang your photos on a wall', isTrouble: false };
  const all = total === 1 ? 'On the wall now' : 'All on the wall now';
  const parts = [
    onWall > 0 ? `${onWall} on the wall now` : '',
    away > 0 ? `${away} seen lately` : '',
    offline > 0 ? `${offline} offline` : '',
    waiting > 0 ? `${waiting} not opened yet` : '',
  ];
  const more = onWall === total ? all : parts.filter(Boolean).join(', ');
  return { value: countOf(total, 'tablet'), more, isTrouble: offline > 0 };
}

/** The tablets whose name has every typed word, by name; those that are revoked come last. */
export function arrangedTablets<Listed extends Pick<Tablet, 'name' | 'state'>>(
  tablets: readonly Listed[],
  search: string,
): Listed[] {
  const words = foldText(search).split(/\s/);
  const found = tablets.filter(({ name }) => {
    const folded = foldText(name);
    return words.every((word) => folded.includes(word));
  });
  return found.sort(byState);
}

const BY_NAME = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

function byState(one: Pick<Tablet, 'name' | 'state'>, other: Pick<Tablet, 'name' | 'state'>): number {
  const isOver = Number(one.state === 'revoked') - Number(other.state === 'revoked');
  return isOver || BY_NAME.compare(one.name, other.name);
}
