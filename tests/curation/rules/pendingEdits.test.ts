import { describe, expect, test } from 'vitest';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import { albumsWithEdits, pendingTurn, photosWithEdits } from '#domain/curation/pendingEdits.ts';

const photo = (filename: string): Photo => ({ filename, albumSlug: 'a' });
const album = (id: string, childAlbums: Album[] = [], more: Partial<Album> = {}): Album => ({
  id,
  name: id,
  slug: id,
  childAlbums,
  ...more,
});
const PHOTOS = ['1', '2', '3'].map(photo);
const TREE = [album('a', [album('a1'), album('a2', [album('a21')])]), album('b')];
const namesOf = (photos: Photo[]) => photos.map(({ filename }) => filename).join('');
const idsOf = (albums: Album[]): string =>
  albums.map(({ id, childAlbums }) => (childAlbums.length > 0 ? `${id}(${idsOf(childAlbums)})` : id)).join(' ');
const turn = (filename: string) =>
  ({ kind: 'photos-changed', albumId: 'a', filenames: new Set([filename]), changes: { rotate: 270 } }) as const;

const timeEdit = (takenAt: string | null) =>
  ({ kind: 'photos-changed', albumId: 'a', filenames: new Set(['2']), changes: { takenAt } }) as const;

describe('photos', () => {
  test('that are on their way to the trash are gone, from their album only', () => {
    const edit = { kind: 'photos-gone', albumId: 'a', filenames: new Set(['2']) } as const;
    expect(namesOf(photosWithEdits(PHOTOS, 'a', [edit]))).toBe('13');
    expect(photosWithEdits(PHOTOS, 'b', [edit])).toBe(PHOTOS);
  });

  test('stand in the order that was made, new ones last', () => {
    const edit = { kind: 'photos-ordered', albumId: 'a', filenames: ['3', '1'] } as const;
    expect(namesOf(photosWithEdits(PHOTOS, 'a', [edit]))).toBe('312');
    expect(namesOf(PHOTOS)).toBe('123');
    expect(photosWithEdits(PHOTOS, 'b', [edit])).toBe(PHOTOS);
  });

  test('have their new focus, and no edit of another kind changes them', () => {
    const focus = { x: 0.25, y: 0.75 };
    const edit = { kind: 'photos-changed', albumId: 'a', filenames: new Set(['2']), changes: { focus } } as const;
    expect(photosWithEdits(PHOTOS, 'a', [edit])[1]).toEqual({ ...PHOTOS[1], focus });
    expect(photosWithEdits(PHOTOS, 'a', [{ kind: 'album-gone', albumId: 'a' }])).toBe(PHOTOS);
    const gone = { kind: 'photos-gone', albumId: 'a', filenames: new Set(['2']) } as const;
    expect(pendingTurn([gone, turn('2')], 'a', '2')).toBe(270);
  });

  test('have their new caption and are hidden or not, and the others stay the same objects', () => {
    const edit = {
      kind: 'photos-changed',
      albumId: 'a',
      filenames: new Set(['2']),
      changes: { caption: 'New', hidden: true },
    } as const;
    const shown = photosWithEdits(PHOTOS, 'a', [edit]);
    expect(shown[1]).toEqual({ ...PHOTOS[1], caption: 'New', hidden: true });
    expect(shown[0]).toBe(PHOTOS[0]);
    const back = { ...edit, changes: { caption: '', hidden: false } };
    expect(photosWithEdits(shown, 'a', [back])[1]).toEqual(PHOTOS[1]);
    expect(photosWithEdits(PHOTOS, 'b', [edit])).toBe(PHOTOS);
    expect(albumsWithEdits(TREE, [edit])).toBe(TREE);
  });

  test('have their new time, or none', () => {
    const shown = photosWithEdits(PHOTOS, 'a', [timeEdit('1987-07-14T10:00:00.000Z')]);
    expect(shown.map(({ takenAt }) => takenAt)).toEqual([undefined, '1987-07-14T10:00:00.000Z', undefined]);
    expect(photosWithEdits(shown, 'a', [timeEdit(null)])).toEqual(PHOTOS);
  });

  test('are turned by all that was asked for, until the server has turned them', () => {
    expect(pendingTurn([turn('1'), turn('1'), turn('2')], 'a', '1')).toBe(180);
    expect(pendingTurn([turn('1')], 'b', '1')).toBe(0);
  });

  test('several edits are made one after another', () => {
    const gone = { kind: 'photos-gone', albumId: 'a', filenames: new Set(['3']) } as const;
    const ordered = { kind: 'photos-ordered', albumId: 'a', filenames: ['3', '2', '1'] } as const;
    expect(namesOf(photosWithEdits(PHOTOS, 'a', [ordered, gone]))).toBe('21');
  });
});

describe('albums', () => {
  test('without edits are the same', () => {
    expect(albumsWithEdits(TREE, [])).toBe(TREE);
    expect(albumsWithEdits(TREE, [{ kind: 'album-gone', albumId: 'other' }])).toBe(TREE);
  });

  test('are gone with all below them, at any depth', () => {
    expect(idsOf(albumsWithEdits(TREE, [{ kind: 'album-gone', albumId: 'a21' }]))).toBe('a(a1 a2) b');
    expect(idsOf(albumsWithEdits(TREE, [{ kind: 'album-gone', albumId: 'a' }]))).toBe('b');
  });

  test('have their new name, and the others stay the same objects', () => {
    const [first, second] = albumsWithEdits(TREE, [
      { kind: 'album-changed', albumId: 'a2', changes: { name: 'New', order: 'name' } },
    ]);
    expect(first?.childAlbums[1]).toMatchObject({ id: 'a2', name: 'New', order: 'name' });
    expect(first?.childAlbums[0]).toBe(TREE[0]?.childAlbums[0]);
    expect(second).toBe(TREE[1]);
    expect(TREE[0]?.childAlbums[1]?.name).toBe('a2');
  });

  test('stand in the order that was made, on their level', () => {
    expect(idsOf(albumsWithEdits(TREE, [{ kind: 'albums-ordered', albumIds: ['b', 'a'] }]))).toBe('b a(a1 a2(a21))');
    expect(idsOf(albumsWithEdits(TREE, [{ kind: 'albums-ordered', albumIds: ['a2', 'a1'] }]))).toBe('a(a2(a21) a1) b');
    expect(albumsWithEdits(TREE, [{ kind: 'albums-ordered', albumIds: ['x'] }])).toBe(TREE);
  });

  test('count fewer photos when some are gone, and are ordered by hand when their photos were', () => {
    const counted = [album('a', [], { photoCount: 3 })];
    const gone = { kind: 'photos-gone', albumId: 'a', filenames: new Set(['1', '2']) } as const;
    expect(albumsWithEdits(counted, [gone])[0]?.photoCount).toBe(1);
    expect(albumsWithEdits(counted, [gone, gone])[0]?.photoCount).toBe(0);
    expect(albumsWithEdits([album('a')], [gone])[0]).toEqual(album('a'));
    const ordered = { kind: 'photos-ordered', albumId: 'a', filenames: [] } as const;
    expect(albumsWithEdits(counted, [ordered])[0]?.order).toBe('manual');
  });
});
