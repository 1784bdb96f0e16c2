import { expect, test } from 'vitest';
import {
  hasHiddenCharacters,
  strippedOfHidden,
  withoutHiddenCharacters,
  wellFormed,
} from '#domain/text/hiddenCharacters.ts';

test.each(['Eve\u001B]0;title\u0007', 'a\u0000b', 'two\nlines', '\u0085', '\u2028', 'a\u202Eb', '\u2066x\u2069'])(
  '%j is refused',
  (text) => {
    expect(hasHiddenCharacters(text)).toBe(true);
    expect(hasHiddenCharacters(withoutHiddenCharacters(text))).toBe(false);
    expect(hasHiddenCharacters(strippedOfHidden(text))).toBe(false);
  },
);

test('a sign stands in the place of what cannot be shown, or nothing', () => {
  expect(withoutHiddenCharacters('a\u0000b\u202Ec')).toBe('a\uFFFDb\uFFFDc');
  expect(strippedOfHidden('a\u0000b\u202Ec\uD800')).toBe('abc\uFFFD');
  expect(wellFormed('a\uD800b😀\uDC00')).toBe('a\uFFFDb😀\uFFFD');
});

test.each(['Zoë', '👨\u200D👩\u200D👧', 'می\u200Cخواهم', 'a\u200Eb\u200F', 'Élan – “à” Zürich', '日本', ''])(
  '%j stays',
  (text) => {
    expect(hasHiddenCharacters(text)).toBe(false);
    expect(withoutHiddenCharacters(text)).toBe(text);
    expect(strippedOfHidden(text)).toBe(text);
  },
);
