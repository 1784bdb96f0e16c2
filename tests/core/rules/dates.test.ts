import { describe, expect, it, test, vi } from 'vitest';
import { datedName, dayText } from '#domain/clock/when.ts';
import { longDate } from '#domain/clock/longDate.ts';
import { mediumDate } from '#domain/clock/mediumDate.ts';

describe('datedName', () => {
  test('a time as a part of a file name', () => {
    expect(datedName(Date.UTC(2026, 2, 1, 3, 4, 5, 678))).toBe('2026-03-01T03-04-05Z');
  });
});

describe('dayText', () => {
  it('writes the day in the reader’s language', () => {
    const iso = new Date(2027, 0, 31, 12).toISOString();
    expect(dayText(iso, 'en')).toBe('Jan 31, 2027');
    expect(dayText(iso, 'de')).toBe('31.01.2027');
  });

  it('leaves what is no time as it is', () => expect(dayText('soon')).toBe('soon'));
});

describe('longDate', () => {
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
});

describe('mediumDate', () => {
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
});
