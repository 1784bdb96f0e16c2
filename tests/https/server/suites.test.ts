import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type SecureVersion } from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CertificateFiles } from '#server/core/http/secure/certificateFiles.ts';
import type { KeyPair } from '#server/core/http/secure/certificate.ts';
import { rsaPair } from '../support/rsaPair.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

// The encryption of a connection: with forward secrecy and an authenticated cipher, or none at all.

let pair: KeyPair;
let folder: string;
let server: TestServer;
beforeAll(async () => {
  pair = await rsaPair();
  folder = mkdtempSync(join(tmpdir(), 'circuit-tree-suites-'));
  writeFileSync(join(folder, 'cert.pem'), pair.cert);
  writeFileSync(join(folder, 'key.pem'), pair.key);
});
afterEach(() => server.close());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The suite of the connection that a client makes that knows only these; undefined: the server refuses it. */
async function agreed(ciphers: string, maxVersion: SecureVersion = 'TLSv1.2'): Promise<string | undefined> {
  const { port } = new URL(server.origin);
  const minVersion = maxVersion === 'TLSv1.3' ? maxVersion : 'TLSv1';
  const socket = connect({
    host: '127.0.0.1',
    port: Number(port),
    rejectUnauthorized: false,
    ciphers,
    minVersion,
    maxVersion,
  });
  try {
    await once(socket, 'secureConnect');
    return socket.getCipher().name;
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}

/** The suites of Safari 9, Chrome 37 and Android 5 among these (RFC 5289); they know AES-128 in this mode only. */
const OLDEST = { rsa: 'ECDHE-RSA-AES128-GCM-SHA256', ecdsa: 'ECDHE-ECDSA-AES128-GCM-SHA256' } as const;
const NOT_SECRET_LATER = ['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'AES128-SHA', 'AES256-SHA256'];
const CBC = (kind: 'RSA' | 'ECDSA') => [`ECDHE-${kind}-AES128-SHA`, `ECDHE-${kind}-AES256-SHA384`];

async function expectRefused(suites: string[]): Promise<void> {
  // Security level 0 lets the client offer what its own library calls too weak.
  for (const suite of suites) expect(await agreed(`${suite}:@SECLEVEL=0`), suite).toBeUndefined();
}

async function expectModern(oldest: string): Promise<void> {
  expect(await agreed(oldest)).toBe(oldest);
  expect(await agreed('TLS_AES_128_GCM_SHA256', 'TLSv1.3')).toBe('TLS_AES_128_GCM_SHA256');
}

test('an RSA certificate, before and after it was replaced', async () => {
  server = await startTestServer({ tls: { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') } });
  await expectModern(OLDEST.rsa);
  await expectRefused([...NOT_SECRET_LATER, ...CBC('RSA')]);
  const files = await server.dependencies.core.certificate();
  if (!(files instanceof CertificateFiles)) throw new Error('The server does not serve the files');
  writeFileSync(join(folder, 'cert.pem'), `${pair.cert}\n`);
  files.readChanged();
  await expectModern(OLDEST.rsa);
  await expectRefused([...NOT_SECRET_LATER, ...CBC('RSA')]);
});

test('the certificate of the house', async () => {
  server = await startTestServer({ httpsAtHome: true });
  await expectModern(OLDEST.ecdsa);
  await expectRefused(CBC('ECDSA'));
});
