import type { Action, ActionOf } from './model.ts';
import { isSame, type State, withBelow } from './state.ts';

/** Whether another action changes the photo that an edit is about, moves it, or deletes it or an album that it is in. */
export function isAboutPhotoOf(state: State, edit: ActionOf<'edit'>, other: Action): boolean {
  switch (other.kind) {
    case 'edit':
      return other.album === edit.album && isSame(other.photo, edit.photo);
    case 'move':
      return !other.copy && other.from === edit.album && other.photos.some((photo) => isSame(photo, edit.photo));
    case 'deletePhotos':
      return other.album === edit.album && other.photos.some((photo) => isSame(photo, edit.photo));
    case 'deleteAlbum':
      return withBelow(state, other.album).includes(edit.album);
    default:
      return false;
  }
}
