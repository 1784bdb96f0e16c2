import { X509Certificate } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Authority, AuthorityRepository } from '#server/https/httpsRepository.ts';
import type { CertificateEvent } from '#server/core/http/secure/certificate.ts';
import { HomeCertificate } from '#server/https/homeCertificate.ts';

// The home's certificate on a machine, and with a clock, that are ours.

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 2, 1);

let now: number;
let machine: { hostname: string; addresses: string[] };
let stored: Authority | undefined;
let isDiskFull: boolean;
let opened: HomeCertificate | undefined;

const authorities: AuthorityRepository = {
  load: async () => stored,
  save: async (authority) => {
    if (isDiskFull) throw new Error('the disk is full');
    stored = authority;
  },
  remove: async () => void (stored = undefined),
  former: async () => [],
};

beforeEach(() => {
  now = START;
  machine = { hostname: 'wall', addresses: ['192.168.1.20'] };
  stored = undefined;
  isDiskFull = false;
});
afterEach(() => opened?.close());

async function open(publicUrl?: string): Promise<HomeCertificate> {
  opened?.close();
  const facts = () => ({ ...machine, publicUrl });
  opened = await HomeCertificate.open({ authorities, now: () => now, publicUrl, facts });
  return opened;
}

const certificateOf = (home: HomeCertificate) => new X509Certificate(home.current().cert);

test('its certificate comes from the authority, for this machine, for 397 days', async () => {
  const home = await open();
  const certificate = certificateOf(home);
  const authority = new X509Certificate(home.authority());
  expect(authority.ca).toBe(true);
  expect(authority.subject).toBe('CN=Circuit Tree at wall\nO=Circuit Tree');
  expect(certificate.checkIssued(authority)).toBe(true);
  expect(certificate.verify(authority.publicKey)).toBe(true);
  expect(certificate.ca).toBe(false);
  expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  expect(certificate.checkHost('wall')).toBeUndefined();
  for (const name of ['wall.local', 'wall.fritz.box', 'localhost']) expect(certificate.checkHost(name)).toBe(name);
  for (const address of ['192.168.1.20', '127.0.0.1', '::1']) expect(certificate.checkIP(address)).toBe(address);
  const days = (certificate.validToDate.getTime() - certificate.validFromDate.getTime()) / DAY_MS;
  expect(days).toBe(397);
  expect(home.names()[0]).toBe('192.168.1.20');
});

test('a restart makes another certificate from the same authority, with another serial number and key', async () => {
  const first = await open();
  const [certificate, key, authority] = [certificateOf(first), first.current().key, first.authority()];
  const second = await open();
  expect(second.authority()).toBe(authority);
  expect(certificateOf(second).serialNumber).not.toBe(certificate.serialNumber);
  expect(second.current().key).not.toBe(key);
});

describe('while the server runs', () => {
  test('a certificate is replaced 30 days before its end, without a word before', async () => {
    const home = await open();
    const events: CertificateEvent[] = [];
    const replaced: string[] = [];
    home.onEvent((event) => events.push(event));
    home.onChange(({ cert }) => replaced.push(cert));
    now = START + 365 * DAY_MS;
    await home.renewIfDue();
    expect(replaced).toEqual([]);
    now = START + 366 * DAY_MS;
    await home.renewIfDue();
    expect(replaced).toEqual([home.current().cert]);
    expect(certificateOf(home).validToDate.getTime()).toBe(now + 396 * DAY_MS);
    expect(events).toEqual([
      { isTrouble: false, sentence: expect.stringMatching(/^A new certificate for 192\.168\.1\.20, /) },
    ]);
  });

  test('another address is in the certificate a look later', async () => {
    const home = await open();
    machine.addresses = ['192.168.1.77'];
    await home.renewIfDue();
    expect(certificateOf(home).checkIP('192.168.1.77')).toBe('192.168.1.77');
    expect(certificateOf(home).checkIP('192.168.1.20')).toBeUndefined();
    const { cert } = home.current();
    await home.renewIfDue();
    expect(home.current().cert).toBe(cert);
  });

  test('a public address without a dot is left out, and said so', async () => {
    const home = await open('https://photos');
    const events: CertificateEvent[] = [];
    home.onEvent((event) => events.push(event));
    expect(certificateOf(home).checkHost('photos')).toBeUndefined();
    expect(events).toEqual([
      {
        isTrouble: true,
        sentence: expect.stringMatching(/^PUBLIC_URL: the certificate leaves out photos: .* photos\.local /),
      },
    ]);
  });

  test('a name that the authority may not vouch for is left out, and the authority stays', async () => {
    const authority = (await open()).authority();
    machine.hostname = 'hall';
    const renamed = await open('https://photos.example.org');
    expect(renamed.authority()).toBe(authority);
    expect(certificateOf(renamed).checkHost('hall.local')).toBe('hall.local');
    expect(certificateOf(renamed).checkHost('hall')).toBeUndefined();
    expect(certificateOf(renamed).checkHost('photos.example.org')).toBeUndefined();
    const events: CertificateEvent[] = [];
    renamed.onEvent((event) => events.push(event));
    expect(events).toEqual([
      { isTrouble: true, sentence: expect.stringMatching(/^The certificate leaves out photos\.example\.org: /) },
    ]);
  });

  test('an authority that ends makes way for another after ten years', async () => {
    const home = await open();
    const authority = home.authority();
    now = START + 3_600 * DAY_MS;
    await home.renewIfDue();
    expect(home.authority()).toBe(authority);
    expect(certificateOf(home).validToDate.getTime()).toBe(new X509Certificate(authority).validToDate.getTime());
    now = START + 3_630 * DAY_MS;
    await home.renewIfDue();
    expect(home.authority()).not.toBe(authority);
    expect(stored?.certificate).toBe(home.authority());
  });

  test('a disk that takes no new authority keeps the old certificate in use, and says so', async () => {
    const home = await open();
    const events: CertificateEvent[] = [];
    home.onEvent((event) => events.push(event));
    const { cert } = home.current();
    now = START + 3_630 * DAY_MS;
    isDiskFull = true;
    await home.renewIfDue();
    expect(home.current().cert).toBe(cert);
    expect(events).toEqual([{ isTrouble: true, sentence: 'The certificate could not be renewed: the disk is full' }]);
  });
});

test('the host of PUBLIC_URL is told first, and was allowed to the authority by name', async () => {
  const home = await open('https://photos.example.org:8443');
  expect(home.names()[0]).toBe('photos.example.org');
  expect(certificateOf(home).checkHost('photos.example.org')).toBe('photos.example.org');
});
