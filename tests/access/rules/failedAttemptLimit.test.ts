import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { failedAttemptLimit, registerRateLimits, SIGN_IN_LIMIT } from '#server/core/access/failedAttemptLimit.ts';
import type { SchemaTypes } from '#server/core/http/typedApp.ts';

function start() {
  const clock = { nowMs: 1_000_000 };
  const limit = failedAttemptLimit(() => clock.nowMs);
  /** The number of attempts that are let through. */
  const letThrough = (address: string | undefined, times: number) =>
    Array.from({ length: times }, () => limit.count(address)).filter((tooMany) => !tooMany).length;
  return { clock, letThrough };
}

test('sixty attempts a minute are let through, and the minute begins with the first of them', () => {
  const { clock, letThrough } = start();
  expect(letThrough('192.0.2.1', 30)).toBe(30);
  clock.nowMs += 59_999;
  expect(letThrough('192.0.2.1', 40)).toBe(30);
  clock.nowMs += 1;
  expect(letThrough('192.0.2.1', 70)).toBe(60);
});

test('one address does not count for another', () => {
  const { letThrough } = start();
  expect(letThrough('192.0.2.1', 100)).toBe(60);
  expect(letThrough('192.0.2.2', 100)).toBe(60);
});

test('a home of IPv6 addresses is one, and a neighbour is another', () => {
  const { letThrough } = start();
  expect(letThrough('2001:db8:0:7::1', 60)).toBe(60);
  expect(letThrough('2001:db8:0:7:ffff::2', 1)).toBe(0);
  expect(letThrough('2001:db8:0:8::1', 1)).toBe(1);
});

test('an IPv4 address is one however it is written, and its neighbour is another', () => {
  const { letThrough } = start();
  expect(letThrough('203.0.113.9', 30)).toBe(30);
  expect(letThrough('::ffff:203.0.113.9', 40)).toBe(30);
  expect(letThrough('203.0.113.9', 1)).toBe(0);
  expect(letThrough('::ffff:203.0.113.10', 1)).toBe(1);
});

test('connections that are closed before their address is read count together', () => {
  const { letThrough } = start();
  expect(letThrough(undefined, 60)).toBe(60);
  expect(letThrough(undefined, 1)).toBe(0);
  expect(letThrough('192.0.2.1', 1)).toBe(1);
});

test('thirty sign-ins a minute are served, then refused in words; a route without a limit goes on', async () => {
  const app = Fastify().withTypeProvider<SchemaTypes>();
  await registerRateLimits(app);
  app.get('/sign-in', { config: SIGN_IN_LIMIT }, () => 'in');
  app.get('/photo', () => 'photo');
  const statuses = async (url: string) => {
    const responses = [];
    for (let time = 0; time < 31; time += 1) responses.push(await app.inject({ url }));
    return responses.map(({ statusCode }) => statusCode);
  };
  expect(await statuses('/sign-in')).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
  expect((await app.inject({ url: '/sign-in' })).json()).toMatchObject({
    message: 'Too many requests from your address: please wait a minute',
  });
  expect(new Set(await statuses('/photo'))).toEqual(new Set([200]));
  expect((await app.inject({ url: '/photo' })).headers).not.toHaveProperty('x-ratelimit-limit');
});
