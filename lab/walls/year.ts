import { MISHAPS } from './mishaps.ts';
import { randomOf } from './world/clock.ts';
import type { World } from './world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAYS_OF_YEAR = 365;
export const MISHAPS_OF_YEAR = 120;
/** Three of four mishaps come in storms, of three to six. */
const SHARE_IN_STORMS = 3 / 4;
const STORM = { least: 3, most: 6 };
/** From one mishap of a storm to the next; as often within seconds as within many minutes. */
const GAP_MS = { least: 1_000, most: 40 * MINUTE_MS };

/** In each quarter of a year six hours are lived without a mishap, which together are a night and a day. */
export const QUIET = 'nothing happens for six hours';
export const QUIET_MS = 6 * HOUR_MS;
const DAYS_BETWEEN_QUIET = 90;

/** The moments of a life beside its mishaps. */
export const MOMENTS = {
  /** Something is about to happen. */
  before: 'before',
  /** The effect of a mishap has ended. */
  over: 'over',
  connected: 'an admin connects the tablet again',
  /** Nothing of what was met lasts. */
  calm: 'calm',
} as const;

/** Hears the kind of a mishap that has come, or another of the MOMENTS. */
export type Hear = (what: string, world: World) => void;

export interface Event {
  atMs: number;
  kind: string;
  seed: number;
  /** Nothing between the events of one storm is slept through. */
  storm: number;
}

/** The storms of so many days, and mishaps that come alone. They follow from the seed. */
export function eventsOf(seed: number, days: number, perYear = MISHAPS_OF_YEAR): Event[] {
  const random = randomOf(seed);
  const mishaps = (perYear * days) / DAYS_OF_YEAR;
  const storms = (mishaps * SHARE_IN_STORMS * (0.75 + random() / 2)) / ((STORM.least + STORM.most) / 2);
  const alone = mishaps * (1 - SHARE_IN_STORMS);
  const sizes = [
    ...Array.from({ length: Math.round(storms) }, () => wholeBetween(STORM, random)),
    ...Array.from({ length: Math.round(alone) }, () => 1),
  ];
  const drawn: string[] = [];
  const begun = sizes.map((size) => ({ atMs: HOUR_MS + random() * days * 24 * HOUR_MS, size, kinds: [QUIET] }));
  for (let day = DAYS_BETWEEN_QUIET / 2; day < days; day += DAYS_BETWEEN_QUIET) {
    const quarter = Math.floor(day / DAYS_BETWEEN_QUIET);
    begun.push({ atMs: day * 24 * HOUR_MS + quarter * QUIET_MS, size: 0, kinds: [QUIET] });
  }
  begun.sort((one, other) => one.atMs - other.atMs);
  return begun.flatMap(({ atMs, size, kinds }, storm) => {
    let at = atMs;
    return (size === 0 ? kinds : draw(drawn, size, random)).map((kind) => {
      const event = { atMs: at, kind, seed: Math.floor(random() * 2 ** 31), storm };
      at += GAP_MS.least * (GAP_MS.most / GAP_MS.least) ** random();
      return event;
    });
  });
}

/** Kinds that differ. Each comes as often as any other: what was drawn comes again when all were. */
function draw(from: string[], size: number, random: () => number): string[] {
  const taken: string[] = [];
  while (taken.length < size) {
    if (from.length === 0) from.push(...Object.keys(MISHAPS).filter((kind) => !taken.includes(kind)));
    taken.push(...from.splice(Math.floor(random() * from.length), 1));
  }
  return taken;
}

function wholeBetween({ least, most }: { least: number; most: number }, random: () => number): number {
  return least + Math.floor(random() * (most - least + 1));
}
