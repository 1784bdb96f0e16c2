import { expect, it } from 'vitest';
import { countTablets, tabletCountsText } from '#domain/tablets/tabletState.ts';

type KnownTablet = Parameters<typeof countTablets>[0][number];

const NOW = 1_800_000_000_000;
const tablet = (minutesAgo: number | null, fields: Partial<KnownTablet> = {}): KnownTablet => ({
  state: 'active',
  expiresAt: null,
  lastSeenAt: minutesAgo === null ? null : new Date(NOW - minutesAgo * 60_000).toISOString(),
  listening: false,
  ...fields,
});

it('counts each tablet once, and none that is over', () => {
  const tablets = [
    tablet(0),
    tablet(60, { listening: true }),
    tablet(5),
    tablet(60),
    tablet(null),
    tablet(null, { state: 'waiting' }),
    tablet(0, { state: 'revoked' }),
  ];
  expect(countTablets(tablets, NOW)).toEqual({ onWall: 2, away: 1, offline: 1, waiting: 2 });
});

const NONE = { onWall: 0, away: 0, offline: 0, waiting: 0 };
it.each([
  [NONE, 'No tablet', 'Hang your photos on a wall', false],
  [{ ...NONE, onWall: 1 }, '1 tablet', 'On the wall now', false],
  [{ ...NONE, onWall: 2 }, '2 tablets', 'All on the wall now', false],
  [{ ...NONE, waiting: 1 }, '1 tablet', '1 not opened yet', false],
  [{ ...NONE, onWall: 1, away: 1 }, '2 tablets', '1 on the wall now, 1 seen lately', false],
  [
    { onWall: 996, away: 1, offline: 2, waiting: 3 },
    '1,002 tablets',
    '996 on the wall now, 1 seen lately, 2 offline, 3 not opened yet',
    true,
  ],
])('says it in words: %j', (...[counts, value, more, isTrouble]) =>
  expect(tabletCountsText(counts)).toEqual({ value, more, isTrouble }),
);
