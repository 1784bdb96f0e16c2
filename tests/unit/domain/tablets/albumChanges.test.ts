import { expect, test } from 'vitest';
import { changedAlbums } from '../../../../src/domain/tablets/albumChanges.ts';

const before = new Map([
  ['summer', '3 photos'],
  ['winter', '5 photos'],
]);

test.each<[string, [string, string][], string[]]>([
  ['nothing', [...before], []],
  ['a photo that was added', [['summer', '4 photos'], ...[...before].slice(1)], ['summer']],
  ['a new album', [...before, ['lake', 'empty']], ['lake']],
  ['an album that is gone', [['winter', '5 photos']], ['summer']],
  ['everything', [], ['summer', 'winter']],
])('%s', (_what, after, changed) => {
  expect(changedAlbums(before, new Map(after))).toEqual(changed);
});
