import type { TabletCounts } from '#contract/schemas/server.ts';
import { countOf } from '../curation/counts.ts';
import { type KnownTablet, tabletState } from './tabletState.ts';

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

/** '3 tablets', '1 on the wall now, 2 offline': each tablet is in one of the states told. */
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
