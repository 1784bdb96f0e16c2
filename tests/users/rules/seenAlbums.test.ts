import { describe, expect, test } from 'vitest';
import type { Permission } from '#contract/permissions.ts';
import type { Album } from '#contract/photos/schemas.ts';
import { mayText, seesText } from '#domain/users/seenAlbums.ts';

const album = (name: string, childAlbums: Album[] = []): Album => ({
  id: name.toLowerCase(),
  name,
  slug: name.toLowerCase(),
  childAlbums,
});
const TREE = [album('Home', [album('Garden')]), album('Norway'), album('Rome')];

describe('the photos that somebody sees, in few words', () => {
  test.each<[Permission[], string[] | null, string]>([
    [['photos:read'], null, 'all albums'],
    [['photos:write'], ['norway'], 'Norway'],
    [['photos:read'], ['norway', 'rome', 'garden'], 'Garden, Norway and 1 more'],
    [['photos:read'], [], 'no albums'],
    [['photos:read'], ['deleted'], 'no albums'],
    [[], ['norway'], 'no photos'],
    [[], null, 'no photos'],
    [['admin'], null, 'all albums'],
    [['admin', 'photos:read'], ['norway'], 'all albums'],
  ])('%j with the list %j: %s', (permissions, albumIds, text) =>
    expect(seesText({ permissions, albumIds }, TREE)).toBe(text),
  );
});

test('until the albums are loaded those of a list are counted', () => {
  expect(seesText({ permissions: ['photos:read'], albumIds: ['norway', 'rome'] }, undefined)).toBe('2 albums');
  expect(seesText({ permissions: ['photos:read'], albumIds: null }, undefined)).toBe('all albums');
});

describe('what somebody may do, within their albums', () => {
  test.each<[Permission[], string[] | null, string]>([
    [['photos:read'], null, 'see all photos'],
    [['photos:read'], ['norway'], 'see the photos of Norway'],
    [['photos:read'], [], 'see the photos of no albums'],
    [
      ['photos:write'],
      ['norway', 'rome'],
      'see the photos of Norway and Rome, and add, arrange, share and delete photos there',
    ],
    [['admin'], ['norway'], 'do everything: photos, people, tablets and settings'],
    [[], ['norway'], 'sign in; an admin decides what else'],
  ])('%j with the list %j: %s', (permissions, albumIds, text) =>
    expect(mayText({ permissions, albumIds }, TREE)).toBe(text),
  );
});
