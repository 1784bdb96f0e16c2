import os from 'node:os';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  isEmailAddress,
  isLoopbackAddress,
  isLoopbackHost,
  isWebUrl,
  isWithin,
  ownAddresses,
  withinNetworks,
} from '#server/core/settings/networks.ts';
import { overlap } from '#server/core/settings/realFolders.ts';

describe('withinNetworks', () => {
  const isHome = withinNetworks(['192.0.2.7', '10.0.0.0/8', '2001:db8::/32', '::2']);

  test.each(['192.0.2.7', '10.0.0.1', '10.255.255.255', '2001:db8::1', '::2', '::ffff:10.1.2.3'])(
    '%s is in',
    (address) => {
      expect(isHome(address)).toBe(true);
    },
  );

  test.each(['192.0.2.8', '11.0.0.1', '2001:db9::1', '::1', '::ffff:11.1.2.3', '', 'nonsense', undefined])(
    '%s is not',
    (address) => {
      expect(isHome(address)).toBe(false);
    },
  );

  test.each([
    '10.0.0.0/',
    '10.0.0.0/33',
    '/8',
    '/10.0.0.1',
    '10.0.0',
    '10.0.0.0/8/8',
    '10.0.0.0/x',
    '10.0.0.0/8x',
    'maybe',
    '',
  ])('%j is neither an address nor a network', (text) => {
    expect(() => withinNetworks([text])).toThrow();
  });
});

describe('this machine', () => {
  test.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])('is the address %s', (address) => {
    expect(isLoopbackAddress(address)).toBe(true);
  });

  test.each(['128.0.0.1', '0.0.0.0', '::2', undefined])('is not the address %s', (address) => {
    expect(isLoopbackAddress(address)).toBe(false);
  });

  test.each(['localhost', 'localhost:8083', 'LOCALHOST', '127.0.0.1', '127.0.0.1:8083', '[::1]', '[::1]:8083'])(
    'is the host %s',
    (host) => {
      expect(isLoopbackHost(host)).toBe(true);
    },
  );

  test.each([
    'photos.home',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '192.168.1.1',
    '[::2]',
    'a b',
    '',
    undefined,
  ])('is not the host %s', (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  });
});

test.each([
  ['ada@example.org', true],
  ['a@b', true],
  ['ada', false],
  ['@example.org', false],
  ['ada@', false],
  ['ada@example.org ', false],
  [' ada@example.org', false],
  ['ada@eve@example.org', false],
  ['ada lovelace@example.org', false],
])('%j is an e-mail address: %s', (text, isOne) => {
  expect(isEmailAddress(text)).toBe(isOne);
});

test.each([
  ['/photos', '/photos', true],
  ['/photos/2026', '/photos', true],
  ['/photos/..2026', '/photos', true],
  ['/photos2', '/photos', false],
  ['/', '/photos', false],
  ['/backups/photos', '/photos', false],
])('%s is within %s: %s', (path, folder, isIn) => {
  expect(isWithin(path, folder)).toBe(isIn);
});

test.each([
  ['/srv/ct', '/srv/ct', true],
  ['/srv/ct/backups', '/srv/ct', true],
  ['/srv', '/srv/ct', true],
  ['/', '/srv/ct', true],
  ['/srv/ct-backups', '/srv/ct', false],
  ['/srv/..ct', '/srv/ct', false],
  ['/mnt/usb', '/srv/ct', false],
])('%s is, holds or lies in %s: %s', (one, other, does) => {
  expect([overlap(one, other), overlap(other, one)]).toEqual([does, does]);
});

test.each([
  ['https://photos.example/base', true],
  ['http://10.0.0.2:8083', true],
  ['ftp://photos.example', false],
  ['xhttps://photos.example', false],
  ['javascript:alert(1)', false],
  ['photos.example', false],
  ['', false],
])('%j is an address of the web: %s', (text, isOne) => {
  expect(isWebUrl(text)).toBe(isOne);
});

/** Lends the machine other interfaces. */
function answer(networkInterfaces: () => NodeJS.Dict<os.NetworkInterfaceInfo[]>): void {
  vi.spyOn(os, 'networkInterfaces').mockImplementation(networkInterfaces);
  syncBuiltinESMExports();
}

function ipv4(address: string, cidr: string, internal = false): os.NetworkInterfaceInfo {
  return { address, family: 'IPv4', internal, cidr, netmask: '', mac: '' };
}

describe('the addresses of this machine', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });

  test('are those of its interfaces, without those of its containers', () => {
    answer(() => ({
      lo: [ipv4('127.0.0.1', '127.0.0.1/8', true)],
      eth0: [
        ipv4('192.168.1.20', '192.168.1.20/24'),
        { ...ipv4('FE80::1', ''), family: 'IPv6', scopeid: 0, cidr: null },
      ],
      'my-br-0': [ipv4('10.0.0.1', '10.0.0.1/8')],
      'br-1': [ipv4('172.18.0.1', '172.18.0.1/16')],
      docker0: [ipv4('172.17.0.1', '172.17.0.1/16')],
      docker: undefined,
      wlan0: undefined,
    }));
    expect(ownAddresses()).toEqual([
      { address: '127.0.0.1', isIpv4: true, isLoopback: true, network: '127.0.0.1/8' },
      { address: '192.168.1.20', isIpv4: true, isLoopback: false, network: '192.168.1.20/24' },
      { address: 'fe80::1', isIpv4: false, isLoopback: false, network: null },
      { address: '10.0.0.1', isIpv4: true, isLoopback: false, network: '10.0.0.1/8' },
    ]);
  });

  test('are none where the kernel may not be asked', () => {
    answer(() => {
      throw new Error('EPERM');
    });
    expect(ownAddresses()).toEqual([]);
  });
});
