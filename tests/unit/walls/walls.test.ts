import { expect, test } from 'vitest';
import { eventsOf, live } from '#lab/walls/life.ts';
import { PLANTED, withFault } from '#lab/walls/planted.ts';
import { buildCode, scriptsOf } from '#lab/walls/world.ts';

// The tablet's own worker and page, on a simulated wall; `npm run walls` lives years.

const DAYS = 15;

test('for days of mishaps the wall shows what it may, and goes on', { timeout: 120_000 }, async () => {
  const { failure, mishaps } = await live(scriptsOf(await buildCode()), 11, eventsOf(11, DAYS));
  expect(failure).toBeUndefined();
  expect(Object.keys(mishaps).length).toBeGreaterThan(8);
});

test('the same seed leads to the same days', { timeout: 120_000 }, async () => {
  const scripts = scriptsOf(await buildCode());
  const [one, other] = [await live(scripts, 5, eventsOf(5, 5)), await live(scripts, 5, eventsOf(5, 5))];
  expect(one.told.length).toBeGreaterThan(5);
  expect(other.told).toEqual(one.told);
});

test.each([
  'deletes nothing when the key is revoked',
  'sends an untrusted response on instead of the stored one',
  'reacts to no event of the server',
])('a worker or page that %s is found out', { timeout: 120_000 }, async (name) => {
  const fault = PLANTED.find((one) => one.name === name);
  if (!fault) throw new Error(`There is no such fault: ${name}`);
  const scripts = scriptsOf(withFault(await buildCode(), fault));
  expect((await live(scripts, 1, eventsOf(1, 4 * DAYS))).failure).toBeDefined();
});
