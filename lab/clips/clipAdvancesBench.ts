import type { Bench, Row } from '../bench/measuring/bench.ts';
import { atMost, enduredRows } from '../bench/measuring/enduredRows.ts';
import { Endurance } from '../bench/measuring/endurance.ts';
import { fillMoving, MOVES_EVERY, PHOTOS, playClip, SLOW_DOWN } from './movingAlbum.ts';

/** Memory needs many advances to show that it grows; a stall needs the slow tablet. Both at once would take five hours. */
const ROUNDS = [
  { advances: 10_000, slowDown: 1 },
  { advances: 1_000, slowDown: SLOW_DOWN },
];
const WARM_UP_ADVANCES = 100;
const LOOK_EVERY = 250;
const LIMITS = { stallMs: 1_000, videos: 1, missedShare: 0.01 };

/** Days and nights of a wall whose every tenth photo moves: each clip plays to its end. */
export const clipAdvancesBench: Bench = {
  id: 'clipAdvances',
  isLong: true,
  run: async () => {
    const rows: Row[] = [];
    for (const round of ROUNDS) rows.push(...(await endure(round)));
    return rows;
  },
};

async function endure({ advances, slowDown }: (typeof ROUNDS)[number]): Promise<Row[]> {
  const moving = new Set<string>();
  const clips = { due: 0, played: 0 };
  const endurance = await Endurance.begin({
    slowDown,
    fill: async (api, albumId) => {
      for (const { filename } of await fillMoving(api, albumId)) moving.add(filename);
      return PHOTOS;
    },
    onShown: async (kiosk) => {
      const isPlayed = await playClip(kiosk, moving);
      if (isPlayed !== undefined) clips.due += 1;
      if (isPlayed) clips.played += 1;
    },
  });
  try {
    console.log(await endurance.warmUp(WARM_UP_ADVANCES));
    Object.assign(clips, { due: 0, played: 0 });
    for (let done = 1; done <= advances; done += 1) {
      await endurance.advance();
      if (done % LOOK_EVERY === 0) console.log(await endurance.look(), `clips ${clips.played} of ${clips.due}`);
    }
    const name = `${advances.toLocaleString('en')} advances, one photo in ${MOVES_EVERY} moves, ${slowDown}× CPU`;
    const endured = endurance.result();
    return [
      ...enduredRows(endured, { name, warmUp: WARM_UP_ADVANCES, stallMs: LIMITS.stallMs }),
      atMost(`${name}: live videos`, [endured.last.videos, LIMITS.videos], 'videos'),
      missedRow(name, clips),
    ];
  } finally {
    await endurance.end();
  }
}

function missedRow(name: string, { due, played }: { due: number; played: number }): Row {
  return {
    name: `${name}: clips that did not play to their end`,
    against: 'all that were on screen',
    ratio: (due - played) / due,
    goal: { kind: 'at most', value: LIMITS.missedShare, unit: '×' },
    figures: { played: String(played), due: String(due) },
  };
}
