import { afterEach, describe, expect, test, vi } from 'vitest';
import { onText, untilText, whenText } from '#domain/clock/when.ts';

/** A time on the reader's own clock. */
const at = (text: string) => new Date(text).toISOString();
const reader = { now: new Date('2026-11-24T12:00').getTime(), locale: 'en-GB' };

afterEach(() => vi.restoreAllMocks());

test('a browser in another language says the time in English, as the words around it', () => {
  const options = new Intl.DateTimeFormat('ar-EG').resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options);
  expect(untilText(at('2026-12-03T06:47'), { now: reader.now })).toBe('3 December');
});

describe('a moment', () => {
  test.each([
    ['2026-11-24T06:47:50', 'today 06:47'],
    ['2026-11-24T00:00', 'today 00:00'],
    ['2026-11-23T23:59:59', 'yesterday 23:59'],
    ['2026-11-25T18:35', 'tomorrow 18:35'],
    ['2026-11-22T06:47', '22 November, 06:47'],
    ['2026-01-01T03:00', '1 January, 03:00'],
    ['2025-03-01T03:00', '1 March 2025, 03:00'],
  ])('%s: %s', (time, text) => expect(whenText(at(time), reader)).toBe(text));

  test('is written in the language of the reader', () => {
    expect(whenText(at('2026-11-22T18:47'), { ...reader, locale: 'en-US' })).toMatch(/^November 22, 6:47\sPM$/);
    expect(whenText(at('2026-11-22T18:47'), { ...reader, locale: 'de' })).toBe('22. November, 18:47');
  });

  test('in a sentence', () => {
    expect(onText(at('2026-11-24T06:47'), reader)).toBe('today 06:47');
    expect(onText(at('2026-11-22T06:47'), reader)).toBe('on 22 November, 06:47');
  });

  test('shows a text that is no time unchanged', () => {
    expect([whenText('soon', reader), untilText('soon', reader)]).toEqual(['soon', 'soon']);
  });

  test('on the day after a change of the clocks is still the next day', () => {
    const before = { now: new Date('2026-10-24T23:30').getTime(), locale: 'en-GB' };
    expect(whenText(at('2026-10-25T23:30'), before)).toBe('tomorrow 23:30');
  });
});

test.each([
  ['2026-11-24T18:35:18', 'today 18:35'],
  ['2026-11-25T06:35', 'tomorrow 06:35'],
  ['2026-12-01T06:35:18', '1 December'],
  ['2027-01-31T06:35', '31 January 2027'],
])('an end at %s is %s', (time, text) => expect(untilText(at(time), reader)).toBe(text));
