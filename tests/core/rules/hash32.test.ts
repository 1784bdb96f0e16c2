import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { fnv1a, hash32 } from '#domain/hash32.ts';

test('is a whole number of 32 bits, and the same for the same text', () => {
  assert(
    property(string(), (text) => {
      const hash = hash32(text);
      expect(Number.isInteger(hash)).toBe(true);
      expect(hash).toBeGreaterThanOrEqual(0);
      expect(hash).toBeLessThan(2 ** 32);
      expect(hash32(text)).toBe(hash);
    }),
  );
});

test('tells texts apart that differ in one character, and spreads them over all its range', () => {
  const hashes = Array.from({ length: 10_000 }, (_, number) => hash32(`photo-${number}.jpg`));
  expect(new Set(hashes).size).toBeGreaterThan(9_995);
  const quarters = [0, 0, 0, 0];
  for (const hash of hashes) quarters[Math.floor(hash / 2 ** 30)]! += 1;
  for (const count of quarters) expect(count).toBeGreaterThan(2_300);
});

test('never changes, since devices keep it', () => {
  expect([hash32(''), hash32('a'), hash32('circuit-tree')]).toMatchInlineSnapshot(`
    [
      2872998923,
      444641715,
      1071863075,
    ]
  `);
});

test.each([
  ['', 0x811c9dc5],
  ['a', 0xe40c292c],
  ['foobar', 0xbf9cf968],
])('%j has the FNV-1a hash that its authors published', (text, hash) => expect(fnv1a(text)).toBe(hash));
