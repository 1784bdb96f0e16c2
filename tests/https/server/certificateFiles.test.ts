import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CertificateEvent, KeyPair } from '#server/core/http/secure/certificate.ts';
import { CertificateFiles } from '#server/core/http/secure/certificateFiles.ts';
import { issueCertificate, makeAuthority } from '#server/https/homeAuthority.ts';
import { rsaPair } from '../support/rsaPair.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';
import { certificateShown, readOverTls } from '../support/tlsClient.ts';

// TLS_CERT and TLS_KEY while the server runs: certificates end, and programs such as certbot put others in their place.

const DAY_MS = 86_400_000;

let folder: string;
let ca: string;
let server: TestServer;
let files: CertificateFiles;
let events: CertificateEvent[];
let pairs: KeyPair[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'circuit-tree-tls-'));
  const period = { from: Date.now() - DAY_MS, until: Date.now() + DAY_MS };
  const authority = await makeAuthority({ name: 'Test', names: ['photos.example.org'], period });
  ca = authority.certificate;
  const names = { dns: ['photos.example.org', 'localhost'], ip: ['127.0.0.1'] };
  pairs = await Promise.all([1, 2].map(() => issueCertificate(authority, names, period)));
  write('cert', 0);
  write('key', 0);
  server = await startTestServer({ tls: { certFile: fileOf('cert'), keyFile: fileOf('key') } });
  const certificate = await server.dependencies.core.certificate();
  if (!(certificate instanceof CertificateFiles)) throw new Error('The server does not serve the files');
  files = certificate;
  events = [];
  files.onEvent((event) => events.push(event));
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const fileOf = (part: keyof KeyPair) => join(folder, `${part}.pem`);
const write = (part: keyof KeyPair, which: number) => writeFileSync(fileOf(part), pairs[which]?.[part] ?? '');
const serialShown = async () => (await certificateShown(server.origin)).serialNumber;

test('another pair is in use for the next connection, without a restart', async () => {
  const before = await serialShown();
  write('cert', 1);
  write('key', 1);
  files.readChanged();
  expect(await serialShown()).not.toBe(before);
  expect((await readOverTls(`${server.origin}/health`, { ca, name: 'photos.example.org' })).status).toBe(200);
  expect(events).toEqual([{ isTrouble: false, sentence: 'TLS_CERT and TLS_KEY have changed and are in use' }]);
});

test('a half-written pair leaves the old certificate in use and is logged once; the second file completes it', async () => {
  const before = await serialShown();
  write('cert', 1);
  files.readChanged();
  files.readChanged();
  expect(await serialShown()).toBe(before);
  expect(events).toEqual([
    {
      isTrouble: true,
      sentence: expect.stringMatching(/^TLS_CERT and TLS_KEY do not make .*: the certificate read before stays in use/),
    },
  ]);
  write('key', 1);
  files.readChanged();
  expect(await serialShown()).not.toBe(before);
  expect(events.at(-1)).toMatchObject({ isTrouble: false });
});

test('a certificate and a key of another kind make no pair, though OpenSSL has a place for each', async () => {
  const before = await serialShown();
  // A renewal by certbot: a key of another kind, and one file after the other.
  const rsa = await rsaPair();
  writeFileSync(fileOf('cert'), rsa.cert);
  files.readChanged();
  expect(events).toEqual([
    {
      isTrouble: true,
      sentence: expect.stringMatching(/^TLS_CERT and TLS_KEY do not make .*: the certificate read before stays in use/),
    },
  ]);
  expect(await serialShown()).toBe(before);
  expect(() => new CertificateFiles({ certFile: fileOf('cert'), keyFile: fileOf('key') })).toThrow(
    'TLS_CERT and TLS_KEY do not make a certificate and its key: the key is another certificate’s',
  );
  writeFileSync(fileOf('key'), rsa.key);
  files.readChanged();
  expect(events.at(-1)).toMatchObject({ isTrouble: false });
  expect(await serialShown()).not.toBe(before);
});

test('files that are gone, or hold something else, change nothing', async () => {
  const before = await serialShown();
  rmSync(fileOf('key'));
  files.readChanged();
  expect(events.at(-1)?.sentence).toMatch(/^TLS_KEY cannot be read: ENOENT/);
  writeFileSync(fileOf('key'), 'no key');
  files.readChanged();
  expect(events.at(-1)?.sentence).toMatch(/^TLS_CERT and TLS_KEY do not make/);
  expect(await serialShown()).toBe(before);
});

test('the names of the certificate are what the server calls itself', () => {
  expect(files.names()).toEqual(['photos.example.org', 'localhost', '127.0.0.1']);
});
