import { expect, test } from 'vitest';
import { SHARE_TERM_CHOICES, shareFacts } from '../../../../src/domain/access/shareTerms.ts';
import { mediumDate } from '../../../../src/domain/clock/mediumDate.ts';

test('the terms are offered from the shortest to the longest', () => {
  expect(SHARE_TERM_CHOICES).toEqual([
    { term: 'day', words: '24 hours' },
    { term: 'week', words: '7 days' },
    { term: 'open', words: 'Until it is taken back' },
  ]);
});

test('the facts tell the end and the last use, or that there is none', () => {
  const until = '2026-02-01T12:00:00.000Z';
  const lastUsedAt = '2026-01-30T08:15:00.000Z';
  expect(shareFacts({ until: null, lastUsedAt: null }, 'en')).toBe('Open until it is taken back · not opened yet');
  expect(shareFacts({ until, lastUsedAt }, 'en')).toBe(
    `Open until ${mediumDate(until, 'en')} · last opened ${mediumDate(lastUsedAt, 'en')}`,
  );
});
