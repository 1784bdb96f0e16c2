import { https } from '#server/https/index.ts';
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startDevice } from '#scripts/device/device.ts';
import { HomeCertificate } from '#server/https/homeCertificate.ts';
import { distFolder } from '#support/server/distFolder.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';
import { certificateShown, readOverTls } from '../support/tlsClient.ts';

const DAY_MS = 86_400_000;

let server: TestServer;
let home: HomeCertificate;
beforeEach(async () => {
  server = await startTestServer({ httpsAtHome: true, distDir: distFolder() });
  const certificate = await server.dependencies.core.certificate();
  if (!(certificate instanceof HomeCertificate)) throw new Error('The server has no certificate of its own');
  home = certificate;
});
afterEach(() => server.close());

test('whoever trusts the authority reaches the server by name and by address, and nobody else does', async () => {
  const ca = home.authority();
  for (const name of ['localhost', '127.0.0.1']) {
    expect((await readOverTls(`${server.origin}/health`, { ca, name })).body, name).toMatch(/^\{"status":"ok"/);
  }
  await expect(readOverTls(`${server.origin}/health`, { ca, name: 'photos.example.org' })).rejects.toThrow(/altnames/);
  const another = await startTestServer({ httpsAtHome: true });
  await expect(readOverTls(`${another.origin}/health`, { ca })).rejects.toThrow(/self-signed|verify|issuer/);
  await another.close();
});

test('a renewed certificate is shown to the next connection, without a restart', async () => {
  const before = await certificateShown(server.origin);
  server.clock.advance(370 * DAY_MS);
  await home.renewIfDue();
  const after = await certificateShown(server.origin);
  expect(after.serialNumber).not.toBe(before.serialNumber);
  const gained = new Date(after.valid_to).getTime() - new Date(before.valid_to).getTime();
  expect(Math.round(gained / DAY_MS)).toBe(370);
});

test('the page on http may ask whether it is trusted; nothing else is open to it, and no browser is bound to https', async () => {
  const ca = home.authority();
  const { headers } = await readOverTls(`${server.origin}/health`, { ca });
  expect(headers).toMatchObject({ 'access-control-allow-origin': '*' });
  const page = await readOverTls(`${server.origin}/`, { ca });
  expect(page.headers['access-control-allow-origin']).toBeUndefined();
  expect(page.headers['strict-transport-security']).toBeUndefined();
  expect(page.headers['set-cookie']).toEqual([expect.stringContaining('; Secure')]);
});

test('the authority is in every backup, since it lies in the database', async () => {
  const stored = await https.of(server.dependencies.core).authorities.load();
  expect(stored?.certificate).toBe(home.authority());
  expect(stored?.key).toMatch(/^-----BEGIN PRIVATE KEY-----/);
});

test('a replaced authority is named until its certificate ends, and its key is in the database no more', async () => {
  const { core, settings } = server.dependencies;
  const { authorities } = https.of(core);
  const { fingerprint256 } = new X509Certificate(home.authority());
  const { key = '' } = (await authorities.load()) ?? {};
  await authorities.remove();
  const next = await HomeCertificate.open({ authorities, now: Date.now, publicUrl: undefined });
  next.close();
  expect(next.formerAuthorities()).toEqual([fingerprint256]);
  expect(await authorities.former(Date.now() + 11 * 365 * DAY_MS)).toEqual([]);
  const database = join(settings.dataDir, 'circuit-tree.sqlite');
  const secret = key.split('\n')[1] ?? 'no key';
  for (const file of [database, `${database}-wal`]) expect(readFileSync(file, 'latin1')).not.toContain(secret);
});

test('a device that was given the authority connects, and one that was not does not', async () => {
  const key = await server.createKey('Lamp', 'node');
  const said: string[] = [];
  const common = {
    url: server.origin,
    key,
    heartbeatMs: 60_000,
    brightness: () => 1,
    log: (text: string) => said.push(text),
  };
  const devices = [
    startDevice({ ...common, nodeIds: ['trusting'], ca: home.authority() }),
    startDevice({ ...common, nodeIds: ['stranger'] }),
  ];
  await vi.waitFor(() => expect(said).toHaveLength(2), { timeout: 10_000 });
  const atOnce = said.toSorted();
  for (const device of devices) device.close();
  expect(atOnce).toEqual([
    `connected to ${server.origin}`,
    `not connected to ${server.origin}: this machine does not trust the certificate at ${new URL(server.origin).host}: name the file of its authority with --ca; trying again`,
  ]);
});
