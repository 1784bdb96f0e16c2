import { expect, test } from 'vitest';
import { isSetUp, stepState, withSkipped } from '#domain/setUp/setUpSteps.ts';

const NOTHING = { photos: 0, screens: 0, skipped: undefined };

test('a new server has both steps open', () => {
  expect([stepState('photos', NOTHING), stepState('screen', NOTHING)]).toEqual(['open', 'open']);
  expect(isSetUp(NOTHING)).toBe(false);
});

test('what was done counts, also after it was put off', () => {
  const progress = { photos: 3, screens: 0, skipped: 'photos.screen' };
  expect([stepState('photos', progress), stepState('screen', progress)]).toEqual(['done', 'skipped']);
  expect(isSetUp(progress)).toBe(true);
  expect(isSetUp({ ...progress, skipped: 'photos' })).toBe(false);
});

test('steps are put off and taken up again one by one', () => {
  const one = withSkipped(undefined, 'screen', true);
  expect(one).toBe('screen');
  const both = withSkipped(one, 'photos', true);
  expect(both).toBe('photos.screen');
  expect(withSkipped(both, 'screen', false)).toBe('photos');
  expect(withSkipped('photos', 'photos', false)).toBeUndefined();
});

test('an address with other words in it skips nothing', () => {
  expect(stepState('photos', { ...NOTHING, skipped: 'everything' })).toBe('open');
  expect(withSkipped('everything', 'photos', true)).toBe('photos');
});
