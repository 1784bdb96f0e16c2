import { useState } from 'react';
import type { Album } from '#contract/schemas/photos.ts';
import { everyAlbum } from '#domain/albums/albumTree.ts';
import { countOf } from '#domain/curation/counts.ts';
import { AlbumPicker } from '../albums/AlbumPicker.tsx';
import { FormDialog } from '../../shell/FormDialog.tsx';

interface Props {
  action: 'Move' | 'Copy';
  /** The number of photos that are moved or copied. */
  count: number;
  /** The album that the photos are in. */
  album: Album;
  albums: readonly Album[];
  onPick: (target: Album) => void;
  onClose: () => void;
}

/** Asks for the album to which photos are moved or copied. */
export function PickAlbumDialog({ action, count, album, albums, onPick, onClose }: Props) {
  const [id, setId] = useState<string>();
  const target = id === undefined ? undefined : [...everyAlbum(albums)].find((one) => one.id === id);
  const isHere = target?.id === album.id;
  return (
    <FormDialog
      title={`${action} ${countOf(count, 'photo')} to…`}
      action={action}
      disabled={!target || isHere}
      failure={isHere ? 'The photos are in this album already.' : undefined}
      onSave={() => target && onPick(target)}
      onClose={onClose}
    >
      <AlbumPicker albums={albums} value={id} onChange={setId} />
    </FormDialog>
  );
}
