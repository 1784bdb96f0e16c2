import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { API_PATHS, UPLOAD_FIELD } from '#contract/paths.ts';
import { type Names, originalNameOf } from './model/lists.ts';
import type { Action, ModelChanges, TrashEntries } from './model/model.ts';

interface Request {
  method: string;
  path: string;
  body?: unknown;
  /** The version from which a change is made. */
  seen?: number | undefined;
}

/** The server's names for the things of the model. */
interface Words extends Names {
  picture(content: number): Buffer;
  /** The id of a link for visitors. */
  share(key: string): string;
  /** The id of the tablet. */
  readonly tablet: string;
  /** The photo at this place of the trash, when the list was last read. */
  trashedPhoto(place: number): string;
}

/** The call by which an action is asked for. */
export function requestOf(action: Action, words: Words): Request {
  const filenames = 'photos' in action ? action.photos.map((photo) => words.photo(photo)) : [];
  switch (action.kind) {
    case 'create': {
      const parentAlbumId = action.parent === null ? null : words.album(action.parent);
      const body = { name: action.name, slug: action.slug, parentAlbumId };
      return { method: 'POST', path: API_PATHS.albums, body };
    }
    case 'upload':
      return {
        method: 'POST',
        path: API_PATHS.albumPhotos(words.album(action.album)),
        body: formOf(words.picture(action.content), action.content),
      };
    case 'change': {
      const { album, changes, seen } = action;
      return { method: 'PATCH', path: ADMIN_PATHS.album(words.album(album)), body: changesOf(changes, words), seen };
    }
    case 'arrangeAlbums': {
      const parentAlbumId = action.parent === null ? null : words.album(action.parent);
      const albumIds = action.albums?.map((key) => words.album(key)) ?? null;
      return { method: 'PUT', path: ADMIN_PATHS.albumOrder, body: { parentAlbumId, albumIds } };
    }
    case 'arrangePhotos': {
      const path = ADMIN_PATHS.photoOrder(words.album(action.album));
      return { method: 'PUT', path, body: { filenames }, seen: action.seen };
    }
    case 'move': {
      const body = { filenames, toAlbumId: words.album(action.to), copy: action.copy };
      return { method: 'POST', path: ADMIN_PATHS.movePhotos(words.album(action.from)), body };
    }
    case 'edit': {
      const path = ADMIN_PATHS.photo(words.album(action.album), words.photo(action.photo));
      return { method: 'PATCH', path, body: action.changes, seen: action.seen };
    }
    case 'deletePhotos':
      return { method: 'DELETE', path: API_PATHS.albumPhotos(words.album(action.album)), body: { filenames } };
    case 'deleteAlbum':
      return { method: 'DELETE', path: ADMIN_PATHS.album(words.album(action.album)) };
    case 'restore':
      return { method: 'POST', path: ADMIN_PATHS.restoreFromTrash, body: { ids: trashIdsOf(action.entries, words) } };
    case 'remove':
      return { method: 'DELETE', path: ADMIN_PATHS.trash, body: { ids: trashIdsOf(action.entries, words) } };
    case 'empty':
      return { method: 'DELETE', path: ADMIN_PATHS.trash };
    case 'share': {
      const body = { albumId: words.album(action.album), term: 'open' };
      return { method: 'POST', path: ADMIN_PATHS.shares, body };
    }
    case 'endShare':
      return { method: 'DELETE', path: ADMIN_PATHS.share(words.share(action.share)) };
    case 'scope': {
      const albumIds = action.albums?.map((key) => words.album(key)) ?? null;
      return { method: 'PATCH', path: ADMIN_PATHS.tablet(words.tablet), body: { albumIds } };
    }
  }
}

function changesOf({ parent, cover, ...changes }: ModelChanges, words: Words) {
  return {
    ...changes,
    ...(parent === undefined ? {} : { parentAlbumId: parent === null ? null : words.album(parent) }),
    ...(cover === undefined ? {} : { cover: cover === null ? null : words.photo(cover) }),
  };
}

function trashIdsOf({ places, albums }: TrashEntries, words: Words): string[] {
  const photos = places.map((place) => words.trashedPhoto(place));
  return [...photos, ...albums.map((key) => `album-${words.album(key)}`)];
}

function formOf(picture: Buffer, content: number): FormData {
  const form = new FormData();
  form.append(UPLOAD_FIELD, new Blob([new Uint8Array(picture)]), originalNameOf(content));
  return form;
}
