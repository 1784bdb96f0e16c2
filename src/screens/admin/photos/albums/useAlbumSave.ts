import { useState } from 'react';
import { changeAlbum, presentAlbum } from '#src/api/curation.ts';
import type { AlbumChanges } from '#contract/schemas/curation.ts';
import type { Album } from '#contract/schemas/photos.ts';
import { conflictText } from '#domain/curation/albumConflict.ts';
import { failureText } from '../../shell/failureText.ts';
import { useAction } from '../../shell/useAction.ts';
import { makeEdit } from '../../shell/libraryEdits.ts';

export interface AlbumSave {
  /** The album as the person last saw it. */
  album: Album;
  busy: boolean;
  failure: string | undefined;
  save: (changes: AlbumChanges) => Promise<void>;
}

/**
 * Saves a change of an album. When somebody else has changed the album since it was shown, nothing is overwritten: the
 * person reads what is different now, and saving again is a change of that.
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

/** The part of a change that a screen can show before the server has made it. */
function shownAtOnce({ name, order }: AlbumChanges): Pick<AlbumChanges, 'name' | 'order'> {
  return { ...(name === undefined ? {} : { name }), ...(order === undefined ? {} : { order }) };
}
