import type { Action, ActionOf } from './model.ts';
import { isSame, type State, withBelow } from './state.ts';

/** Whether another action changes the photo that an edit is about, moves it, or deletes it or an album that it is in. */
export function isAboutPhotoOf(state: State, edit: ActionOf<'edit'>, other: Action): boolean {
  if (other.kind === 'edit') return other.album === edit.album && isSame(other.photo, edit.photo);
  if (other.kind === 'move') {
    return !other.copy && other.from === edit.album && other.photos.some((photo) => isSame(photo, edit.photo));
  }
  if (other.kind === 'deletePhotos') {
    return other.album === edit.album && other.photos.some((photo) => isSame(photo, edit.photo));
  }
  return other.kind === 'deleteAlbum' && withBelow(state, other.album).includes(edit.album);
}
