import { expect, test } from 'vitest';
import { longDate } from '../../../../src/domain/clock/longDate.ts';

test.each([
  ['2026-03-05T23:59:59', 'en', 'March 5, 2026'],
  ['2026-03-05T00:00:00', 'de', '5. März 2026'],
  ['2026-03-05T12:00:00', 'fr', '5 mars 2026'],
  ['2026-03-05T12:00:00', 'es', '5 de marzo de 2026'],
  ['2026-03-05T12:00:00', 'not a language', 'March 5, 2026'],
  ['one day', 'en', ''],
])('%s in %s is %s', (takenAt, locale, text) => {
  expect(longDate(takenAt, locale)).toBe(text);
});
