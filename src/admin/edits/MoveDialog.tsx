import { useState } from 'react';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import { albumsAbove } from '#domain/albums/albumTree.ts';
import { albumWithId } from '#domain/curation/albumChoices.ts';
import { countOf } from '#domain/curation/counts.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { TextField } from '#src/shared/ui/fields/TextField.tsx';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { useAlbumRights } from '#src/admin/shell/ownAccount.ts';
import { FormDialog } from '#src/admin/shell/dialogs.tsx';
import { useAction } from '#src/admin/shell/useAction.ts';
import { albumsOfFolders } from '#src/admin/uploads/folders/useDroppedFolders.ts';
import { AlbumPicker } from './AlbumPicker.tsx';
import { copyToAlbum, moveToAlbum } from './moving.ts';

interface Props {
  action: 'Move' | 'Copy';
  /** The album that the photos are in. */
  album: Album;
  albums: readonly Album[];
  photos: readonly Photo[];
  /** All photos of the album; none until all are loaded. */
  all: readonly Photo[];
  /** Called before the photos disappear. */
  onMove: () => void;
  onClose: () => void;
}

const focus = (field: HTMLInputElement | null) => field?.focus();

/** Asks for the album to which photos are moved or copied, or for the name of a new one beside theirs. */
export function MoveDialog({ action, album, albums, photos, all, onMove, onClose }: Props) {
  const [id, setId] = useState<string>();
  /** The name of the new album; undefined while it is not asked for. */
  const [name, setName] = useState<string>();
  const { busy, failure, setFailure, run } = useAction();
  const rights = useAlbumRights();
  const above = albumsAbove(albums, album).at(-1);
  // Beside an album of the top level nobody adds one who may not change that level.
  const parent = above ?? (rights?.mayChangeTop === false ? album : undefined);

  const choose = (albumId: string | undefined, newName?: string) => {
    setId(albumId);
    setName(newName);
  };
  const target = async () => {
    if (name === undefined) return albumWithId(albums, id);
    const path = [name.trim()];
    const made = await adminCall((token) => albumsOfFolders(token, [{ path, files: 0 }], parent));
    const [to] = made.values();
    return to && { ...to, isNew: !albumWithId(albums, to.id) };
  };
  const save = async () => {
    const to = await target();
    if (to?.id === album.id) setFailure(`They are in “${to.name}” already.`);
    if (!to || to.id === album.id) return;
    onMove();
    onClose();
    void (action === 'Copy' ? copyToAlbum : moveToAlbum)({ from: album, to, photos, all });
  };
  return (
    <FormDialog
      title={`${action} ${countOf(photos.length, 'photo')} to…`}
      action={action}
      busy={busy}
      disabled={(name ?? id ?? '').trim() === ''}
      failure={failure}
      onSave={() => void run(save)}
      onClose={onClose}
    >
      <AlbumPicker albums={albums} here={album.id} value={id} onChange={choose} />
      {name === undefined ? (
        <Button variant="quiet" disabled={!rights} onClick={() => choose(undefined, '')}>
          New album…
        </Button>
      ) : (
        <TextField
          // The field replaces the button that had the focus.
          ref={focus}
          label="Name of the new album"
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
          hint={parent && `It will be in “${parent.name}”.`}
        />
      )}
    </FormDialog>
  );
}
