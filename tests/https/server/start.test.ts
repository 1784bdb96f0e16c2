import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '#server/core/settings/settings.ts';
import { Launch, runCli } from '#support/server/launch.ts';
import { readOverTls } from '../support/tlsClient.ts';

// The printed lines of a server in a process of its own, and of commands beside it: addresses that are true.

const PEM = fileURLToPath(new URL('../../support/server/tls/', import.meta.url));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'circuit-tree-https-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function started(env: Record<string, string>): Promise<{ launch: Launch; addressOf: (label: string) => string }> {
  const launch = new Launch(['server/main.ts'], { PORT: '0', LOG_LEVEL: 'info', ...env });
  // A server that cannot start prints no address: then its own sentence is the failure, not the time that a test has.
  await Promise.race([once(launch.child.stdout!, 'data'), launch.ended()]);
  if (launch.stdout === '') throw new Error(`The server did not start: ${launch.stderr}`);
  return { launch, addressOf: (label) => new RegExp(`^  ${label} +(\\S+)`, 'm').exec(launch.stdout)?.[1] ?? '' };
}

async function stopped({ launch }: { launch: Launch }): Promise<void> {
  launch.child.kill('SIGTERM');
  expect(await launch.ended()).toMatchObject({ code: 0 });
}

test(
  'HTTPS=home: a page on http gives the certificate with which https is trusted, after a restart too',
  { timeout: 120_000, tags: ['full'] },
  async () => {
    const env = { DATA_DIR: join(folder, 'home'), HTTPS: 'home', HOST: '127.0.0.1' };
    const first = await started(env);
    expect(first.addressOf('Landing')).toMatch(/^https:\/\/localhost:\d+\/$/);
    expect(first.addressOf('Devices')).toMatch(/^http:\/\/localhost:\d+\/$/);
    expect(first.launch.stdout).not.toContain('apiKey');
    const ca = await (await fetch(`${first.addressOf('Devices')}circuit-tree-ca.pem`)).text();
    expect((await readOverTls(`${first.addressOf('Landing')}health`, { ca })).status).toBe(200);
    expect(first.launch.stderr).toMatch(/"msg":"Server listening at https:\/\/127\.0\.0\.1:\d+"/);
    const here = { DATA_DIR: env.DATA_DIR };
    expect((await runCli(['https', 'certificate'], here)).stdout.trim()).toBe(ca.trim());
    const link = await runCli(['user', 'sign-in-link', 'ada@example.org'], here);
    // Past the page where the device that opens it learns to trust the house.
    expect(link.stdout.startsWith(`${first.addressOf('Devices')}#sign-in-link=`)).toBe(true);
    expect(first.addressOf('Set up')).toMatch(/^http:\/\/localhost:\d+\/#set-up=[0-9a-f]{48}$/);
    await stopped(first);
    const second = await started(env);
    expect((await readOverTls(`${second.addressOf('Landing')}health`, { ca })).status).toBe(200);
    await stopped(second);
    const fingerprint = new X509Certificate(ca).fingerprint256;
    const removed = await runCli(['https', 'new-authority', '--json'], here);
    expect(removed).toMatchObject({ code: 0, stdout: `${JSON.stringify({ removed: fingerprint })}\n` });
    expect(await runCli(['https', 'certificate'], here)).toMatchObject({
      code: 1,
      stderr: 'There is no authority yet: `HTTPS=home npm start` makes one\n',
    });
    const database = readFileSync(join(env.DATA_DIR, 'circuit-tree.sqlite'), 'latin1');
    expect(database).not.toContain('BEGIN PRIVATE KEY');
  },
);

test(
  'for other devices an address is told that they reach, and PUBLIC_URL where it is given',
  { timeout: 120_000, tags: ['full'] },
  async () => {
    const env = { DATA_DIR: join(folder, 'told'), HTTPS: 'home' };
    const everywhere = await started(env);
    expect(new URL(everywhere.addressOf('Landing')).hostname).not.toBe('localhost');
    await stopped(everywhere);
    const named = await started({ ...env, PUBLIC_URL: `https://${hostname().split('.')[0]}.local:8443` });
    expect(named.addressOf('Landing')).toBe(`https://${hostname().split('.')[0]?.toLowerCase()}.local:8443/`);
    await stopped(named);
  },
);

test(
  'files of one’s own: http leads to https, and the address is the certificate’s',
  { timeout: 120_000 },
  async () => {
    const tls = { TLS_CERT: `${PEM}cert.pem`, TLS_KEY: `${PEM}key.pem` };
    const server = await started({ DATA_DIR: join(folder, 'files'), HOST: '127.0.0.1', ...tls });
    expect(server.addressOf('Landing')).toMatch(/^https:\/\/localhost:\d+\/$/);
    expect(server.addressOf('Kiosk')).toMatch(/^https:\/\/localhost:\d+\/circuit-tree\?apiKey=/);
    await stopped(server);
  },
);

test('HTTPS=home and files of one’s own exclude each other', () => {
  expect(() => readSettings({ HTTPS: 'home', TLS_CERT: 'a', TLS_KEY: 'b' })).toThrow(
    'HTTPS=home makes its own certificate: leave out TLS_CERT and TLS_KEY',
  );
});
