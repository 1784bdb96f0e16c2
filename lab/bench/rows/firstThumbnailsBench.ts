import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { signInPage } from '#support/browser/e2e.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { type Bench, median } from '../measuring/bench.ts';
import { photoCopies } from '../measuring/photoCopies.ts';
import { withBrowser } from '../measuring/slowVisitor.ts';

const PHOTOS = 200;
/** 2.4 megapixels. */
const SIZE = { width: 1800, height: 1350 };
/** The first row. */
const FIRST_THUMBNAILS = 5;
const ROUNDS = 3;

interface Moments {
  firstMs: number;
  doneMs: number;
}

/**
 * Runs in the page: notes when the first thumbnails are visible, and when the page says that all photos are uploaded.
 */
function noteMoments([count = 0, wanted = 0]: number[]): Promise<Moments> {
  const started = performance.now();
  const moments = { firstMs: 0, doneMs: 0 };
  return new Promise((resolve) => {
    const look = () => {
      const images = [...document.querySelectorAll<HTMLImageElement>('section[aria-label^="Photos in"] img')];
      const ready = images.filter(({ complete, naturalWidth }) => complete && naturalWidth > 0).length;
      if (ready >= wanted && moments.firstMs === 0) moments.firstMs = performance.now() - started;
      if (document.body.textContent?.includes(`Successfully uploaded ${count} photos!`)) {
        moments.doneMs = performance.now() - started;
        resolve(moments);
      } else requestAnimationFrame(look);
    };
    look();
  });
}

async function upload(browser: Browser, { origin }: ServerProcess, { slug, files }: { slug: string; files: string[] }) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await signInPage(page, origin);
  await page.goto(`${origin}/admin/photos/${slug}`);
  await page.getByText('No photos found in this album.').waitFor();
  const moments = page.evaluate(noteMoments, [PHOTOS, FIRST_THUMBNAILS]);
  await page.locator('input[type=file]').setInputFiles(files);
  const found = await moments;
  await context.close();
  return found;
}

/** A person chooses many photos in the admin's page: the time until the page shows the first one. */
export const firstThumbnailsBench: Bench = {
  id: 'firstThumbnails',
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'circuit-tree-bench-'));
    const files = (await photoCopies(PHOTOS, SIZE)).map(({ name, bytes }) => {
      writeFileSync(join(folder, name), bytes);
      return join(folder, name);
    });
    const server = await new ServerProcess().start();
    const seen: Moments[] = [];
    try {
      const api = await ApiClient.signedIn(server.origin);
      await withBrowser(async (browser) => {
        for (let round = 0; round < ROUNDS; round += 1) {
          const slug = `round-${round}`;
          await api.createAlbum(`Round ${round}`, slug);
          seen.push(await upload(browser, server, { slug, files }));
        }
      });
    } finally {
      await server.dispose();
      rmSync(folder, { recursive: true, force: true });
    }
    const firstMs = median(seen.map((moments) => moments.firstMs));
    const doneMs = median(seen.map((moments) => moments.doneMs));
    return [
      {
        name: `first thumbnails of ${PHOTOS} photos uploaded in the admin's page`,
        against: 'the whole upload done',
        ratio: median(seen.map((moments) => moments.firstMs / moments.doneMs)),
        goal: { kind: 'at most', value: 0.1, unit: '×' },
        figures: { first: `${firstMs.toFixed(0)} ms`, done: `${(doneMs / 1000).toFixed(1)} s` },
      },
    ];
  },
};
