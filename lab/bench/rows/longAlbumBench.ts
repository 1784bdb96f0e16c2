import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { chromiumOptions } from '#scripts/run/chromium.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { type Bench, median, type Row } from '../measuring/bench.ts';
import { linkThumbnails } from '../measuring/linkThumbnails.ts';
import { makeRows } from '../measuring/manyRows.ts';
import { FIRST_THUMBNAILS, openAlbum, SLOW_DOWN } from '../measuring/thumbnailVisit.ts';

const LONG = 100_000;
const SHORT = 1_000;
const ROUNDS = 5;
/** More than a screen shows. */
const PICTURES = 100;
const START_MS = Date.UTC(2005, 0, 1);
/** A dozen photos a day in both albums, so that both begin with a full month: twenty years, or three months. */
const BETWEEN_PHOTOS_MS = 2 * 60 * 60 * 1_000;

interface Visit {
  coldMs: number;
  /** The same link again, with what the browser kept of the first visit. */
  warmMs: number;
}

interface Library {
  server: ServerProcess;
  url: string;
}

const takenAt = (index: number) => START_MS + index * BETWEEN_PHOTOS_MS;

async function openLibrary(photos: number): Promise<Library> {
  const dataDir = mkdtempSync(join(tmpdir(), 'circuit-tree-bench-'));
  const [album] = await makeRows(dataDir, { albums: 1, photosPerAlbum: photos, takenAt });
  if (!album) throw new Error('No album was made');
  await linkThumbnails(dataDir, album.id, album.filenames.slice(0, PICTURES));
  const server = await new ServerProcess({ dataDir }).start();
  const key = encodeURIComponent(server.kioskKey);
  return { server, url: `${server.origin}/circuit-tree/photos/${album.slug}?apiKey=${key}` };
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1024, height: 768 }, serviceWorkers: 'block' });
  const cold = await openAlbum(context, url);
  await cold.page.close();
  const warm = await openAlbum(context, url);
  await context.close();
  return { coldMs: cold.firstThumbnailsMs, warmMs: warm.firstThumbnailsMs };
}

/** An album of a lifetime beside one of a summer, in the kiosk on a slow tablet. */
export const longAlbumBench: Bench = {
  id: 'longAlbum',
  run: async () => {
    const long = await openLibrary(LONG);
    const short = await openLibrary(SHORT);
    const browser = await chromium.launch(chromiumOptions());
    try {
      const visits: { long: Visit; short: Visit }[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        visits.push({ long: await visit(browser, long.url), short: await visit(browser, short.url) });
      }
      return [rowOf('first visit', 'coldMs', visits), rowOf('second visit', 'warmMs', visits)];
    } finally {
      await browser.close();
      await long.server.dispose();
      await short.server.dispose();
    }
  },
};

function rowOf(occasion: string, which: keyof Visit, visits: readonly { long: Visit; short: Visit }[]): Row {
  const ours = median(visits.map(({ long }) => long[which]));
  const peer = median(visits.map(({ short }) => short[which]));
  const [many, few] = [LONG.toLocaleString('en'), SHORT.toLocaleString('en')];
  return {
    name: `album of ${many} photos at ${SLOW_DOWN}× CPU: first ${FIRST_THUMBNAILS} thumbnails, ${occasion}`,
    against: `the same of ${few} photos`,
    ratio: ours / peer,
    goal: { kind: 'at most', value: 1.1, unit: '×' },
    figures: { [many]: `${ours.toFixed(0)} ms`, [few]: `${peer.toFixed(0)} ms` },
  };
}
