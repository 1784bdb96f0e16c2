import { describe, expect, it } from 'vitest';
import { START_BUDGET_MS, START_QUIET_MS, createNetworkBudget } from '#sw/api/networkBudget.ts';

function start() {
  const clock = { nowMs: 1_000_000 };
  return { clock, budget: createNetworkBudget(() => clock.nowMs) };
}

describe('how long a start waits for the network', () => {
  it('gives the key check, the albums and the photos one budget together', () => {
    const { clock, budget } = start();
    expect(budget.callBegins()).toBe(START_BUDGET_MS);
    clock.nowMs += 1_200;
    budget.callEnds();
    expect(budget.callBegins()).toBe(START_BUDGET_MS - 1_200);
    clock.nowMs += 1_500;
    budget.callEnds();
    expect(budget.callBegins()).toBe(300);
    clock.nowMs += 300;
    budget.callEnds();
    expect(budget.callBegins()).toBe(0);
  });

  it('counts from the opening of the page, and leaves a slow page a second for its first call', () => {
    const { clock, budget } = start();
    budget.pageOpens();
    clock.nowMs += 800;
    expect(budget.callBegins()).toBe(START_BUDGET_MS - 800);
    budget.callEnds();
    clock.nowMs += 60_000;
    budget.pageOpens();
    clock.nowMs += 2_900;
    expect(budget.callBegins()).toBe(1_000);
    clock.nowMs += 400;
    budget.callEnds();
    expect(budget.callBegins()).toBe(600);
  });

  it('does not use up the budget while nobody waits: quick responses are taken all day', () => {
    const { clock, budget } = start();
    budget.pageOpens();
    for (let call = 0; call < 20; call += 1) {
      expect(budget.callBegins()).toBeGreaterThan(1_000);
      clock.nowMs += 20;
      budget.callEnds();
      clock.nowMs += START_QUIET_MS - 1_000;
    }
  });

  it('waits again as at a start once the server has said that what is stored is outdated', () => {
    const { clock, budget } = start();
    budget.callBegins();
    clock.nowMs += START_BUDGET_MS;
    budget.callEnds();
    budget.networkFailed();
    budget.renew();
    clock.nowMs += 100;
    expect(budget.callBegins()).toBe(START_BUDGET_MS);
    // Two calls of one start share what is left.
    clock.nowMs += 500;
    expect(budget.callBegins()).toBe(START_BUDGET_MS - 500);
  });

  it('counts for a call under way from when it was renewed', () => {
    const { clock, budget } = start();
    budget.callBegins();
    clock.nowMs += 2_000;
    budget.renew();
    clock.nowMs += 100;
    expect(budget.callBegins()).toBe(START_BUDGET_MS - 100);
  });

  it('does not wait at all after one failure, until a call succeeds', () => {
    const { clock, budget } = start();
    budget.callBegins();
    budget.networkFailed();
    budget.callEnds();
    expect(budget.callBegins()).toBe(0);
    budget.callEnds();
    clock.nowMs += 60_000;
    expect(budget.callBegins()).toBe(0);
    budget.callEnds();
    budget.networkSucceeded();
    clock.nowMs += START_QUIET_MS + 1;
    expect(budget.callBegins()).toBe(START_BUDGET_MS);
  });

  it('opens a new budget after a quiet while, not while a call is open', () => {
    const { clock, budget } = start();
    budget.callBegins();
    clock.nowMs += 20_000;
    expect(budget.callBegins()).toBe(0);
    budget.callEnds();
    budget.callEnds();
    clock.nowMs += START_QUIET_MS - 1;
    expect(budget.callBegins()).toBe(0);
    budget.callEnds();
    clock.nowMs += START_QUIET_MS + 1;
    expect(budget.callBegins()).toBe(START_BUDGET_MS);
  });

  it('still belongs to the start at the last millisecond of the quiet while', () => {
    const { clock, budget } = start();
    budget.callBegins();
    clock.nowMs += 1_000;
    budget.callEnds();
    clock.nowMs += START_QUIET_MS;
    expect(budget.callBegins()).toBe(START_BUDGET_MS - 1_000);
  });

  it('counts the time of two calls at once only once', () => {
    const { clock, budget } = start();
    budget.callBegins();
    budget.callBegins();
    clock.nowMs += 1_000;
    budget.callEnds();
    clock.nowMs += 200;
    budget.callEnds();
    expect(budget.callBegins()).toBe(START_BUDGET_MS - 1_200);
  });
});

it('trusts the network until a call fails, and again from the next response or start on', () => {
  const { budget } = start();
  expect(budget.isTrusted()).toBe(true);
  budget.networkFailed();
  expect(budget.isTrusted()).toBe(false);
  budget.networkSucceeded();
  expect(budget.isTrusted()).toBe(true);
  budget.networkFailed();
  budget.renew();
  expect(budget.isTrusted()).toBe(true);
});
