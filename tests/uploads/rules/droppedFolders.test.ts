import { describe, expect, it } from 'vitest';
import { ALBUM_NAME_MAX_CHARACTERS } from '#contract/limits.ts';
import { albumPlace, folderAlbumName, isSystemFile, folderKey, foldersOfDrop } from '#domain/uploads/folderAlbums.ts';

const inFolder = (...path: string[]) => ({ path });

describe('the folders of a drop', () => {
  it('are those with files in or below them, each after the one above', () => {
    const files = [
      inFolder(),
      inFolder('trip', 'day 2', 'night'),
      inFolder('trip'),
      inFolder('trip'),
      inFolder('other'),
    ];
    expect(foldersOfDrop(files)).toEqual([
      { path: ['trip'], files: 2 },
      { path: ['trip', 'day 2'], files: 0 },
      { path: ['trip', 'day 2', 'night'], files: 1 },
      { path: ['other'], files: 1 },
    ]);
  });

  it('are none when only files were dropped', () => {
    expect(foldersOfDrop([inFolder(), inFolder()])).toEqual([]);
    expect(foldersOfDrop([])).toEqual([]);
  });

  it('match in both spellings of an umlaut, and differ below different folders', () => {
    expect(foldersOfDrop([inFolder('Mu\u0308nchen'), inFolder('M\u00fcnchen')])).toHaveLength(1);
    expect(foldersOfDrop([inFolder('a', 'x'), inFolder('b', 'x')])).toHaveLength(4);
    for (const other of ['a b', 'ab']) expect(folderKey(['a', 'b'])).not.toBe(folderKey([other]));
  });
});

describe('a folder that becomes an album', () => {
  it.each([
    ['Summer', 'Summer'],
    [' Summer 2026 ', 'Summer 2026'],
    [' ', 'Album'],
    ['', 'Album'],
    ['x'.repeat(300), 'x'.repeat(ALBUM_NAME_MAX_CHARACTERS)],
  ])('%j is named %j', (folder, name) => {
    expect(folderAlbumName(folder)).toBe(name);
  });

  it('has one place by its name in both spellings, and by the album above', () => {
    expect(albumPlace('Mu\u0308nchen', '1')).toBe(albumPlace('M\u00fcnchen', '1'));
    expect(albumPlace('a', null)).toBe(albumPlace('a', undefined));
    expect(
      new Set([albumPlace('a', '1'), albumPlace('a', '2'), albumPlace('b', '1'), albumPlace('a', null)]).size,
    ).toBe(4);
    expect(albumPlace('a', undefined)).not.toContain('undefined');
  });

  it.each([
    ['.DS_Store', true],
    ['.', true],
    ['Thumbs.db', true],
    ['desktop.ini', true],
    ['@eaDir', true],
    ['$RECYCLE.BIN', true],
    ['System Volume Information', true],
    ['IMG_1.jpg', false],
    ['My Thumbs.db', false],
    ['Thumbs.db.jpg', false],
  ])('%s is of the system: %s', (name, isOfSystem) => {
    expect(isSystemFile(name)).toBe(isOfSystem);
  });
});
