import { inOrder } from './lists.ts';
import type { ActionOf } from './model.ts';
import {
  stepped,
  ITSELF,
  isSame,
  livingOr,
  looseInTrash,
  named,
  type PhotoRef,
  photosIn,
  Refused,
  requireVersion,
  type State,
} from './state.ts';

const FULL_TURN = 360;

/** A content that the album has already is not stored again. */
export function uploadPhoto(state: State, { album, content }: ActionOf<'upload'>): void {
  livingOr(404, state, album);
  if (photosIn(state, album).some((photo) => photo.content === content)) return;
  state.lastSerial += 1;
  const fields = { caption: '', hidden: false, position: null, version: 0, trashedWith: null };
  state.photos.push({ serial: state.lastSerial, album, home: album, content, steps: [], rotation: 0, ...fields });
}

/**
 * A photo gets another name in the other album. A content that this has already stays there as it is; of a moved photo the one
 * here goes to the trash.
 */
export function movePhotos(state: State, { from, to, photos: refs, copy }: ActionOf<'move'>): void {
  livingOr(404, state, from);
  livingOr(400, state, to);
  const photos = named(state, from, refs);
  if (photos.length === 0 && (copy || !refs.some((ref) => isMoved(state, ref, { from, to })))) throw new Refused(404);
  for (const photo of photos) {
    const isThere = photosIn(state, to).some(({ content }) => content === photo.content);
    if (copy && !isThere) {
      state.lastSerial += 1;
      const copied = stepped(photo, { album: to });
      state.photos.push({ ...copied, serial: state.lastSerial, album: to, position: null, version: 0 });
    } else if (!copy && isThere) photo.trashedWith = ITSELF;
    else if (!copy) {
      const { steps } = stepped(photo, { album: to });
      Object.assign(photo, { album: to, steps, position: null, version: photo.version + 1 });
    }
  }
}

/** Whether a photo that the first album does not have was moved to the other one before, as far as one can tell. */
function isMoved(state: State, ref: PhotoRef, { from, to }: { from: string; to: string }): boolean {
  const there = photosIn(state, to);
  if (wasDeleted(state, from, ref)) return there.some(({ content }) => content === ref.content);
  return there.some((photo) => isSame(photo, stepped(ref, { album: to })));
}

function wasDeleted(state: State, album: string, ref: PhotoRef): boolean {
  return looseInTrash(state).some((photo) => photo.album === album && isSame(photo, ref));
}

export function editPhoto(state: State, { album, photo: ref, changes, seen }: ActionOf<'edit'>): void {
  livingOr(404, state, album);
  const photo = photosIn(state, album).find((one) => isSame(one, ref));
  if (!photo) throw new Refused(404);
  const { caption = photo.caption, hidden = photo.hidden, rotate } = changes;
  const isAsAsked = caption === photo.caption && hidden === photo.hidden && rotate === undefined;
  // Somebody whose response was lost asks for the same again, with the version from before.
  if (isAsAsked && seen !== undefined && seen !== photo.version) return;
  requireVersion(photo.version, seen);
  Object.assign(photo, { caption, hidden, version: photo.version + 1 });
  if (rotate === undefined) return;
  // The rotated photo has files of its own, in the album in which it is now.
  const rotation = (photo.rotation + rotate) % FULL_TURN;
  Object.assign(photo, { rotation, steps: stepped(photo, { album, rotation }).steps });
}

export function deletePhotos(state: State, { album, photos: refs }: ActionOf<'deletePhotos'>): void {
  livingOr(404, state, album);
  const photos = named(state, album, refs);
  if (photos.length === 0 && !refs.some((ref) => wasDeleted(state, album, ref))) throw new Refused(404);
  for (const photo of photos) photo.trashedWith = ITSELF;
}

/** By hand: the named photos first, the others after them in the order that they had. */
export function arrangePhotos(state: State, { album: key, photos: refs, seen }: ActionOf<'arrangePhotos'>): void {
  const album = livingOr(404, state, key);
  const before = inOrder(photosIn(state, key), album.order);
  if (seen !== undefined && seen !== album.version) {
    const isAsAsked = refs.every((ref, place) => before[place] && isSame(before[place], ref));
    if (album.order === 'manual' && isAsAsked) return;
    throw new Refused(409);
  }
  const first = refs.map((ref) => before.find((photo) => isSame(photo, ref)));
  if (first.includes(undefined)) throw new Refused(400);
  const after = new Set([...first, ...before]);
  let place = 0;
  for (const photo of after) {
    if (photo) photo.position = place;
    place += 1;
  }
  Object.assign(album, { order: 'manual', version: album.version + 1 });
}
