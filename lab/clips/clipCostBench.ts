import type { Page } from '@playwright/test';
import { clipPath } from '#contract/clips/clips.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { NetworkConditions } from '#support/browser/networkConditions.ts';
import { controlled, Tablet } from '#support/browser/tablet.ts';
import { type Bench, median, type Row } from '../bench/measuring/bench.ts';
import { coldStart, type Start } from '../bench/measuring/coldStart.ts';
import { Endurance } from '../bench/measuring/endurance.ts';
import { fillMoving, fillStill, PHOTOS, playClip, SLOW_DOWN } from './movingAlbum.ts';

const ROUNDS = 25;
/** The two walls go on in turns of so many advances, so that a slow moment of the machine meets both. */
const TURNS = { count: 15, advances: 10 };
const WARM_UP_ADVANCES = 20;
const ALBUM = 'wall';
const MOST_SLOWER = 1.02;
const STORED_WITHIN_MS = 120_000;
const CHECK_EVERY_MS = 500;
const WITHOUT = 'the same album without clips';

/** The price of clips in an album for a wall that starts without a server, and for each of its advances. */
export const clipCostBench: Bench = {
  id: 'clipCost',
  isLong: true,
  run: async () => [...(await startRows()), await advanceRow()],
};

interface House extends Start {
  end: () => Promise<void>;
}

/** A tablet that has stored an album, clips included, and whose server is gone. */
async function house(fill: (api: ApiClient, albumId: string) => Promise<readonly Photo[]>): Promise<House> {
  const server = await new ServerProcess().start();
  const road = await new NetworkConditions(server.origin).start();
  const tablet = new Tablet();
  const api = await ApiClient.signedIn(server.origin);
  const moving = await fill(api, (await api.createAlbum('Wall', ALBUM)).id);
  const link = `${road.origin}/circuit-tree/photos/${ALBUM}?apiKey=${server.kioskKey}&slideshow=true`;
  const page = await tablet.switchOn(link);
  await controlled(page);
  await page.keyboard.press('Escape');
  await page.getByText(`Offline ready ${PHOTOS}/${PHOTOS}`).waitFor({ timeout: STORED_WITHIN_MS });
  await untilStored(page, moving.map(clipPath));
  await tablet.switchOff();
  await road.turn('dead');
  const end = async () => {
    await tablet.dispose();
    await road.close();
    await server.dispose();
  };
  return { tablet, link, photo: 'img[src*="/medium/"]', end };
}

/** Runs in the page. */
async function areStored(paths: readonly string[]): Promise<boolean> {
  return (await Promise.all(paths.map((path) => caches.match(path)))).every((found) => found !== undefined);
}

/** Clips are stored after all photos. */
async function untilStored(page: Page, paths: readonly string[]): Promise<void> {
  const until = performance.now() + STORED_WITHIN_MS;
  while (!(await page.evaluate(areStored, paths))) {
    if (performance.now() > until) throw new Error('The clips were never stored');
    await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS));
  }
}

/** Milliseconds with clips in the album, and without. */
interface Times {
  moving: number[];
  still: number[];
}

async function startRows(): Promise<Row[]> {
  // Each waits for what its tablet stores in the background.
  const [moving, still] = await Promise.all([house(fillMoving), house(fillStill)]);
  const walls = { moving, still };
  try {
    const first: Times = { moving: [], still: [] };
    const photo: Times = { moving: [], still: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      // Each begins as often as the other: the second start of a round finds a warmer machine.
      const order = round % 2 === 0 ? (['moving', 'still'] as const) : (['still', 'moving'] as const);
      for (const wall of order) {
        const { firstMs, photoMs } = await coldStart(walls[wall], SLOW_DOWN);
        first[wall].push(firstMs);
        photo[wall].push(photoMs);
      }
    }
    const name = `cold start without a server at ${SLOW_DOWN}× CPU, one photo in ten moves`;
    return [rowOf(`${name}: first paint`, first), rowOf(`${name}: first photo`, photo)];
  } finally {
    await moving.end();
    await still.end();
  }
}

/** An advance takes until the next photo is decoded and on screen; the clips of the photos shown play in between. */
async function advanceRow(): Promise<Row> {
  const moving = await wallOf('moving');
  const still = await wallOf('still');
  try {
    const times: Times = { moving: [], still: [] };
    for (const wall of [moving, still]) {
      for (let done = 0; done < WARM_UP_ADVANCES; done += 1) await wall.advanceMs();
    }
    for (let turn = 0; turn < TURNS.count; turn += 1) {
      for (let done = 0; done < TURNS.advances; done += 1) times.moving.push(await moving.advanceMs());
      for (let done = 0; done < TURNS.advances; done += 1) times.still.push(await still.advanceMs());
    }
    return rowOf(`an advance at ${SLOW_DOWN}× CPU, one photo in ten moves`, times);
  } finally {
    await moving.endurance.end();
    await still.endurance.end();
  }
}

async function wallOf(kind: 'moving' | 'still') {
  const names = new Set<string>();
  let playedMs = 0;
  const endurance = await Endurance.begin({
    slowDown: SLOW_DOWN,
    fill: async (api, albumId) => {
      const fill = kind === 'moving' ? fillMoving : fillStill;
      for (const { filename } of await fill(api, albumId)) names.add(filename);
      return PHOTOS;
    },
    onShown: async (kiosk) => {
      const began = performance.now();
      await playClip(kiosk, names);
      playedMs = performance.now() - began;
    },
  });
  const advanceMs = async () => {
    const began = performance.now();
    await endurance.advance();
    return performance.now() - began - playedMs;
  };
  return { endurance, advanceMs };
}

function rowOf(name: string, { moving, still }: Times): Row {
  const [withClips, without] = [median(moving), median(still)];
  return {
    name,
    against: WITHOUT,
    ratio: withClips / without,
    goal: { kind: 'at most', value: MOST_SLOWER, unit: '×' },
    figures: { 'with clips': `${withClips.toFixed(0)} ms`, without: `${without.toFixed(0)} ms` },
  };
}
