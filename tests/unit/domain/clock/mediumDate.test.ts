import { expect, it, vi } from 'vitest';
import { mediumDate } from '../../../../src/domain/clock/mediumDate.ts';

it('is the medium format of the given language', () => {
  const local = new Date(2025, 9, 30, 11, 53, 7).toISOString();
  expect(mediumDate(local, 'en-US').replace(/\s/g, ' ')).toBe('Oct 30, 2025, 11:53:07 AM');
  expect(mediumDate(local, 'de-DE')).toBe('30.10.2025, 11:53:07');
});

it('makes one format for a language, not one for each row of a table', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  const now = new Date().toISOString();
  const texts = Array.from({ length: 100 }, () => mediumDate(now, 'fr-FR'));
  expect(new Set(texts).size).toBe(1);
  expect(made).toHaveBeenCalledTimes(1);
  made.mockRestore();
});

it('shows what it cannot read as it is', () => {
  expect(mediumDate('soon')).toBe('soon');
});
