import { expect, it } from 'vitest';
import { languagesWith } from '../../../../src/domain/tabletCare/languages.ts';

it('names languages in their own words, in order', () => {
  const languages = languagesWith('en');
  expect(languages).toContainEqual({ locale: 'de', name: 'Deutsch' });
  expect(languages).toContainEqual({ locale: 'fr', name: 'Français' });
  const names = languages.map(({ name }) => name);
  expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other)));
  expect(new Set(names).size).toBe(names.length);
});

it('has the tablet’s own language among them, once', () => {
  expect(languagesWith('gsw').map(({ locale }) => locale)).toContain('gsw');
  expect(languagesWith('de').filter(({ locale }) => locale === 'de')).toHaveLength(1);
});
