import { expect, test } from 'vitest';
import { foldText } from '../../../../src/domain/albums/foldText.ts';

test.each([
  ['Über ÉLAN', 'uber elan'],
  ['Straße', 'strasse'],
  ['ﬁne Ⅳ', 'fine iv'],
  ['日本 2024', '日本 2024'],
  ['', ''],
])('%s is searched as %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test('a text of megabytes is folded at once', () => {
  expect(foldText('é'.repeat(5_000_000))).toBe('e'.repeat(1_000));
});
