import { expect, test } from 'vitest';
import { monotonicClock } from '#server/core/monotonicClock.ts';

test('the hours a machine slept count, and rounding does not', () => {
  const time = { running: 10_000, sinceBoot: 500_000 };
  const monotonicNow = monotonicClock({ running: () => time.running, sinceBoot: () => time.sinceBoot });
  const before = monotonicNow();
  time.running += 2_000;
  time.sinceBoot += 2_900;
  expect(monotonicNow() - before).toBe(2_000);
  time.running += 2_000;
  time.sinceBoot += 3_600_000;
  expect(monotonicNow() - before).toBeGreaterThan(3_600_000);
  const after = monotonicNow();
  time.running += 1;
  expect(monotonicNow()).toBe(after + 1);
});
