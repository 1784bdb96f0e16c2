import { expect, test } from 'vitest';
import { steadyClock } from '../../../server/nodes/steadyClock.ts';

test('the hours a machine slept count, and rounding does not', () => {
  const time = { running: 10_000, sinceBoot: 500_000 };
  const steadyNow = steadyClock({ running: () => time.running, sinceBoot: () => time.sinceBoot });
  const before = steadyNow();
  time.running += 2_000;
  time.sinceBoot += 2_900;
  expect(steadyNow() - before).toBe(2_000);
  time.running += 2_000;
  time.sinceBoot += 3_600_000;
  expect(steadyNow() - before).toBeGreaterThan(3_600_000);
  const after = steadyNow();
  time.running += 1;
  expect(steadyNow()).toBe(after + 1);
});
