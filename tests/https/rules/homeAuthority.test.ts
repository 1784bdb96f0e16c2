import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Authority } from '#server/https/httpsRepository.ts';
import { issueCertificate, makeAuthority } from '#server/https/homeAuthority.ts';
import { ownNames } from '#domain/addresses/certificateNames.ts';

// The power of a stolen authority's key over devices: no more than a house. OpenSSL judges like a device; a machine
// without it checks the certificate only.

const DAY_MS = 86_400_000;
const PERIOD = { from: Date.now() - DAY_MS, until: Date.now() + DAY_MS };
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

let folder: string;
let authority: Authority;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'circuit-tree-authority-'));
  const names = ownNames({ dns: ['photos', 'photos.example.org', 'photos.local'], ip: ['192.168.1.20'] });
  authority = await makeAuthority({ name: 'Circuit Tree at photos', names, period: PERIOD });
  writeFileSync(join(folder, 'ca.pem'), authority.certificate);
  writeFileSync(join(folder, 'ca.key'), authority.key);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the authority is for servers only, and for nobody’s mail', () => {
  const { keyUsage, raw } = new X509Certificate(authority.certificate);
  expect(keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  expect(raw.toString('latin1')).toContain('nothing.invalid');
});

function openssl(args: string[], input = ''): string {
  const { stdout, stderr } = spawnSync('openssl', args, { cwd: folder, input, encoding: 'utf8' });
  return stdout + stderr;
}

/** A leaf that the thief makes with the authority's key, and what OpenSSL says of it. */
function result(alternative: string, { use = 'serverAuth', purpose = 'sslserver' } = {}): string {
  writeFileSync(
    join(folder, 'leaf.ext'),
    `subjectAltName=${alternative}\nextendedKeyUsage=${use}\nbasicConstraints=CA:FALSE\n`,
  );
  const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-days', '1', '-extfile', 'leaf.ext', '-out', 'leaf.pem'];
  openssl(['x509', '-req', '-in', 'leaf.csr', '-CAcreateserial', ...signing]);
  return openssl(['verify', '-x509_strict', '-purpose', purpose, '-CAfile', 'ca.pem', 'leaf.pem']);
}

describe.skipIf(!hasOpenssl)('what the key may sign', () => {
  beforeAll(() => {
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', 'leaf.key'];
    openssl(['req', '-new', ...key, '-subj', '/O=Thief', '-out', 'leaf.csr']);
  });

  test.each(['DNS:photos.example.org', 'DNS:photos.local', 'DNS:localhost', 'IP:192.168.1.99'])('%s', (alternative) => {
    expect(result(alternative)).toContain('OK');
  });

  test('the certificate that the server makes', async () => {
    const { cert } = await issueCertificate(authority, { dns: ['photos.local'], ip: ['192.168.1.20'] }, PERIOD);
    writeFileSync(join(folder, 'own.pem'), cert);
    expect(openssl(['verify', '-purpose', 'sslserver', '-CAfile', 'ca.pem', 'own.pem'])).toContain('OK');
  });

  test.each(['DNS:www.bank.com', 'DNS:accounts.photos', 'DNS:photos', 'IP:8.8.8.8'])('not %s', (alternative) => {
    expect(result(alternative)).toContain('permitted subtree violation');
  });

  test.each([
    [
      'mail',
      'email:ceo@bank.com',
      { use: 'emailProtection', purpose: 'smimesign' },
      /unsuitable certificate purpose|permitted subtree/,
    ],
    ['a mail address for a server', 'email:ceo@bank.com', {}, /permitted subtree violation/],
    ['a client', 'DNS:photos.local', { use: 'clientAuth', purpose: 'sslclient' }, /unsuitable certificate purpose/],
  ])('not %s', (...[, alternative, wanted, expected]) => {
    expect(result(alternative, wanted)).toMatch(expected);
  });
});
