import { expect, it } from 'vitest';
import { dayText } from '../../../../src/domain/clock/dayText.ts';

it('writes the day in the reader’s language', () => {
  const iso = new Date(2027, 0, 31, 12).toISOString();
  expect(dayText(iso, 'en')).toBe('Jan 31, 2027');
  expect(dayText(iso, 'de')).toBe('31.01.2027');
});

it('leaves what is no time as it is', () => expect(dayText('soon')).toBe('soon'));
