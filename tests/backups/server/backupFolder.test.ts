import { backups } from '#server/backups/index.ts';
import { mkdir, mkdtemp, readdir, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runCommandLine } from '#server/cli/commandLine.ts';
import { readLastBackup, saveLastBackup } from '#server/backups/scheduledBackup.ts';
import { copyTemplateInto } from '#support/server/databaseTemplate.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

// The folder for backups that an admin chooses in the browser.

const HOUR_MS = 3_600_000;
const LONG = { timeout: 60_000 };
let root: string;
let server: TestServer;
let token: string;

async function start(dir?: string): Promise<void> {
  server = await startTestServer({ backups: { dir, everyMs: 24 * HOUR_MS, keep: 7, roots: [root] } });
  ({ token } = await server.signIn({ permissions: ['admin'] }));
}

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'circuit-tree-roots-')));
  await start();
});
afterEach(async () => {
  await server.close();
  await rm(root, { recursive: true });
});

const get = async () => (await server.call('/backups', { token })).body;
const put = (body: unknown) => server.call('/backups', { method: 'PUT', token, body });
const now = () => server.call('/backups/now', { method: 'POST', token });
const isOver = () => vi.waitFor(async () => expect(await get()).toMatchObject({ isRunning: false }), LONG);

test('a folder is chosen, gets a backup, and is chosen no more', LONG, async () => {
  expect(await get()).toMatchObject({ folder: null, keep: 7, everyHours: 24, isSetByOperator: false, roots: [root] });
  expect((await now()).status).toBe(409);
  const folder = join(root, 'usb', 'photos');
  expect(await put({ folder, keep: 3 })).toMatchObject({ status: 200, body: { folder, keep: 3, isRunning: false } });
  expect((await put({ folder, keep: 2 })).body).toMatchObject({ folder, keep: 2 });
  expect((await put({ folder })).body, 'the number stays').toMatchObject({ keep: 2 });

  const running = await now();
  expect([running.status, running.body]).toEqual([202, expect.objectContaining({ isRunning: true })]);
  expect((await now()).status).toBe(409);
  await isOver();
  expect(await readdir(folder)).toEqual([expect.stringMatching(/Z$/)]);
  expect(await get(), 'its disk knows owners and modes').toMatchObject({ isOpenToOthers: false });
  const { dataDir } = server.dependencies.settings;
  await saveLastBackup(dataDir, { ...(await readLastBackup(dataDir))!, isOpenToOthers: true });
  await expect.poll(() => get()).toMatchObject({ isOpenToOthers: true });
  const status = (await server.call('/installation/status', { token })).body;
  expect(status).toMatchObject({ ready: true, backup: { isAutomatic: true, newest: { photos: 0, files: 0 } } });
  const audit = JSON.stringify((await server.call('/audit?topic=settings', { token })).body);
  expect(audit).toContain(`the folder is ${folder}`);

  expect((await put({ folder: null })).body).toMatchObject({ folder: null });
  expect((await server.call('/installation/status', { token })).body).toMatchObject({ backup: { isAutomatic: false } });
});

test('a folder that is chosen gets its first backup by itself, and another one its own', LONG, async () => {
  backups.of(server.dependencies.core).backups.start();
  for (const name of ['one', 'two']) {
    await put({ folder: join(root, name) });
    await vi.waitFor(async () => expect(await readdir(join(root, name))).toHaveLength(1), LONG);
    await isOver();
  }
  expect(await readdir(join(root, 'one'))).toHaveLength(1);
});

test('pictures are not imported from it, nor from a folder that holds it', async () => {
  const folder = join(root, 'usb', 'photos');
  await mkdir(folder, { recursive: true });
  await put({ folder });
  for (const from of [folder, root]) {
    let complaint = '';
    const code = await runCommandLine(['import', from], {
      settings: () => server.dependencies.settings,
      print: () => undefined,
      printError: (text) => (complaint += text),
    });
    expect([code, complaint]).toEqual([
      1,
      expect.stringMatching(/and the folder for backups, .*usb.*, lie in each other/),
    ]);
  }
});

describe('a folder is refused that', () => {
  test('is no whole path, the root itself or elsewhere, leaves the root by its name, or holds a NUL', async () => {
    for (const [folder, sentence] of [
      ['usb/photos', /whole path/],
      [root, /below/],
      [tmpdir(), /below/],
      [`${root}/../elsewhere`, /below/],
      [`${root}/a\0b`, /cannot be used|below/],
    ] as const) {
      const response = await put({ folder });
      expect([response.status, JSON.stringify(response.body)]).toEqual([400, expect.stringMatching(sentence)]);
      expect(await get()).toMatchObject({ folder: null });
    }
  });

  test('leaves the root by a link, at once or later', LONG, async () => {
    const outside = await mkdtemp(join(tmpdir(), 'circuit-tree-outside-'));
    await symlink(outside, join(root, 'link'));
    await symlink(join(outside, 'nowhere'), join(root, 'dangling'));
    for (const folder of [join(root, 'link'), join(root, 'link', 'deeper'), join(root, 'dangling')]) {
      expect((await put({ folder })).status).toBe(400);
    }
    const folder = join(root, 'good');
    await put({ folder });
    await rename(folder, `${folder}.before`);
    await symlink(outside, folder);
    await now();
    await isOver();
    expect(await readdir(outside)).toEqual([]);
    expect((await server.call('/health/ready')).body).toMatchObject({ reasons: [{ code: 'backup-failed' }] });
    await rm(outside, { recursive: true });
  });

  test.each([
    ['lies in the data folder', 'house/data/backups'],
    ['is the data folder', 'house/data'],
    ['holds the data folder', 'house'],
    ['leads there by a link', 'link/backups'],
  ])('%s', async (_, folder) => {
    await server.close();
    const dataDir = join(root, 'house', 'data');
    await mkdir(dataDir, { recursive: true });
    await copyTemplateInto(dataDir);
    await symlink(dataDir, join(root, 'link'));
    server = await startTestServer({ dataDir, backups: { dir: undefined, everyMs: HOUR_MS, keep: 7, roots: [root] } });
    ({ token } = await server.signIn({ permissions: ['admin'] }));
    const response = await put({ folder: join(root, folder) });
    expect([response.status, JSON.stringify(response.body)]).toEqual([
      400,
      expect.stringContaining('is, holds or lies in the data folder'),
    ]);
    expect(await get()).toMatchObject({ folder: null });
  });

  test('cannot be written to', async () => {
    await writeFile(join(root, 'file'), '');
    const response = await put({ folder: join(root, 'file') });
    expect([response.status, JSON.stringify(response.body)]).toEqual([400, expect.stringContaining('cannot write')]);
  });
});

test('BACKUP_DIR wins, and is shown as such', async () => {
  await put({ folder: join(root, 'mine') });
  await server.close();
  await start('/media/usb/photos');
  expect(await get()).toMatchObject({ folder: '/media/usb/photos', isSetByOperator: true });
  expect((await put({ folder: join(root, 'mine') })).status).toBe(409);
});
