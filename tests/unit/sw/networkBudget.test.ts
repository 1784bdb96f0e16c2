import { describe, expect, it } from 'vitest';
import { START_BUDGET_MS, START_QUIET_MS, createNetworkBudget } from '../../../sw/networkBudget.ts';

function start() {
  const clock = { nowMs: 1_000_000 };
  return { clock, patience: createNetworkBudget(() => clock.nowMs) };
}

describe('how long a start waits for the network', () => {
  it('gives the key check, the albums and the photos one budget together', () => {
    const { clock, patience } = start();
    expect(patience.begin()).toBe(START_BUDGET_MS);
    clock.nowMs += 1_200;
    patience.end();
    expect(patience.begin()).toBe(START_BUDGET_MS - 1_200);
    clock.nowMs += 1_500;
    patience.end();
    expect(patience.begin()).toBe(300);
    clock.nowMs += 300;
    patience.end();
    expect(patience.begin()).toBe(0);
  });

  it('counts from the opening of the page, and leaves a slow page a second for its first call', () => {
    const { clock, patience } = start();
    patience.startBegins();
    clock.nowMs += 800;
    expect(patience.begin()).toBe(START_BUDGET_MS - 800);
    patience.end();
    clock.nowMs += 60_000;
    patience.startBegins();
    clock.nowMs += 2_900;
    expect(patience.begin()).toBe(1_000);
    clock.nowMs += 400;
    patience.end();
    expect(patience.begin()).toBe(600);
  });

  it('does not use up the budget while nobody waits: quick answers are taken all day', () => {
    const { clock, patience } = start();
    patience.startBegins();
    for (let call = 0; call < 20; call += 1) {
      expect(patience.begin()).toBeGreaterThan(1_000);
      clock.nowMs += 20;
      patience.end();
      clock.nowMs += START_QUIET_MS - 1_000;
    }
  });

  it('does not wait at all after one failure, until a call succeeds', () => {
    const { clock, patience } = start();
    patience.begin();
    patience.networkFailed();
    patience.end();
    expect(patience.begin()).toBe(0);
    patience.end();
    clock.nowMs += 60_000;
    expect(patience.begin()).toBe(0);
    patience.end();
    patience.networkSucceeded();
    clock.nowMs += START_QUIET_MS + 1;
    expect(patience.begin()).toBe(START_BUDGET_MS);
  });

  it('opens a new budget after a quiet while, not while a call is open', () => {
    const { clock, patience } = start();
    patience.begin();
    clock.nowMs += 20_000;
    expect(patience.begin()).toBe(0);
    patience.end();
    patience.end();
    clock.nowMs += START_QUIET_MS - 1;
    expect(patience.begin()).toBe(0);
    patience.end();
    clock.nowMs += START_QUIET_MS + 1;
    expect(patience.begin()).toBe(START_BUDGET_MS);
  });
});
