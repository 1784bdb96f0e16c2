import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SLUG_MAX_CHARACTERS } from '#contract/limits.ts';
import { isSlug, slugFrom } from '#domain/albums/slug.ts';

describe('slugFrom', () => {
  it.each([
    ['Summer 2024', 'summer-2024'],
    ['  Summer   Trip  ', 'summer-trip'],
    ['Élan à Zürich', 'elan-a-zurich'],
    ['İstanbul', 'istanbul'],
    ['Rock & Roll!', 'rock-roll'],
    ['Große Straße, GROẞ', 'grosse-strasse-gross'],
    ['Tromsø og Ærø', 'tromso-og-aero'],
    ['Ǿ Ǽ', 'o-ae'],
    ['Œuvres à Łódź', 'oeuvres-a-lodz'],
    ['Đurđa, Þingvellir, Vopnafjörður', 'durda-thingvellir-vopnafjordur'],
    ['Ħal Qormi, Ŧ, ılıca', 'hal-qormi-t-ilica'],
    ["Grandma's 80th -- party", 'grandmas-80th-party'],
    ['---a---', 'a'],
    ['- a', 'a'],
    ['a -', 'a'],
    ['snake_case stays', 'snake_case-stays'],
    ['tabs\tand\nlines', 'tabs-and-lines'],
    ['non breaking', 'non-breaking'],
    ['<script>alert(1)</script>', 'scriptalert1script'],
    ['../../etc/passwd', 'etcpasswd'],
    ["'; DROP TABLE albums; --", 'drop-table-albums'],
  ])('%j becomes %j', (name, slug) => {
    expect(slugFrom(name)).toBe(slug);
  });

  it.each(['日本', '🎉🎉', '', '   ', '---', '¡!', 'Привет'])('yields nothing for %j', (name) => {
    expect(slugFrom(name)).toBe('');
  });

  it('cuts a long name where the server would refuse it, and leaves no hyphen at the cut', () => {
    expect(slugFrom('a'.repeat(200))).toBe('a'.repeat(SLUG_MAX_CHARACTERS));
    expect(slugFrom(`${'a'.repeat(SLUG_MAX_CHARACTERS - 1)} b`)).toBe('a'.repeat(SLUG_MAX_CHARACTERS - 1));
  });

  it('makes nothing the server refuses, but for the reserved word', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (name) => {
        const slug = slugFrom(name);
        return slug === '' || slug === 'albums' || isSlug(slug);
      }),
    );
  });

  it('folds a letter wherever it stands, in either case, as if its plain letters had been typed', () => {
    const plain = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ħ: 'h', ŧ: 't' };
    const letter = fc.constantFrom(
      ...Object.entries(plain).flatMap(([from, to]) => [
        [from, to] as const,
        [from === 'ı' ? from : from.toUpperCase(), to] as const,
      ]),
    );
    const anything = fc.string({ unit: 'grapheme', maxLength: 20 });
    fc.assert(
      fc.property(anything, letter, anything, (before, [from, to], after) => {
        expect(slugFrom(before + from + after)).toBe(slugFrom(before + to + after));
      }),
    );
  });

  it('changes nothing about its own answer', { tags: ['full'] }, () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (name) => slugFrom(slugFrom(name)) === slugFrom(name)));
  });
});

describe('isSlug', () => {
  it.each(['a', '_', '2024', 'a-b', 'a_b', '_a_', 'a--b', 'a'.repeat(80)])('takes %j', (slug) => {
    expect(isSlug(slug)).toBe(true);
  });

  it.each(['', '-a', 'a-', 'A', 'a b', 'a/b', '..', 'é', 'albums', 'a'.repeat(81), 'a\n'])('refuses %j', (slug) => {
    expect(isSlug(slug)).toBe(false);
  });

  it.each(['../../etc/passwd', '<script>', '%2e%2e%2f', 'zürich', '\u202Egpj'])('refuses %j', (slug) => {
    expect(isSlug(slug)).toBe(false);
  });
});
