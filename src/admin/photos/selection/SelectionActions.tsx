import { useState } from 'react';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { Menu } from '#src/shared/ui/choices/Menu.tsx';
import { downloadOriginals, hidePhotos, makeCover, rotatePhotos } from '#src/admin/edits/photoEdits.ts';
import { MoveDialog } from '#src/admin/edits/MoveDialog.tsx';

interface Props {
  album: Album;
  albums: readonly Album[];
  /** All photos of the album; none until all are loaded. */
  all: readonly Photo[];
  /** Returns the selected photos. */
  chosen: () => Photo[];
  /** Called before the selected photos disappear, or get another name. */
  onLeave: () => void;
  onDelete: () => void;
}

/** The buttons and the menu for the selected photos. */
export function SelectionActions({ album, albums, all, chosen, onLeave, onDelete }: Props) {
  const [asking, setAsking] = useState<'Move' | 'Copy'>();
  const photos = chosen();
  const isHidden = photos.every(({ hidden }) => hidden);
  const rotate = (degrees: 90 | 270) => {
    onLeave();
    void rotatePhotos(album.id, photos, degrees);
  };
  const [photo] = photos;
  const items = [
    {
      label: isHidden ? 'Show in slideshows' : 'Hide from slideshows',
      onSelect: () => void hidePhotos(album.id, photos, !isHidden),
    },
    { label: 'Rotate left', onSelect: () => rotate(270) },
    { label: 'Rotate right', onSelect: () => rotate(90) },
    {
      label: photos.length === 1 ? 'Download original' : 'Download originals',
      onSelect: () => void downloadOriginals(album.id, photos),
    },
    ...(photo && photos.length === 1 ? [{ label: 'Use as cover', onSelect: () => void makeCover(album, photo) }] : []),
  ];
  return (
    <>
      <Button size="s" onClick={() => setAsking('Move')}>
        Move…
      </Button>
      <Button size="s" onClick={() => setAsking('Copy')}>
        Copy…
      </Button>
      <Button variant="danger" size="s" onClick={onDelete}>
        Delete
      </Button>
      <Menu label="More actions" items={items} />
      {asking && (
        <MoveDialog
          action={asking}
          {...{ album, albums, photos, all }}
          onMove={onLeave}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  );
}
