import { mkdtempSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { chromiumOptions } from '#scripts/run/chromium.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { type Bench, median, type Row } from '../measuring/bench.ts';
import { linkThumbnails } from '../measuring/linkThumbnails.ts';
import { makeRows } from '../measuring/manyRows.ts';
import { FIRST_THUMBNAILS, noted, openAlbum, SLOW_DOWN } from '../measuring/thumbnailVisit.ts';
import { windowedListPage } from '../peers/windowedListPeer.ts';

const PHOTOS = 10_000;
const ROUNDS = 5;
const FLINGS = 30;
const LEAPS = 30;

interface Visit {
  coldMs: number;
  /** The same link again, with the data that the browser stored at the first visit. */
  warmMs: number;
  nodesAtTheEnd: number;
  longestTaskMs: number;
}

/** First as flung, two screens a frame; then in leaps to the very end, like a finger on the scroll bar. */
async function scrollToTheEnd(page: Page): Promise<void> {
  await page.evaluate(
    ([leaps, flings]) =>
      new Promise<void>((resolve) => {
        const leap = document.documentElement.scrollHeight / leaps!;
        let frame = 0;
        const step = () => {
          frame += 1;
          if (frame <= flings!) window.scrollBy(0, window.innerHeight * 2);
          else window.scrollBy(0, leap);
          const isAtEnd = window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2;
          if (isAtEnd) setTimeout(resolve, 500);
          else requestAnimationFrame(step);
        };
        step();
      }),
    [LEAPS, FLINGS],
  );
}

/** Each time in a new tab, as after a restart: in one tab the second visit might find a warm process or not. */
async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1024, height: 768 }, serviceWorkers: 'block' });
  const cold = await openAlbum(context, url);
  await cold.page.close();
  const { page, firstThumbnailsMs: warmMs } = await openAlbum(context, url);
  await page.evaluate(() => Reflect.set(Reflect.get(window, 'seen'), 'longestTaskMs', 0));
  await scrollToTheEnd(page);
  const found = {
    coldMs: cold.firstThumbnailsMs,
    warmMs,
    nodesAtTheEnd: await page.evaluate(() => document.querySelectorAll('*').length),
    longestTaskMs: await noted(page, 'longestTaskMs'),
  };
  await context.close();
  return found;
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
    });
  });
}

/** A large album on a slow tablet, beside the same album in a list made by hand for this one purpose. */
export const albumGridBench: Bench = {
  id: 'grid',
  run: async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'circuit-tree-bench-'));
    const [album] = await makeRows(dataDir, { albums: 1, photosPerAlbum: PHOTOS });
    await linkThumbnails(dataDir, album!.id, album!.filenames);
    let peerPage = '';
    const peer = createServer((_request, response) => response.setHeader('Content-Type', 'text/html').end(peerPage));
    const peerOrigin = await listen(peer);
    const server = await new ServerProcess({ dataDir, env: { CORS_ORIGINS: peerOrigin } }).start();
    peerPage = windowedListPage(server, album!.slug);
    const ourUrl = `${server.origin}/circuit-tree/photos/${album!.slug}?apiKey=${encodeURIComponent(server.kioskKey)}`;
    const browser = await chromium.launch(chromiumOptions());
    try {
      const ours: Visit[] = [];
      const peers: Visit[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        ours.push(await visit(browser, ourUrl));
        peers.push(await visit(browser, peerOrigin));
      }
      return rowsOf(ours, peers);
    } finally {
      await browser.close();
      peer.close();
      await server.dispose();
    }
  },
};

/** The browser reports tasks from 50 ms on. */
function milliseconds(value: number): string {
  return value === 0 ? '< 50 ms' : `${value.toFixed(0)} ms`;
}

function rowsOf(ours: Visit[], peers: Visit[]): Row[] {
  const of = (visits: Visit[], name: keyof Visit) => median(visits.map((one) => one[name]));
  const name = `album of ${PHOTOS.toLocaleString('en')} photos at ${SLOW_DOWN}× CPU`;
  const against = 'a windowed list made by hand, no framework';
  const opening = (visitKind: string, which: 'coldMs' | 'warmMs'): Row => ({
    name: `${name}: first ${FIRST_THUMBNAILS} thumbnails, ${visitKind}`,
    against,
    ratio: of(ours, which) / of(peers, which),
    goal: { kind: 'at most', value: 1.4, unit: '×' },
    figures: { ours: milliseconds(of(ours, which)), peer: milliseconds(of(peers, which)) },
  });
  const nodes = of(ours, 'nodesAtTheEnd');
  const task = of(ours, 'longestTaskMs');
  return [
    opening('first visit', 'coldMs'),
    opening('second visit', 'warmMs'),
    {
      name: `${name}: elements after scrolling to the end`,
      against,
      goal: { kind: 'at most', value: 300, unit: 'elements', measured: nodes },
      figures: { ours: String(nodes), peer: String(of(peers, 'nodesAtTheEnd')) },
    },
    {
      name: `${name}: longest task from top to bottom`,
      against,
      goal: { kind: 'at most', value: 50, unit: 'ms', measured: task },
      figures: { ours: milliseconds(task), peer: milliseconds(of(peers, 'longestTaskMs')) },
    },
  ];
}
