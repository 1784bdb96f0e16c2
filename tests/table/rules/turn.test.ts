import { describe, expect, test } from 'vitest';
import type { Role } from '#domain/table/board.ts';
import { firstTurn, nextTurn, otherTeam, timeLeft, turnFrom } from '#domain/table/turn/turn.ts';

function marksOf(...roles: Role[]) {
  return Object.fromEntries(roles.map((role, at) => [`0-${at}`, role]));
}

describe('whose turn it is', () => {
  test('goes to the other team, without the clock of the one before', () => {
    expect([otherTeam('red'), otherTeam('blue')]).toEqual(['blue', 'red']);
    expect(nextTurn({ team: 'red', endsAt: 5, isAfterTimeUp: true })).toEqual({ team: 'blue' });
  });

  test('begins with the team that has more words, found ones too, and with red where both have as many', () => {
    expect(firstTurn(marksOf('blue-target', 'blue-target', 'red-target'))).toEqual({ team: 'blue' });
    expect(firstTurn(marksOf('blue-target', 'red-target', 'red-target'))).toEqual({ team: 'red' });
    expect(firstTurn(marksOf('blue-target', 'blue-found', 'red-target'))).toEqual({ team: 'blue' });
    expect(firstTurn({})).toEqual({ team: 'red' });
  });
});

test.each([
  [125_000, '2:05'],
  [124_001, '2:05'],
  [60_000, '1:00'],
  [9_999, '0:10'],
  [0, '0:00'],
  [-1_000, '0:00'],
])('%d ms are left as %s', (ms, expected) => {
  expect(timeLeft(ms)).toBe(expected);
});

test.each([
  [{ team: 'red' }, { team: 'red' }],
  [
    { team: 'blue', endsAt: 7, more: 1 },
    { team: 'blue', endsAt: 7 },
  ],
  [{ team: 'blue', endsAt: '7' }, { team: 'blue' }],
  [{ team: 'green', endsAt: 7 }, undefined],
  [{ endsAt: 7 }, undefined],
  ['red', undefined],
  [null, undefined],
])('%j is stored as the turn %j', (stored, expected) => {
  expect(turnFrom(stored)).toEqual(expected);
});
