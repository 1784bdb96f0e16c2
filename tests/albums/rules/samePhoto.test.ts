import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSamePhoto } from '#domain/slideshow/slideList.ts';

const name = fc.constantFrom('a.jpg', 'b.jpg', 'summer', 'winter');
const anyPhoto = fc.record({ filename: name, albumSlug: name });

test('a photo is known again by its album and filename, however often it was fetched anew', () => {
  const photo = { filename: 'a.jpg', albumSlug: 'summer' };
  expect(isSamePhoto(photo, { ...photo })).toBe(true);
});

test('albums and filenames are told apart', () => {
  const photo = { filename: 'a.jpg', albumSlug: 'summer' };
  expect(isSamePhoto(photo, { ...photo, filename: 'b.jpg' })).toBe(false);
  expect(isSamePhoto(photo, { ...photo, albumSlug: 'winter' })).toBe(false);
});

test('no photo is the same as no other, not even as no photo', () => {
  const photo = { filename: 'a.jpg', albumSlug: 'summer' };
  expect(isSamePhoto(photo, undefined)).toBe(false);
  expect(isSamePhoto(undefined, photo)).toBe(false);
  expect(isSamePhoto(undefined, undefined)).toBe(false);
});

test('is an equality: of itself, both ways round, and carried on', () => {
  fc.assert(
    fc.property(anyPhoto, anyPhoto, anyPhoto, (one, two, three) => {
      expect(isSamePhoto(one, { ...one })).toBe(true);
      expect(isSamePhoto(one, two)).toBe(isSamePhoto(two, one));
      if (isSamePhoto(one, two) && isSamePhoto(two, three)) expect(isSamePhoto(one, three)).toBe(true);
    }),
  );
});
