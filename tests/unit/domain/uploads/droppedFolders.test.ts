import { describe, expect, it } from 'vitest';
import { folderKey, foldersOf } from '#domain/uploads/droppedFolders.ts';

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
    expect(foldersOf(files)).toEqual([
      { path: ['trip'], files: 2 },
      { path: ['trip', 'day 2'], files: 0 },
      { path: ['trip', 'day 2', 'night'], files: 1 },
      { path: ['other'], files: 1 },
    ]);
  });

  it('are none when only files were dropped', () => {
    expect(foldersOf([inFolder(), inFolder()])).toEqual([]);
    expect(foldersOf([])).toEqual([]);
  });

  it('are the same in both spellings of an umlaut, and different below different folders', () => {
    expect(foldersOf([inFolder('Mu\u0308nchen'), inFolder('M\u00fcnchen')])).toHaveLength(1);
    expect(foldersOf([inFolder('a', 'x'), inFolder('b', 'x')])).toHaveLength(4);
    expect(folderKey(['a', 'b'])).not.toBe(folderKey(['a b']));
  });
});
