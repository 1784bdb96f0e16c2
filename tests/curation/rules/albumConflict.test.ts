import { expect, test } from 'vitest';
import type { Album } from '#contract/photos/schemas.ts';
import { conflictText } from '#domain/curation/albumConflict.ts';

const before: Album = { id: '1', name: 'Norway', slug: 'norway', childAlbums: [] };
const told = (change: Partial<Album>) => conflictText(before, { ...before, ...change });

test.each<[Partial<Album>, string]>([
  [{ name: 'Norge' }, ': it is now called “Norge”.'],
  [{ slug: 'norge' }, ': its address is now “norge”.'],
  [{ parentSlug: 'journeys' }, ': it is now in the album with the address “journeys”.'],
  [{ order: 'name' }, ': its photos are in another order.'],
  [{ coverChosen: true, cover: { filename: 'a', albumSlug: 'norway' } }, ': it has another cover.'],
  [
    { name: 'Norge', slug: 'norge', order: 'name' },
    ': it is now called “Norge”, its address is now “norge” and its photos are in another order.',
  ],
  [{ name: 'Norge', slug: 'norge' }, ': it is now called “Norge” and its address is now “norge”.'],
  [{}, 'meanwhile.'],
])('%j is told', (change, text) => {
  expect(told(change)).toContain(text);
  expect(told(change)).toMatch(/^Somebody else changed this album meanwhile.*save again to apply it\.$/);
});

test('an album that was moved to the top level is told too', () => {
  const inside = { ...before, parentSlug: 'journeys' };
  expect(conflictText(inside, before)).toContain('it is now in no other album');
});

test('a cover that is another one only because the first photo is, is no change of anybody’s', () => {
  const first = { ...before, cover: { filename: 'a', albumSlug: 'norway' } };
  const second = { ...before, cover: { filename: 'b', albumSlug: 'norway' } };
  expect(conflictText(first, second)).not.toContain('cover');
  expect(conflictText({ ...first, coverChosen: true }, { ...before, coverChosen: true })).toContain('cover');
});
