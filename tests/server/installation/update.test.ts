import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { signInAsDev } from '#scripts/run/apiClient.ts';
import { freePort } from '#scripts/run/freePort.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { readSettings } from '#server/settings/settings.ts';
import { Checkout } from '#server/update/checkout.ts';
import { goBack, lostByGoingBack, readUpdates } from '#server/update/updateFile.ts';
import { update } from '#server/update/update.ts';
import { Hold } from '#server/update/hold.ts';
import { UpdateOffer } from '#server/update/updateOffer.ts';
import { DATABASE_FILE } from '#server/db/dataFolder.ts';
import { makeReleases, type Plant } from '../../support/server/fakeReleases.ts';
import { startTestServer } from '../../support/server/testServer.ts';

// A real server goes over to a release of a few lines, and back. All times are shorter than in life.

const LONG = { timeout: 180_000 };
const TIMES = { trialMs: 0, watchMs: 1_000, everyMs: 100, answerMs: 60_000, startMs: 60_000 };
const RELEASES: Record<string, Plant> = {
  '1.1.0': 'good',
  '1.2.0': 'does not start',
  '1.3.0': 'loses albums',
  '1.4.0': 'ends after a while, once it serves',
  '1.5.0': 'loses albums, once it serves',
  '1.6.0': 'page throws',
};

let folder: string;
let repository: string;
let server: ServerProcess;
const servers: ServerProcess[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'circuit-tree-update-'));
  repository = join(folder, 'repository');
  makeReleases(repository, RELEASES);
});
afterEach(async () => {
  for (const one of servers.splice(0)) await one.dispose();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function startServer(): Promise<void> {
  server = new ServerProcess({ port: await freePort() });
  servers.push(server);
  await server.start();
  const { token } = await signInAsDev(server.origin, 'admin');
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  await fetch(`${server.origin}/photos/albums`, { method: 'POST', headers, body: '{"name":"Summer","slug":"summer"}' });
}

function updateTo(version: string): Promise<string> {
  return update({
    dataDir: server.dataDir,
    checkout: new Checkout(repository, repository),
    wanted: `v${version}`,
    say: () => undefined,
    prepareTrial: async (trial) => {
      mkdirSync(trial, { recursive: true });
      const sqlite = new Sqlite(join(server.dataDir, DATABASE_FILE), { readonly: true });
      await sqlite.backup(join(trial, DATABASE_FILE));
      sqlite.close();
      return { key: 'planted', image: null };
    },
    times: TIMES,
  });
}

async function health(): Promise<unknown> {
  return (await fetch(`${server.origin}/health`)).json();
}

function albums(): number {
  const sqlite = new Sqlite(join(server.dataDir, DATABASE_FILE), { readonly: true });
  const count = Number(sqlite.prepare('select count(*) from albums').pluck().get());
  sqlite.close();
  return count;
}

test(
  'a release that holds takes over, in the same process, and gives way again when somebody goes back',
  LONG,
  async () => {
    await startServer();
    const { pid } = server;
    await expect(updateTo('1.1.0')).resolves.toBe('Version 1.1.0 has taken over');
    expect(await health()).toMatchObject({ version: '1.1.0', stage: 'watched' });
    expect(server.pid).toBe(pid);
    expect(readUpdates(server.dataDir)).toMatchObject({
      current: { version: '1.1.0', folder: 'versions/v1.1.0' },
      before: { version: { version: '1.0.0', folder: null } },
      step: null,
      failed: null,
    });
    // A later start has the same version, and none in between.
    await server.stop();
    expect(readdirSync(join(server.dataDir, 'versions'))).toEqual(['v1.1.0']);
    expect(lostByGoingBack(server.dataDir)).toMatchObject({ to: '1.0.0', lost: [] });
    await goBack(server.dataDir);
    await server.start();
    expect(await health()).toMatchObject({ version: '1.0.0' });
    expect(readUpdates(server.dataDir)).toMatchObject({ current: { folder: null }, step: null });
    expect(albums()).toBe(1);
  },
);

test.each([
  ['1.2.0', 'it ended by itself (code 1)'],
  ['1.3.0', 'it lost 1 of 1 albums'],
  ['1.6.0', 'its page throws an error'],
])('a release that fails on the copy is never let near: %s', { ...LONG, tags: ['full'] }, async (version, why) => {
  await startServer();
  await expect(updateTo(version)).rejects.toThrow(`Version ${version} was not let near the library: ${why}`);
  expect(await health()).toMatchObject({ version: '1.0.0' });
  expect(readUpdates(server.dataDir)).toMatchObject({ current: null, step: null, failed: { version, why } });
  expect(readdirSync(join(server.dataDir, 'versions'))).toEqual([]);
});

async function givesWay(version: string, why: string): Promise<void> {
  await startServer();
  const { pid } = server;
  await expect(updateTo(version)).rejects.toThrow(`Version ${version} gave way: ${why}`);
  await vi.waitFor(async () => expect(await health()).toMatchObject({ version: '1.0.0' }), { timeout: 60_000 });
  expect(server.pid).toBe(pid);
  expect(albums()).toBe(1);
  await server.stop();
}

test('a release that loses rows once it serves gives way with its database', LONG, () =>
  givesWay('1.5.0', 'it lost 1 of 1 albums'),
);

test('a release that ends once it serves gives way', { ...LONG, tags: ['full'] }, () =>
  givesWay('1.4.0', 'it ended by itself (code 7)'),
);

test('a version that is watched reads, checks keys and shows its page, and takes no writes until it is confirmed', async () => {
  const hold = new Hold('watched');
  const watched = await startTestServer({}, { hold });
  const key = await watched.createKey('Hall');
  const { token } = await watched.signIn({ permissions: ['photos:write'] });
  const albumsAre = async () => (await watched.call('/photos/albums', { key })).status;
  const add = () => watched.call('/photos/albums', { method: 'POST', token, body: { name: 'Late', slug: 'late' } });
  expect([await albumsAre(), (await watched.call(`/auth/check-api-key/${key}`)).status]).toEqual([200, 200]);
  expect(await watched.call('/health/ready')).toMatchObject({ status: 200, body: { ready: true } });
  expect(await add()).toMatchObject({ status: 503, body: { message: expect.stringMatching(/has just been updated/) } });
  hold.end();
  expect((await add()).status).toBe(201);
  await watched.close();
});

test('admins are offered the newest release of the repository that the operator named, and nothing without one', async () => {
  const settings = { dataDir: folder, databaseUrl: undefined, updateFrom: repository };
  const offer = new UpdateOffer(settings, Date.now, repository);
  await offer.look();
  expect(offer.current()).toEqual({
    version: '1.6.0',
    changes: '- It is page throws.',
    isByHand: false,
    isRunning: false,
    failure: null,
  });
  const without = new UpdateOffer({ ...settings, updateFrom: undefined }, Date.now, repository);
  expect(without.current()).toBeUndefined();
});

test.each(['ext::sh -c true', '--upload-pack=true', '-x', 'ssh://-oProxyCommand=true/x', 'https://', 'a b', 'data'])(
  'UPDATE_FROM=%s is refused',
  (address) => {
    expect(() => readSettings({ UPDATE_FROM: address })).toThrow(/^UPDATE_FROM must be the address/);
  },
);

test.each(['https://git.example.org/tree.git', 'git@git.example.org:home/tree', '/srv/tree', 'ssh://git@host/tree'])(
  'UPDATE_FROM=%s is taken',
  (address) => expect(readSettings({ UPDATE_FROM: address }).updateFrom).toBe(address),
);
