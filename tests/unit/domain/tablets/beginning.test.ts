import { expect, test } from 'vitest';
import type { Album } from '../../../../src/contract/entities.ts';
import { beginningOf } from '../../../../src/domain/tablets/beginning.ts';

const below: Album = { id: '2', name: 'Day', slug: 'day', parentSlug: 'trip', childAlbums: [] };
const albums: Album[] = [{ id: '1', name: 'Trip', slug: 'trip', childAlbums: [below] }];

test.each([
  ['home', null, ''],
  ['home', '1', ''],
  ['clock', null, '/circuit-tree/clock'],
  ['slideshow', '1', '/circuit-tree/photos/trip?slideshow=true'],
  ['slideshow', '2', '/circuit-tree/photos/day?slideshow=true'],
  ['slideshow', 'gone', '/circuit-tree/photos?slideshow=true'],
  ['slideshow', null, '/circuit-tree/photos?slideshow=true'],
] as const)('a tablet that begins with %s (album %s) begins at "%s"', (startsWith, startsWithAlbumId, path) => {
  expect(beginningOf({ startsWith, startsWithAlbumId }, albums)).toBe(path);
});
