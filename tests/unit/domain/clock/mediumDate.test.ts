import { expect, it } from 'vitest';
import { mediumDate } from '../../../../src/domain/clock/mediumDate.ts';

it('is the medium format of the given language', () => {
  const local = new Date(2025, 9, 30, 11, 53, 7).toISOString();
  expect(mediumDate(local, 'en-US').replace(/\s/g, ' ')).toBe('Oct 30, 2025, 11:53:07 AM');
  expect(mediumDate(local, 'de-DE')).toBe('30.10.2025, 11:53:07');
});

it('shows what it cannot read as it is', () => {
  expect(mediumDate('soon')).toBe('soon');
});
