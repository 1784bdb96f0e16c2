import { type Names, originalNameOf } from './model/lists.ts';
import { looseInTrash, type State } from './model/state.ts';
import type { ServerTrash } from './serverLibrary.ts';

/** Both sides of a comparison: what the model says is in the trash, and what the server lists. */
interface TrashText {
  photos: string[];
  albums: string[];
}

export function trashOf(state: State, names: Names): TrashText {
  const nameOf = (key: string) => state.albums.find((album) => album.key === key)?.name;
  const photos = looseInTrash(state).map(({ content, album, caption }) =>
    [originalNameOf(content), nameOf(album), caption].join(' | '),
  );
  const roots = state.albums.filter(({ key, trashedWith }) => key === trashedWith);
  const albums = roots.map(({ key, name }) => {
    const count = (all: readonly { trashedWith: string | null }[]) =>
      all.filter(({ trashedWith }) => trashedWith === key).length;
    return `album-${names.album(key)} | ${name} | ${count(state.albums) - 1} | ${count(state.photos)}`;
  });
  return { photos, albums: albums.sort() };
}

export function trashListed({ photos, albums }: ServerTrash): TrashText {
  return {
    photos: photos.map((entry) =>
      entry.kind === 'photo' ? [entry.name, entry.albumName, entry.caption ?? ''].join(' | ') : '',
    ),
    albums: albums
      .map((entry) => (entry.kind === 'album' ? `${entry.id} | ${entry.name} | ${entry.albums} | ${entry.photos}` : ''))
      .sort(),
  };
}
