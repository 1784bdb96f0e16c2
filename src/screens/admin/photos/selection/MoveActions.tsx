import { useState } from 'react';
import type { Album, Photo } from '#contract/schemas/photos.ts';
import { Button } from '#src/ui/Button.tsx';
import { copyToAlbum, moveToAlbum } from '../edits/moving.ts';
import { everyAlbum } from '#domain/albums/albumTree.ts';
import { countOf } from '#domain/curation/counts.ts';
import { AlbumPicker } from '../albums/AlbumPicker.tsx';
import { FormDialog } from '../../shell/FormDialog.tsx';

interface PickAlbumDialogProps {
  action: 'Move' | 'Copy';
  /** The number of photos that are moved or copied. */
  count: number;
  /** The album that the photos are in. */
  album: Album;
  albums: readonly Album[];
  onPick: (target: Album) => void;
  onClose: () => void;
}

interface Props {
  album: Album;
  albums: readonly Album[];
  /** All photos of the album; none until all are loaded. */
  all: readonly Photo[];
  /** The selected photos, when they are asked for. */
  chosen: () => Photo[];
  count: number;
  /** Called when something was done with the photos. */
  onDone: () => void;
}

/** Moves or copies the selected photos to another album. */
export function MoveActions({ album, albums, all, chosen, count, onDone }: Props) {
  const [asking, setAsking] = useState<'Move' | 'Copy'>();
  const pick = (to: Album) => {
    const photos = chosen();
    setAsking(undefined);
    onDone();
    void (asking === 'Copy' ? copyToAlbum : moveToAlbum)({ from: album, to, photos, all });
  };
  return (
    <>
      <Button size="s" onClick={() => setAsking('Move')}>
        Move…
      </Button>
      <Button size="s" onClick={() => setAsking('Copy')}>
        Copy…
      </Button>
      {asking && (
        <PickAlbumDialog
          action={asking}
          count={count}
          album={album}
          albums={albums}
          onPick={pick}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  );
}

/** Asks for the album to which photos are moved or copied. */
function PickAlbumDialog({ action, count, album, albums, onPick, onClose }: PickAlbumDialogProps) {
  const [id, setId] = useState<string>();
  const target = id === undefined ? undefined : [...everyAlbum(albums)].find((one) => one.id === id);
  return (
    <FormDialog
      title={`${action} ${countOf(count, 'photo')} to…`}
      action={action}
      disabled={!target}
      onSave={() => target && onPick(target)}
      onClose={onClose}
    >
      <AlbumPicker albums={albums} here={album.id} value={id} onChange={setId} />
    </FormDialog>
  );
}
