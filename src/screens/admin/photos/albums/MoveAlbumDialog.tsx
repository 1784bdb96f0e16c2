import { useState } from 'react';
import type { Album } from '#contract/schemas/photos.ts';
import { albumsAbove } from '#domain/albums/albumTree.ts';
import { AlbumPicker, TOP_LEVEL } from './AlbumPicker.tsx';
import { FormDialog } from '../../shell/FormDialog.tsx';
import { useAlbumSave } from './useAlbumSave.ts';

interface Props {
  album: Album;
  albums: readonly Album[];
  onClose: () => void;
}

/** Puts an album, with everything below it, into another one or on the top level. */
export function MoveAlbumDialog({ album, albums, onClose }: Props) {
  const { busy, failure, save } = useAlbumSave(album, onClose);
  const [present] = useState(() => albumsAbove(albums, album).at(-1)?.id ?? TOP_LEVEL);
  const [target, setTarget] = useState(present);
  return (
    <FormDialog
      title={`Move “${album.name}”`}
      action="Move"
      busy={busy}
      disabled={target === present && failure === undefined}
      failure={failure}
      onSave={() => void save({ parentAlbumId: target === TOP_LEVEL ? null : target })}
      onClose={onClose}
    >
      <AlbumPicker albums={albums} without={album.id} offersTopLevel value={target} onChange={setTarget} />
    </FormDialog>
  );
}
