import { describe, expect, test } from 'vitest';
import {
  isFromThisMachine,
  proxyTrust,
  trustWarnings,
  visitedHost,
  visitorAddress,
} from '#server/core/http/security/proxies.ts';

const PROXY = '10.0.0.1';
const trusts = proxyTrust(`${PROXY}, 192.168.0.0/16`);

describe('TRUST_PROXY', () => {
  test('trusts one at whatever address, none, or those that it names', () => {
    expect([proxyTrust(true)('192.0.2.1'), proxyTrust(true)(undefined)]).toEqual([true, true]);
    expect(proxyTrust(true)('192.0.2.1', 1), 'whom the proxy names').toBe(false);
    expect([proxyTrust(false)(PROXY), proxyTrust(false)(undefined)]).toEqual([false, false]);
    expect([PROXY, '192.168.7.7', '10.0.0.2', undefined].map(trusts)).toEqual([true, true, false, false]);
  });
});

test('the start warns of `true` in one line, and of nothing else', () => {
  expect(trustWarnings(true)).toEqual([
    expect.stringMatching(/^TRUST_PROXY=true: .*make up the addresses.*networks.*$/),
  ]);
  for (const setting of [false, '127.0.0.1', '10.0.0.0/8, ::1']) expect(trustWarnings(setting)).toEqual([]);
});

const from = (address: string | undefined, forwarded?: string | string[]) =>
  visitorAddress({ address, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } }, trusts);

describe("a visitor's address", () => {
  test('is that of the connection unless a trusted proxy is there', () => {
    expect(from('198.51.100.1')).toBe('198.51.100.1');
    expect(from('198.51.100.1', '203.0.113.9')).toBe('198.51.100.1');
    expect(from(undefined, '203.0.113.9')).toBeUndefined();
  });

  test('is the last that no trusted proxy stands for', () => {
    expect(from(PROXY, '203.0.113.9')).toBe('203.0.113.9');
    expect(from(PROXY, 'made-up, 203.0.113.9 , 192.168.1.1')).toBe('203.0.113.9');
    expect(from(PROXY, ['made-up', '203.0.113.9'])).toBe('203.0.113.9');
    expect(from(PROXY, ' , 203.0.113.9,, ')).toBe('203.0.113.9');
  });

  test('is with `true` the one that the proxy itself has added', () => {
    const headers = { 'x-forwarded-for': 'made-up, 203.0.113.9' };
    expect(visitorAddress({ address: PROXY, headers }, proxyTrust(true))).toBe('203.0.113.9');
  });

  test('is the first proxy when there are only trusted ones', () => {
    expect(from(PROXY, '192.168.1.1, 192.168.1.2')).toBe('192.168.1.1');
    expect(from(PROXY)).toBe(PROXY);
    expect(from(PROXY, '')).toBe(PROXY);
  });
});

const at = (address: string, headers: Record<string, string | undefined>) => visitedHost({ address, headers }, trusts);

describe('the host that was asked for', () => {
  test('is what the request says, or a trusted proxy in its stead', () => {
    expect(at('198.51.100.1', { host: 'own.example' })).toBe('own.example');
    expect(at('198.51.100.1', { host: 'own.example', 'x-forwarded-host': 'evil.example' })).toBe('own.example');
    expect(at(PROXY, { host: 'own.example', 'x-forwarded-host': 'a.example, photos.example' })).toBe('photos.example');
    expect(at(PROXY, { host: 'own.example', 'x-forwarded-host': 'photos.example' })).toBe('photos.example');
    expect(at(PROXY, { host: 'own.example', 'x-forwarded-host': '' })).toBe('own.example');
    expect(at(PROXY, { host: 'own.example' })).toBe('own.example');
  });

  test('is empty when nobody says', () => {
    expect(at(PROXY, {})).toBe('');
  });
});

describe('a request from this machine itself', () => {
  const direct = { httpVersion: '1.1', headers: { host: 'localhost:8080' }, socket: { remoteAddress: '127.0.0.1' } };
  const withHeaders = (headers: Record<string, string>) =>
    isFromThisMachine({ ...direct, headers: { ...direct.headers, ...headers } });

  test.each<[string, object]>([
    ['that came through an old nginx', { httpVersion: '1.0' }],
    ['from elsewhere', { socket: { remoteAddress: '192.0.2.1' } }],
  ])('is not one %s', (_name, other) => {
    expect(isFromThisMachine(direct)).toBe(true);
    expect(isFromThisMachine({ ...direct, ...other })).toBe(false);
  });

  test.each<Record<string, string>>([
    { 'x-forwarded-for': '192.0.2.1' },
    { forwarded: 'for=_a' },
    { via: '1.1 a' },
    { 'x-real-ip': '192.0.2.1' },
    { 'cf-ray': '1' },
    { 'x-forwarded-host': 'a' },
    { 'x-forwarded-proto': 'https' },
    { 'x-forwarded-anything': '' },
    { 'x-forwarded': 'for=203.0.113.9' },
    { 'x-original-forwarded-for': '203.0.113.9' },
    { 'true-client-ip': '203.0.113.9' },
    { 'cf-connecting-ip': '127.0.0.1' },
  ])('is not one that a proxy or a tunnel passed on with %j', (headers) => {
    expect(withHeaders(headers)).toBe(false);
  });

  test('is one with headers that only look like those of a proxy', () => {
    const lookalikes = ['not-forwarded', 'forwarded-by', 'my-x-forwarded-for', 'x-via', 'via-x', 'x-cf-ray'];
    for (const name of lookalikes) expect(withHeaders({ [name]: 'x' }), name).toBe(true);
  });

  test.each(['evil.example', 'tunnel.example.org:8083', '192.168.1.5', 'localhost.evil.example', '127.0.0.1.nip.io'])(
    'is not one for the host %s, whose name may lead here',
    (host) => {
      expect(withHeaders({ host })).toBe(false);
    },
  );

  test.each(['localhost', 'localhost:5173', '127.0.0.1', '127.1.2.3:80', '[::1]:8083'])(
    'is one for the host %s',
    (host) => {
      expect(withHeaders({ host })).toBe(true);
    },
  );
});
