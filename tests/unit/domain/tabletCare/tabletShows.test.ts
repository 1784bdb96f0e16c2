import { expect, it } from 'vitest';
import type { Album } from '../../../../src/contract/entities.ts';
import { tabletShows } from '../../../../src/domain/tabletCare/tabletShows.ts';

const ALBUMS: Album[] = [{ id: '1', name: 'Café', slug: 'café', childAlbums: [] }];
const photo = { filename: 'a.jpg', albumSlug: 'café' };

it.each([
  ['/circuit-tree', 'Home'],
  ['/circuit-tree/?x=1', 'Home'],
  ['/circuit-tree/clock', 'Clock'],
  ['/circuit-tree/photos', 'Albums'],
  ['/circuit-tree/photos/caf%C3%A9', 'Café'],
  ['/circuit-tree/photos/%E0%A4%A', '%E0%A4%A'],
  ['/circuit-tree/photos/gone', 'gone'],
  ['/codenames', 'Another page'],
  ['/nowhere', 'Another page'],
])('a tablet at %s shows %s', (path, text) => expect(tabletShows({ path }, ALBUMS)).toEqual({ text }));

it('shows a photo of an album, whatever its page', () => {
  expect(tabletShows({ path: '/circuit-tree/photos', photo }, ALBUMS)).toEqual({ text: 'Café', photo });
});
