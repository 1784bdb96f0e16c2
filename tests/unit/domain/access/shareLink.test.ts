import { expect, test } from 'vitest';
import { shareFragment, shareLink, sharePlaceIn } from '../../../../src/domain/access/shareLink.ts';

test('a link leads to the shared album, and its fragment on to those below it', () => {
  const link = shareLink('https://photos.example', 'a94a8fe5');
  expect(link).toBe('https://photos.example/#shared-album=a94a8fe5');
  expect(sharePlaceIn(new URL(link).hash)).toEqual({ key: 'a94a8fe5', slug: undefined });
  const below = { key: 'a94a8fe5', slug: 'lake' };
  expect(sharePlaceIn(`#${shareFragment(below)}`)).toEqual(below);
  expect(`#${shareFragment({ key: 'a94a8fe5', slug: undefined })}`).toBe(new URL(link).hash);
});

test.each(['', '#', '#shared-album=', '#shared-album=/lake', '#invitation=a94a8fe5', 'shared-album=a94a8fe5'])(
  'the fragment %j is none of a share',
  (fragment) => expect(sharePlaceIn(fragment)).toBeUndefined(),
);
