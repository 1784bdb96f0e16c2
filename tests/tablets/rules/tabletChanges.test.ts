import { expect, it } from 'vitest';
import { DEFAULT_TABLET_SETTINGS } from '#contract/tablets/tabletSettings.ts';
import type { Tablet } from '#contract/tablets/schemas.ts';
import { joinedChanges, withChanges } from '#domain/tablets/tabletChanges.ts';

it('the later of two changes counts, setting by setting', () => {
  const first = { name: 'A', albumIds: ['1'], settings: { hours: 24 as const, pairs: true } };
  expect(joinedChanges(first, { albumIds: null, settings: { pairs: false } })).toEqual({
    name: 'A',
    albumIds: null,
    settings: { hours: 24, pairs: false },
  });
  expect(joinedChanges({}, { name: 'B' })).toEqual({ name: 'B' });
});

it('a change leaves what it does not name', () => {
  const tablet: Tablet = {
    id: '1',
    name: 'A',
    albumIds: ['1'],
    settings: DEFAULT_TABLET_SETTINGS,
    createdAt: '',
    expiresAt: '2027-01-31T12:00:00.000Z',
    lastSeenAt: null,
    report: null,
    listening: false,
    state: 'active',
    day: '',
    guestCode: null,
  };
  const changed = withChanges(tablet, { expiresAt: null, settings: { place: null, locale: 'de' } });
  expect(changed).toEqual({ ...tablet, expiresAt: null, settings: { ...DEFAULT_TABLET_SETTINGS, locale: 'de' } });
  expect(withChanges(tablet, {})).toEqual(tablet);
});
