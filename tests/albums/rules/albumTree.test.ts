import { describe, expect, test } from 'vitest';
import type { Album } from '#contract/photos/schemas.ts';
import { levelVersion } from '#domain/curation/manualOrder.ts';
import { albumsAbove, everyAlbum, findAlbum, topLevelAlbums } from '#domain/albums/albumTree.ts';

function album(slug: string, childAlbums: Album[] = [], parentSlug?: string): Album {
  return { id: `id-${slug}`, name: slug, slug, childAlbums, ...(parentSlug === undefined ? {} : { parentSlug }) };
}

function chain(depth: number): Album {
  let deepest = album(`level-${depth}`, [], `level-${depth - 1}`);
  for (let level = depth - 1; level >= 1; level -= 1) deepest = album(`level-${level}`, [deepest]);
  return deepest;
}

test('every album comes once, before those below it, from a tree of any depth', () => {
  const tree = [album('a', [album('a1', [album('a11')]), album('a2')]), album('b', [album('b1')])];
  expect([...everyAlbum(tree)].map(({ slug }) => slug)).toEqual(['a', 'a1', 'a11', 'a2', 'b', 'b1']);
  expect([...everyAlbum([])]).toEqual([]);
  let count = 0;
  for (const { slug } of everyAlbum([chain(100_000)])) {
    count += 1;
    if (slug !== `level-${count}`) throw new Error(`${slug} comes as number ${count}`);
  }
  expect(count).toBe(100_000);
});

test('the albums above one are those from the top level down to its parent', () => {
  const deepest = album('a11', [], 'a1');
  const tree = [album('a', [album('a1', [deepest], 'a')]), album('b')];
  expect(albumsAbove(tree, deepest).map(({ slug }) => slug)).toEqual(['a', 'a1']);
  expect(albumsAbove(tree, tree[1] ?? deepest)).toEqual([]);
});

describe('an album that had another slug before', () => {
  const renamed = { ...album('new'), formerSlugs: ['older', 'old'] };

  test('is found at each of them', () => {
    expect(findAlbum([album('a', [renamed])], 'old')).toBe(renamed);
    expect(findAlbum([album('a', [renamed])], 'older')).toBe(renamed);
  });

  test('is not found where another album has that slug now, before it or after it', () => {
    const other = album('old');
    expect(findAlbum([renamed, other], 'old')).toBe(other);
    expect(findAlbum([other, renamed], 'old')).toBe(other);
  });
});

describe('findAlbum', () => {
  const tree = [album('a', [album('a1', [album('a11')]), album('a2')]), album('b', [album('b1')])];

  test.each(['a', 'a1', 'a11', 'a2', 'b', 'b1'])('finds %s wherever it is', (slug) => {
    expect(findAlbum(tree, slug)?.slug).toBe(slug);
  });

  test('finds nothing in an empty tree, for an unknown slug, or for another case', () => {
    expect([findAlbum([], 'a'), findAlbum(tree, 'c'), findAlbum(tree, 'A'), findAlbum(tree, '')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('takes the first in depth-first order, and leaves the tree as it was', () => {
    const before = JSON.stringify(tree);
    const twins = [album('x', [{ ...album('same'), name: 'inner' }]), { ...album('same'), name: 'outer' }];
    expect(findAlbum(twins, 'same')?.name).toBe('inner');
    expect(findAlbum(tree, 'b1')?.slug).toBe('b1');
    expect(JSON.stringify(tree)).toBe(before);
  });

  test('goes 1,000 and 100,000 levels deep', () => {
    expect(findAlbum([chain(1_000)], 'level-1000')?.parentSlug).toBe('level-999');
    expect(findAlbum([chain(100_000)], 'level-100000')?.slug).toBe('level-100000');
  });
});

test('the top level is what has no parentSlug', () => {
  expect(topLevelAlbums([album('a'), album('stray', [], 'a'), album('b')]).map(({ slug }) => slug)).toEqual(['a', 'b']);
});

test('a level of albums has another version once one comes, goes or has another place', () => {
  const versions = [['a', 'b'], ['b', 'a'], ['a'], ['a', 'b', 'c'], ['ab'], []].map(levelVersion);
  expect(new Set(versions).size).toBe(6);
  expect(levelVersion(['a', 'b'])).toBe(versions[0]);
});
