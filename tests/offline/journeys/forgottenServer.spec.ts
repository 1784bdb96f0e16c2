import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import Sqlite from 'better-sqlite3';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { photoOnScreen } from '#support/kiosk/albumCycle.ts';
import { everythingStored } from '#support/browser/deviceStorage.ts';
import { expect } from '#support/browser/e2e.ts';
import { test } from '#support/browser/offlineTest.ts';
import { controlled } from '#support/browser/tablet.ts';
import { Operator } from '#support/server/operator.ts';

// A server that lost its memory, or another one in its place, takes nothing from a tablet; the right one ends a key.

const KEY_NAME = `Forgotten ${process.pid}`;

const mark = (page: Page) => page.getByText('This server does not know this tablet');
const refused = (page: Page) => page.getByText('This API key is not valid');

/** The number of these images on the tablet; it stores other albums of the server by itself. */
const storedOf = (page: Page, images: readonly string[]) =>
  page.evaluate(async (wanted) => {
    const names = (await caches.keys()).filter((name) => name.includes(':images:'));
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    const stored = new Set(requests.flat().map(({ url }) => new URL(url).pathname));
    return wanted.filter((image) => stored.has(image)).length;
  }, images);

/** The stored check as the first release left it, which knew of no installation. */
const forgetInstallation = (page: Page) =>
  page.evaluate(async () => {
    for (const name of (await caches.keys()).filter((each) => each.endsWith(':answers'))) {
      const cache = await caches.open(name);
      const check = (await cache.keys()).find(({ url }) => url.endsWith('/key-check'));
      if (check)
        await cache.put(check, new Response('{"valid":true}', { headers: { 'Content-Type': 'application/json' } }));
    }
  });

interface Impostor {
  name: string;
  server: ServerProcess;
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'circuit-tree-impostor-'));
}

async function started(name: string, dataDir: string): Promise<Impostor> {
  return { name, server: await new ServerProcess({ dataDir }).start() };
}

/** Servers that answer in place of the tablet's own: none of them has verified its key. */
async function impostorsOf(dataDir: string, makeKey: () => string): Promise<{ key: string; impostors: Impostor[] }> {
  const [olderThanTheKey, anothers] = [newFolder(), newFolder()];
  new Operator(dataDir).backUp(olderThanTheKey);
  const key = makeKey();
  new Operator(dataDir).backUp(anothers);
  const database = new Sqlite(join(anothers, 'circuit-tree.sqlite'));
  database.exec("update installation set id = 'another'");
  database.close();
  new Operator(anothers).revokeKey(KEY_NAME);
  const impostors = await Promise.all([
    started('on an empty folder', newFolder()),
    started('on a backup older than the key', olderThanTheKey),
    started('of another installation, which has revoked the key', anothers),
  ]);
  return { key, impostors };
}

test('a tablet keeps its photos when its server has forgotten it, says so, and goes back to normal by itself', async ({
  tablet,
  page: visitor,
  road,
  server,
  library,
}) => {
  test.slow();
  const operator = new Operator(server.dataDir);
  const { key, impostors } = await impostorsOf(server.dataDir, () => operator.createKey(KEY_NAME));
  const place = (path: string) => `${road.origin}/circuit-tree${path}?apiKey=${key}`;
  const album = `/photos/${library.album.slug}`;
  const page = await tablet.switchOn(place(album));
  try {
    await controlled(page);
    await expect.poll(() => storedOf(page, library.images), { timeout: 30_000 }).toBe(library.images.length);
    await expect(mark(page)).toBeHidden();

    for (const impostor of impostors) {
      await test.step(`a server ${impostor.name}`, async () => {
        road.target = impostor.server.origin;
        await page.goto(`${place(album)}&slideshow=true`);
        await expect(mark(page)).toBeVisible();
        await expect.poll(() => photoOnScreen(page)).not.toBe('');
        expect(await storedOf(page, library.images)).toBe(library.images.length);
        // A device that comes with this key for the first time is refused at the door.
        await visitor.goto(place(''));
        await expect(refused(visitor)).toBeVisible();
      });
    }

    await test.step('every screen says so', async () => {
      for (const path of ['', '/clock', album]) {
        await page.goto(place(path));
        await expect(mark(page), path).toBeVisible();
      }
    });

    await test.step('the right server again', async () => {
      const wall = await tablet.newPage();
      await wall.clock.install();
      await wall.goto(place('/clock'));
      await expect(mark(wall)).toBeVisible();
      road.target = server.origin;
      await wall.clock.fastForward('00:31');
      await expect(mark(wall)).toBeHidden();
      await wall.close();
      await page.goto(place(album));
      await expect(page.getByRole('heading', { name: library.album.name })).toBeVisible();
      await expect(mark(page)).toBeHidden();
    });

    await test.step('which revokes the key, of a tablet that the first release has warmed', async () => {
      await forgetInstallation(page);
      operator.revokeKey(KEY_NAME);
      await page.goto(place(album));
      await expect(refused(page)).toBeVisible();
      const stored = await everythingStored(page);
      expect(stored.filter(({ place: where }) => /kiosk:|launch|position/.test(where))).toEqual([]);
    });
  } finally {
    await Promise.all(impostors.map((impostor) => impostor.server.dispose()));
  }
});
