import { describe, expect, it } from 'vitest';
import { dayText, whenText } from '#domain/clock/when.ts';
import { endText, tabletState, tabletsSummary } from '#domain/tablets/tabletState.ts';

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;
const ago = (ms: number) => new Date(NOW - ms).toISOString();

type Known = Parameters<typeof tabletState>[0];
const tablet = (fields: Partial<Known> = {}): Known => ({
  state: 'active',
  expiresAt: null,
  lastSeenAt: ago(0),
  listening: false,
  ...fields,
});
const stateOf = (fields: Partial<Known>) => tabletState(tablet(fields), NOW);

describe('the state of a tablet', () => {
  it('is on the wall while it listens, whenever it told something last', () => {
    expect(stateOf({ listening: true, lastSeenAt: null })).toEqual({ mark: 'on', text: 'On the wall now' });
    expect(stateOf({ listening: true, lastSeenAt: ago(60 * MINUTE) }).mark).toBe('on');
  });

  it('is on the wall for two minutes after it was heard of, then last seen, then offline', () => {
    expect(stateOf({ lastSeenAt: ago(2 * MINUTE - 1) }).mark).toBe('on');
    expect(stateOf({ lastSeenAt: ago(2 * MINUTE) })).toEqual({ mark: 'away', text: 'Last seen 2 minutes ago' });
    expect(stateOf({ lastSeenAt: ago(15 * MINUTE - 1) })).toEqual({ mark: 'away', text: 'Last seen 14 minutes ago' });
    const at = ago(15 * MINUTE);
    expect(stateOf({ lastSeenAt: at })).toEqual({
      mark: 'offline',
      text: `Offline since ${whenText(at, { now: NOW })}`,
    });
  });

  it('is on the wall when the clocks differ and the report seems to come from the future', () => {
    expect(stateOf({ lastSeenAt: ago(-5 * MINUTE) }).mark).toBe('on');
  });

  it('waits for a screen, or to be opened', () => {
    expect(stateOf({ state: 'waiting', lastSeenAt: null })).toEqual({
      mark: 'waiting',
      text: 'Waiting for its screen',
    });
    expect(stateOf({ lastSeenAt: null })).toEqual({ mark: 'waiting', text: 'Not opened on a screen yet' });
  });

  it('is revoked, or ended when its time is over', () => {
    expect(stateOf({ state: 'revoked' })).toEqual({ mark: 'over', text: 'Revoked' });
    expect(stateOf({ state: 'revoked', expiresAt: ago(-MINUTE) }).text).toBe('Revoked');
    expect(stateOf({ state: 'revoked', expiresAt: ago(0) }).text).toBe(`Ended on ${dayText(ago(0))}`);
  });
});

describe('the end of a tablet', () => {
  it('is told as long as it lies ahead', () => {
    const at = ago(-MINUTE);
    expect(endText({ state: 'active', expiresAt: at }, NOW)).toBe(`Ends on ${dayText(at)}`);
    expect(endText({ state: 'active', expiresAt: null }, NOW)).toBeUndefined();
    expect(endText({ state: 'active', expiresAt: ago(0) }, NOW)).toBeUndefined();
    expect(endText({ state: 'revoked', expiresAt: at }, NOW)).toBeUndefined();
  });
});

describe('the summary', () => {
  const on = tablet();
  const off = tablet({ lastSeenAt: ago(60 * MINUTE) });
  it.each([
    [[], 'No tablet is connected'],
    [[tablet({ state: 'revoked' })], 'No tablet is connected'],
    [[on], 'The tablet is on the wall'],
    [[off], 'The tablet is not on the wall'],
    [[on, on], 'Both tablets are on the wall'],
    [[on, on, on], 'All 3 tablets are on the wall'],
    [[on, off, tablet({ state: 'revoked' })], '1 of 2 tablets is on the wall'],
    [[on, off, on], '2 of 3 tablets are on the wall'],
    [[off, off], '0 of 2 tablets are on the wall'],
  ])('%#: %s', (tablets, text) => expect(tabletsSummary(tablets, NOW)).toBe(text));
});
