import { useState } from 'react';
import type { AlbumChanges } from '#contract/curation/schemas.ts';
import type { Album } from '#contract/photos/schemas.ts';
import type { AlbumRights } from '#domain/users/albumRights.ts';
import { conflictText } from '#domain/curation/albumConflict.ts';
import { changeAlbum, presentAlbum } from '#src/admin/api/curation.ts';
import type { MenuItem } from '#src/shared/ui/choices/Menu.tsx';
import { failureText, useAction } from '#src/admin/shell/useAction.ts';
import { makeEdit } from '#src/admin/shell/libraryEdits.ts';
import { type AlbumOffer, albumOffers } from './slots.ts';

type AlbumAction = 'rename' | 'move' | 'cover' | 'photoOrder' | 'albumOrder' | 'delete';

/** The action chosen in the menu of an album, or of the top level. */
export type AlbumRequest =
  | { action: AlbumAction; album: Album }
  | { action: 'offer'; offer: AlbumOffer; album: Album }
  | { action: 'topOrder' };

const LABELS: Record<AlbumAction, string> = {
  rename: 'Rename…',
  move: 'Move to…',
  cover: 'Cover…',
  photoOrder: 'Order of photos…',
  albumOrder: 'Order of albums…',
  delete: 'Delete…',
};
const ACTIONS: AlbumAction[] = ['rename', 'move', 'cover', 'photoOrder', 'albumOrder'];

/** A person's rights over albums, and the function that opens the dialog of an action. */
export interface AlbumActions {
  rights: AlbumRights;
  request: (request: AlbumRequest) => void;
}

/** The actions on the album itself, which a fixed album lacks. */
const ON_ITSELF: readonly AlbumAction[] = ['rename', 'move', 'delete'];

/** The menu of an album. */
export function albumMenu(album: Album, { rights, request }: AlbumActions): MenuItem[] {
  const isOffered = (action: AlbumAction) => !(rights.isFixed(album) && ON_ITSELF.includes(action));
  const offered = ACTIONS.filter(isOffered).filter((action) => action !== 'albumOrder' || album.childAlbums.length > 1);
  const itemOf = (action: AlbumAction) => ({ label: LABELS[action], onSelect: () => request({ action, album }) });
  const others = albumOffers.map((offer) => ({
    label: offer.label,
    onSelect: () => request({ action: 'offer', offer, album }),
  }));
  const deletion = isOffered('delete') ? [{ ...itemOf('delete'), isDanger: true }] : [];
  return [...offered.map(itemOf), ...others, ...deletion];
}

interface AlbumSave {
  /** The album as the person last saw it. */
  album: Album;
  busy: boolean;
  failure: string | undefined;
  save: (changes: AlbumChanges) => Promise<void>;
}

/**
 * Saves a change of an album. When somebody else has changed the album meanwhile, nothing is overwritten: the person
 * reads about the other change, and saves again if wanted.
 */
export function useAlbumSave(shown: Album, onSaved: () => void): AlbumSave {
  const [album, setAlbum] = useState(shown);
  const { busy, failure, run } = useAction();

  const save = async (changes: AlbumChanges) => {
    const edit = { kind: 'album-changed', albumId: album.id, changes: shownAtOnce(changes) } as const;
    await makeEdit(edit, (token) => changeAlbum(token, { album, changes }));
    onSaved();
  };
  const showPresent = (error: unknown) => {
    const present = presentAlbum(error);
    if (present) setAlbum(present);
    return present ? conflictText(album, present) : failureText(error);
  };
  return { album, busy, failure, save: (changes) => run(() => save(changes), showPresent) };
}

/** The part of a change that can be shown before the server has made it. */
function shownAtOnce({ name, order }: AlbumChanges): Pick<AlbumChanges, 'name' | 'order'> {
  return { ...(name === undefined ? {} : { name }), ...(order === undefined ? {} : { order }) };
}
