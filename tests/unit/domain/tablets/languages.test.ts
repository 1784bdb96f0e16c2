import { expect, test } from 'vitest';
import { TEXTS as GERMAN } from '../../../../src/domain/tablets/languages/de.ts';
import { TEXTS as SPANISH } from '../../../../src/domain/tablets/languages/es.ts';
import { TEXTS as FRENCH } from '../../../../src/domain/tablets/languages/fr.ts';

test('every language has the same texts', () => {
  const names = Object.keys(GERMAN).sort();
  expect(names).toContain('Clock');
  expect(Object.keys(FRENCH).sort()).toEqual(names);
  expect(Object.keys(SPANISH).sort()).toEqual(names);
});

test.each([
  ['German', GERMAN],
  ['French', FRENCH],
  ['Spanish', SPANISH],
])('%s says something for every text, and keeps its sign', (_name, texts) => {
  for (const [english, text] of Object.entries(texts)) {
    expect(text.trim(), english).not.toBe('');
    expect(text.split('#').length, `what is put into ${english}`).toBe(english.split('#').length);
    for (const sign of ['< ', '✕ ', '✓ ']) expect(text.startsWith(sign), english).toBe(english.startsWith(sign));
  }
});
