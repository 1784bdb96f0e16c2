import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { signInAsDev } from '#scripts/run/apiClient.ts';
import { freePort } from '#scripts/run/freePort.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { readSettings } from '#server/core/settings/settings.ts';
import { Checkout } from '#server/update/checkout.ts';
import { goBack, lostByGoingBack, readUpdates } from '#server/update/updateFile.ts';
import { update } from '#server/update/update.ts';
import { Hold } from '#server/core/hold.ts';
import { UpdateOffer } from '#server/update/updateOffer.ts';
import { DATABASE_FILE } from '#server/core/db/dataFolder.ts';
import { git, makeInstallation, makeReleases, makeSigner, type Plant } from '#support/server/fakeReleases.ts';
import { startTestServer } from '#support/server/testServer.ts';

// A real server goes over to a release of a few lines, and back. All times are shorter than in life.

const LONG = { timeout: 180_000 };
const TIMES = { trialMs: 0, watchMs: 1_000, everyMs: 100, answerMs: 60_000, startMs: 60_000 };
const RELEASES: Record<string, Plant> = {
  '1.1.0': 'good',
  '1.2.0': 'does not start',
  '1.3.0': 'loses albums',
  '1.4.0': 'ends after a while, once it serves',
  '1.5.0': 'loses albums, once it serves',
  '1.5.5': 'page lacks a style',
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
    vi.stubEnv('SMTP_URL', 'smtp://house:mail-secret@mail.example.org');
    vi.stubEnv('METRICS_TOKEN', 'metrics-secret');
    vi.stubEnv('https_proxy', 'http://127.0.0.1:9');
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
    const built = readFileSync(join(server.dataDir, 'versions/v1.1.0/dist/build-environment.json'), 'utf8');
    expect(built).not.toMatch(/secret|SMTP_URL|METRICS_TOKEN/);
    expect(JSON.parse(built)).toMatchObject({
      PATH: process.env.PATH,
      https_proxy: 'http://127.0.0.1:9',
      npm_config_ignore_scripts: 'true',
    });
    vi.unstubAllEnvs();
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
  ['1.5.5', '/gone.css is no text/css'],
  ['1.6.0', 'its page throws an error'],
])('a release that fails on the copy is never let near: %s', { ...LONG, tags: ['full'] }, async (version, why) => {
  await startServer();
  await expect(updateTo(version)).rejects.toThrow(`Version ${version} was not started on the library: ${why}`);
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

const COMMIT = /^[0-9a-f]{40}$/;

function offerOf(root: string, updateSigners?: string): UpdateOffer {
  return new UpdateOffer({ dataDir: folder, databaseUrl: undefined, updateFrom: root, updateSigners }, Date.now, root);
}

test('admins are offered the newest release of the repository that the operator named, and nothing without one', async () => {
  const offer = offerOf(repository);
  await offer.check();
  expect(offer.current()).toEqual({
    version: '1.6.0',
    commit: git(repository, 'rev-parse', 'v1.6.0'),
    changes: '- It is page throws.',
    isByHand: false,
    isRunning: false,
    refusal: null,
    failure: null,
  });
  const settings = { dataDir: folder, databaseUrl: undefined, updateFrom: undefined, updateSigners: undefined };
  expect(new UpdateOffer(settings, Date.now, repository).current()).toBeUndefined();
});

function wasBuilt(): Promise<never> {
  return Promise.reject(new Error('it was built'));
}

describe('with UPDATE_SIGNERS', () => {
  let signed: string;
  let signers: string;
  beforeAll(() => {
    signed = join(folder, 'signed');
    const [maker, stranger] = ['maker', 'stranger'].map((name) =>
      makeSigner(join(folder, name), `${name}@example.org`),
    );
    signers = join(folder, 'signers');
    writeFileSync(signers, maker?.allowed ?? '');
    makeReleases(signed, { '2.0.0': 'good', '2.1.0': 'good', '2.2.0': 'good', '2.3.0': 'good', '2.4.0': 'good' });
    const sign = (name: string, key = '') =>
      git(signed, '-c', `user.signingkey=${key}`, 'tag', '-f', '-s', '-m', name, name, `${name}^{}`);
    sign('v2.0.0', maker?.key);
    sign('v2.1.0', stranger?.key);
    git(signed, 'tag', '-f', '-a', '-m', 'not signed', 'v2.2.0', 'v2.2.0');
    // A text that the maker signed under another name.
    git(signed, '-c', `user.signingkey=${maker?.key}`, 'tag', '-s', '-m', 'other', 'v2.3.0-draft', 'v2.3.0');
    git(signed, 'update-ref', 'refs/tags/v2.3.0', git(signed, 'rev-parse', 'v2.3.0-draft'));
  });

  test('a tag that one of them signed is taken', async () => {
    await expect(new Checkout(signed, signed, signers).fetch('2.0.0')).resolves.toMatch(COMMIT);
  });

  test.each([
    ['2.1.0', /is not signed by anybody whom UPDATE_SIGNERS names/],
    ['2.2.0', /is not signed by anybody whom UPDATE_SIGNERS names/],
    ['2.3.0', /it was signed under another name/],
    ['2.4.0', /is not signed by anybody whom UPDATE_SIGNERS names/],
  ])('one that a stranger, nobody, or somebody for another name signed is not: %s', async (version, sentence) => {
    await expect(new Checkout(signed, signed, signers).fetch(version)).rejects.toThrow(sentence);
    await expect(new Checkout(signed, signed).fetch(version)).resolves.toMatch(COMMIT);
  });

  test('the command refuses it before it is built, and the administration says why', async () => {
    const dataDir = mkdtempSync(join(folder, 'data-'));
    const updating = {
      dataDir,
      checkout: new Checkout(signed, signed, signers),
      wanted: 'v2.1.0',
      say: () => undefined,
    };
    await expect(update({ ...updating, prepareTrial: wasBuilt })).rejects.toThrow(/The tag v2\.1\.0 is not signed/);
    const offer = offerOf(signed, signers);
    await offer.check();
    expect(offer.current()).toMatchObject({
      version: '2.4.0',
      commit: null,
      refusal: expect.stringMatching(/not signed/),
    });
  });
});

let tree: string | undefined;

/** A checkout for all tests of this file: Node then compiles its code once. Their releases have versions of their own. */
function installation(): string {
  if (tree !== undefined) return tree;
  tree = join(folder, 'tree');
  makeInstallation(tree);
  return tree;
}

/** An admin's calls in a real installation, whose operator named a repository. */
async function startInstallation(from: string, env: Record<string, string> = {}) {
  const root = installation();
  const dataDir = mkdtempSync(join(folder, 'data-'));
  server = new ServerProcess({ root, dataDir, env: { ...env, UPDATE_FROM: from, DEV_SIGN_IN_FROM_LAN: '' } });
  servers.push(server);
  await server.start();
  const { token } = await signInAsDev(server.origin, 'admin');
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const get = async (path: string) => (await fetch(server.origin + path, { headers })).json();
  const offered = async () => {
    const status = await vi.waitFor(
      async () => {
        const found = await get(ADMIN_PATHS.serverStatus);
        expect(found).toHaveProperty('update');
        return found;
      },
      { timeout: 30_000, interval: 100 },
    );
    return status.update;
  };
  const press = async (release: object) => {
    const body = JSON.stringify(release);
    const response = await fetch(server.origin + ADMIN_PATHS.update, { method: 'POST', headers, body });
    return { status: response.status, text: await response.text() };
  };
  return { root, get, offered, press };
}

test(
  'what is built is the commit that was named, without the secrets of the server, though the tag moves',
  LONG,
  async () => {
    const moving = join(folder, 'moving');
    makeReleases(moving, { '1.1.0': 'does not start' });
    const named = git(moving, 'rev-parse', 'v1.1.0');
    const temporary = mkdtempSync(join(folder, 'tmp-'));
    const secrets = { SMTP_URL: 'smtp://u:mail-secret@mail.example.org', METRICS_TOKEN: 'metrics-secret' };
    const { get, offered, press } = await startInstallation(moving, { ...secrets, TMPDIR: temporary });
    expect(await offered()).toMatchObject({ version: '1.1.0', commit: named, refusal: null, isByHand: false });
    // Meanwhile somebody else has a say in the repository.
    writeFileSync(join(moving, 'scripts/prepare.mjs'), "throw new Error('this is not what was named');");
    git(moving, 'commit', '--quiet', '--all', '--message', 'evil');
    git(moving, 'tag', '--force', 'v1.1.0');
    const evil = git(moving, 'rev-parse', 'v1.1.0');
    expect(await press({ version: '1.1.0', commit: evil })).toMatchObject({ status: 409 });
    expect(await press({ version: '1.1.0', commit: named })).toMatchObject({ status: 204 });
    await vi.waitFor(
      async () => expect(await offered()).toMatchObject({ isRunning: false, failure: 'it ended by itself (code 1)' }),
      { timeout: 60_000, interval: 200 },
    );
    const built = readFileSync(join(temporary, 'build-environment.json'), 'utf8');
    expect(built).not.toMatch(/secret|SMTP_URL|METRICS_TOKEN|UPDATE_FROM/);
    expect((await get(ADMIN_PATHS.audit)).entries).toContainEqual(
      expect.objectContaining({ action: 'update-begun', what: `1.1.0 (commit ${named})` }),
    );
  },
);

test('a press does not install what its makers did not sign', LONG, async () => {
  const unsigned = join(folder, 'unsigned');
  makeReleases(unsigned, { '1.2.0': 'good' });
  const signers = join(folder, 'makers');
  writeFileSync(signers, makeSigner(join(folder, 'one-maker'), 'maker@example.org').allowed);
  const { offered, press } = await startInstallation(unsigned, { UPDATE_SIGNERS: signers });
  expect(await offered()).toMatchObject({
    version: '1.2.0',
    commit: null,
    refusal: expect.stringMatching(/not signed/),
  });
  const pressed = await press({ version: '1.2.0', commit: git(unsigned, 'rev-parse', 'v1.2.0') });
  expect(pressed).toMatchObject({ status: 409, text: expect.stringMatching(/The tag v1\.2\.0 is not signed/) });
  expect(readdirSync(server.dataDir)).not.toContain('versions');
});

test('a checkout whose origin anybody on the way can answer for is not updated', async () => {
  const checkout = new Checkout(repository, 'http://127.0.0.1:9/tree');
  await expect(checkout.newest()).rejects.toThrow(/^Updates come over https, over ssh or from a path/);
});

test.each([
  'http://git.example.org/tree',
  'http://localhost/tree',
  'git://git.example.org/tree',
  'ext::sh -c true',
  '--upload-pack=true',
  '-x',
  'ssh://-oProxyCommand=true/x',
  'https://',
  'a b',
  'data',
])('UPDATE_FROM=%s is refused', (address) => {
  expect(() => readSettings({ UPDATE_FROM: address })).toThrow(/^UPDATE_FROM must be the https or ssh address/);
});

test.each(['https://git.example.org/tree.git', 'git@git.example.org:home/tree', '/srv/tree', 'ssh://git@host/tree'])(
  'UPDATE_FROM=%s is taken',
  (address) => expect(readSettings({ UPDATE_FROM: address }).updateFrom).toBe(address),
);

test('UPDATE_SIGNERS names a file that is there', () => {
  expect(() => readSettings({ UPDATE_SIGNERS: '/no/such/file' })).toThrow(/^UPDATE_SIGNERS must be the whole path/);
  const file = join(folder, 'allowed');
  writeFileSync(file, '');
  expect(readSettings({ UPDATE_SIGNERS: file }).updateSigners).toBe(file);
});
