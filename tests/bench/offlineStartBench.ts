import { type Page } from '@playwright/test';
import { ApiClient } from '../support/apiClient.ts';
import { jpeg } from '../support/images.ts';
import { Road, type Weather } from '../support/road.ts';
import { ServerProcess } from '../support/serverProcess.ts';
import { Tablet, controlled } from '../support/tablet.ts';
import { median, type Bench, type Row } from './bench.ts';

const PHOTOS = 12;
const ROUNDS = 3;
const ALBUM = 'wall';

interface Case {
  name: string;
  weather: Weather;
  slowDown: number;
  goalMs: number;
}

const CASES: Case[] = [
  { name: 'server dead', weather: 'dead', slowDown: 1, goalMs: 1_500 },
  { name: 'server dead, 6× slower CPU', weather: 'dead', slowDown: 6, goalMs: 4_000 },
  { name: 'sockets that hang', weather: 'hanging', slowDown: 1, goalMs: 4_000 },
];

/** Runs in the page: notes when a photo of the slideshow first stands on the screen, counted from the navigation. */
function noteFirstPhoto(): void {
  const look = () => {
    const photo = [...document.querySelectorAll<HTMLImageElement>('dialog img')].find(
      (image) => image.src.includes('/medium/') && image.complete && image.naturalWidth > 0,
    );
    if (photo && Number(getComputedStyle(photo).opacity) > 0)
      document.documentElement.dataset.firstPhoto = String(performance.now());
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function library(server: ServerProcess): Promise<void> {
  const api = await ApiClient.signedIn(server.origin);
  const album = await api.createAlbum('Wall', ALBUM);
  for (let seed = 0; seed < PHOTOS; seed += 1) {
    const bytes = Uint8Array.from(await jpeg({ seed, width: 2048, height: 1365 }));
    await api.upload(album.id, [{ name: `${seed}.jpg`, bytes }]);
  }
}

async function stock(page: Page): Promise<void> {
  await controlled(page);
  await page.getByRole('button', { name: '✕ Close' }).click();
  await page.getByText(`Offline ready ${PHOTOS}/${PHOTOS}`).waitFor({ timeout: 60_000 });
}

/** A browser that starts from nothing, its worker too; milliseconds from the navigation to the first photo. */
async function coldStart(tablet: Tablet, link: string, slowDown: number): Promise<number> {
  const page = await tablet.switchOn();
  await page.addInitScript(noteFirstPhoto);
  if (slowDown > 1) {
    const session = await tablet.session(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  }
  await page.goto(link, { waitUntil: 'commit' });
  const shown = await page.waitForFunction(() => document.documentElement.dataset.firstPhoto, undefined, {
    timeout: 60_000,
  });
  const ms = Number(await shown.jsonValue());
  await tablet.switchOff();
  return ms;
}

async function run(): Promise<Row[]> {
  const server = await new ServerProcess().start();
  const tablet = new Tablet();
  const road = await new Road(server.origin).start();
  try {
    await library(server);
    const link = `${road.origin}/circuit-tree/photos/${ALBUM}?apiKey=${server.kioskKey}&slideshow=true`;
    await stock(await tablet.switchOn(link));
    await tablet.switchOff();
    const rows: Row[] = [];
    for (const { name, weather, slowDown, goalMs } of CASES) {
      await road.turn(weather);
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) times.push(await coldStart(tablet, link, slowDown));
      const ms = Math.round(median(times));
      rows.push({
        name: `cold start without a network to the first photo: ${name}`,
        against: 'the goal',
        goal: { kind: 'at most', value: goalMs, unit: 'ms', measured: ms },
        figures: { median: `${ms} ms`, all: times.map((time) => `${Math.round(time)}`).join(' / ') },
      });
    }
    return rows;
  } finally {
    await tablet.dispose();
    await road.close();
    await server.dispose();
  }
}

export const offlineStartBench: Bench = { id: 'offline', run };
