import { expect, test } from 'vitest';
import { isLocale } from '../../../../src/domain/tablets/isLocale.ts';

test.each(['en', 'de', 'fr-CA', 'zh-Hant-TW', 'ES'])('%s is a language', (text) => {
  expect(isLocale(text)).toBe(true);
});

test.each(['', 'x', 'no language', 'de_DE', 'xx'])('%j is none', (text) => {
  expect(isLocale(text)).toBe(false);
});
