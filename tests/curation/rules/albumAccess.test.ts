import { describe, expect, it } from 'vitest';
import type { Album } from '#contract/photos/schemas.ts';
import {
  accessChoices,
  accessCount,
  accessText,
  visibleChoices,
  withAlbumToggled,
} from '#domain/curation/albumAccess.ts';

const album = (id: string, childAlbums: Album[] = [], photoCount = 2): Album => ({
  id,
  name: id.toUpperCase(),
  slug: id,
  childAlbums,
  photoCount,
});
const TREE = [album('a', [album('b', [album('c')]), album('d')]), album('e'), album('f')];
const states = (ids: string[]) => accessChoices(TREE, ids).map(({ album: { id }, state }) => `${id} ${state}`);

describe('the albums of a tablet', () => {
  it('cover what is below them, and nothing beside them', () => {
    expect(states(['b'])).toEqual(['a none', 'b chosen', 'c covered', 'd none', 'e none', 'f none']);
    expect(states(['a'])).toEqual(['a chosen', 'b covered', 'c covered', 'd covered', 'e none', 'f none']);
  });

  it('that are covered already are not chosen a second time', () => {
    expect(states(['a', 'c']).filter((state) => state.endsWith('chosen'))).toEqual(['a chosen']);
  });

  it('take in those below them when they are chosen, and leave one by one', () => {
    expect(withAlbumToggled(TREE, ['c', 'e'], 'a')).toEqual(['e', 'a']);
    expect(withAlbumToggled(TREE, ['e', 'a'], 'a')).toEqual(['e']);
    expect(withAlbumToggled(TREE, [], 'd')).toEqual(['d']);
  });

  it('keep the id of an album that is gone', () => {
    expect(withAlbumToggled(TREE, ['gone'], 'e')).toEqual(['gone', 'e']);
  });
});

describe('the albums of a tablet in words', () => {
  it.each([
    [null, 'All albums'],
    [[], 'No albums'],
    [['gone'], 'No albums'],
    [['a'], 'A'],
    [['a', 'f'], 'A and F'],
    [['b', 'd', 'e'], 'B, D and 1 more'],
    [['a', 'b'], 'A'],
  ])('%j: %s', (ids, text) => expect(accessText(TREE, ids)).toBe(text));

  it('count what is below them', () => {
    expect(accessCount(TREE, ['a'])).toBe('4 albums, 8 photos');
    expect(accessCount([album('x', [], 1)], ['x'])).toBe('1 album, 1 photo');
    expect(accessCount(TREE, [])).toBe('0 albums, 0 photos');
  });
});

const seen = (ids: string[] | null) => visibleChoices(TREE, ids).map(({ album: { id }, depth }) => `${id}${depth}`);

it('the albums a tablet may see stand as if those above them were not there', () => {
  expect(seen(null)).toEqual(['a0', 'b1', 'c2', 'd1', 'e0', 'f0']);
  expect(seen(['b', 'e'])).toEqual(['b0', 'c1', 'e0']);
  expect(seen([])).toEqual([]);
});
