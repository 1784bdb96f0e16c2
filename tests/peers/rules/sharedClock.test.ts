import { expect, test } from 'vitest';
import { SharedClock } from '#server/peers/postgres/openPostgres.ts';

const NOON = 1_700_000_000_000;

/** A clock of this machine that goes on by so much while the question is under way. */
function clockThat({ aheadMs, takesMs = 10 }: { aheadMs: number; takesMs?: number }) {
  const state = { now: NOON, aheadMs, takesMs };
  const clock = new SharedClock({
    now: () => state.now,
    ask: async () => {
      const said = state.now + state.takesMs / 2 + state.aheadMs;
      state.now += state.takesMs;
      return said;
    },
  });
  return { clock, state };
}

test.each([360_000, -360_000, 1_000])('the time of all is followed when it is %i ms ahead', async (aheadMs) => {
  const { clock } = clockThat({ aheadMs });
  await clock.measure();
  expect(clock.aheadMs()).toBe(aheadMs);
});

test('less than a second changes nothing, neither at first nor later', async () => {
  const { clock, state } = clockThat({ aheadMs: 999 });
  await clock.measure();
  expect(clock.aheadMs()).toBe(0);
  state.aheadMs = 5_000;
  await clock.measure();
  state.aheadMs = 5_900;
  await clock.measure();
  expect(clock.aheadMs()).toBe(5_000);
});

test('what took longer than a second is not believed, and what was known goes on', async () => {
  const { clock, state } = clockThat({ aheadMs: 5_000 });
  await clock.measure();
  Object.assign(state, { aheadMs: 60_000, takesMs: 1_001 });
  await clock.measure();
  expect(clock.aheadMs()).toBe(5_000);
});

test('a clock that is set right is followed', async () => {
  const { clock, state } = clockThat({ aheadMs: -360_000 });
  await clock.measure();
  state.aheadMs = 0;
  await clock.measure();
  expect(clock.aheadMs()).toBe(0);
});
