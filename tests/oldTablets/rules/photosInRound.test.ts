import { describe, expect, test } from 'vitest';
import type { Photo } from '#contract/photos/schemas.ts';
import { photosInRound } from '#domain/oldTablets/oldTabletSettings.ts';

const names = (list: readonly Photo[]) => list.map(({ filename }) => filename.charAt(0)).join('');

describe('photosInRound', () => {
  const photos: Photo[] = ['2024-07-05', '2026-01-01', '2025-11-23', '2025-01-01', '2023-11-23'].map((day, at) => ({
    filename: `${at}.jpg`,
    albumSlug: 'a',
    takenAt: `${day}T10:00:00`,
  }));
  const rest = { today: '2026-11-23', seed: 7, round: 0 };

  test.each([
    ['album', '01234'],
    ['newest', '12304'],
    ['on-this-day', '24013'],
  ] as const)('in the order %s', (order, expected) => {
    expect(names(photosInRound(photos, { ...rest, order }))).toBe(expected);
  });

  test('shuffled, each round has every photo once, in an order of its own', () => {
    const rounds = [0, 1, 2, 3, 0].map((round) => names(photosInRound(photos, { ...rest, order: 'shuffle', round })));
    for (const one of rounds) expect(one.split('').sort().join('')).toBe('01234');
    expect(new Set(rounds).size).toBeGreaterThan(1);
    expect(rounds.pop()).toBe(rounds[0]);
    rounds.slice(1).forEach((one, at) => expect(one.charAt(0)).not.toBe(rounds[at]?.slice(-1)));
  });
});
