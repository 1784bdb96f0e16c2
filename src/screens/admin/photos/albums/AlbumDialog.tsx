import type { Album } from '#contract/schemas/photos.ts';
import { deleteAlbumWithUndo } from '../../shell/deletion.ts';
import type { AlbumRequest } from './albumActions.ts';
import { ShareDialog } from '../../shares/ShareDialog.tsx';
import { AlbumOrderDialog } from './AlbumOrderDialog.tsx';

import { CoverDialog } from './CoverDialog.tsx';
import { RenameAlbumDialog } from './RenameAlbumDialog.tsx';
import { useState } from 'react';
import { PHOTO_ORDERS, type PhotoOrder } from '#contract/limits.ts';
import { RadioList } from '#src/ui/choices/RadioList.tsx';
import { FormDialog } from '../../shell/FormDialog.tsx';
import { useAlbumSave } from './useAlbumSave.ts';
import { everyAlbum, albumsAbove } from '#domain/albums/albumTree.ts';
import { albumContentsText } from '#domain/curation/counts.ts';
import { keptText } from '#domain/curation/trash.ts';
import { environment } from '#src/environment.ts';
import { QuestionDialog } from '../../shell/QuestionDialog.tsx';
import { AlbumPicker, TOP_LEVEL } from '../../edits/AlbumPicker.tsx';

interface MoveAlbumDialogProps {
  album: Album;
  albums: readonly Album[];
  onClose: () => void;
}

interface DeleteAlbumDialogProps {
  album: Album;
  onConfirm: () => void;
  onClose: () => void;
}

const LABELS: Record<PhotoOrder, { label: string; hint?: string }> = {
  taken: { label: 'By time taken', hint: 'The oldest first' },
  newest: { label: 'Newest first' },
  name: { label: 'By file name' },
  manual: { label: 'By hand', hint: 'Drag photos, or press Alt and an arrow key' },
};

const CHOICES = PHOTO_ORDERS.map((value) => ({ value, ...LABELS[value] }));

interface Props {
  request: AlbumRequest;
  albums: Album[];
  /** Called before an album goes, so that the screen can leave it. */
  onDelete: (album: Album) => Promise<void>;
  onClose: () => void;
}

/** The dialog of the action that was chosen in an album's menu. */
export function AlbumDialog({ request, albums, onDelete, onClose }: Props) {
  if (request.action === 'topOrder') return <AlbumOrderDialog parent={undefined} albums={albums} onClose={onClose} />;
  const { action, album } = request;
  switch (action) {
    case 'share':
      return <ShareDialog album={album} onClose={onClose} />;
    case 'rename':
      return <RenameAlbumDialog album={album} onClose={onClose} />;
    case 'move':
      return <MoveAlbumDialog album={album} albums={albums} onClose={onClose} />;
    case 'cover':
      return <CoverDialog album={album} onClose={onClose} />;
    case 'photoOrder':
      return <PhotoOrderDialog album={album} onClose={onClose} />;
    case 'albumOrder':
      return <AlbumOrderDialog parent={album} albums={album.childAlbums} onClose={onClose} />;
    case 'delete':
      return (
        <DeleteAlbumDialog
          album={album}
          onClose={onClose}
          onConfirm={() => {
            onClose();
            void onDelete(album).then(() => deleteAlbumWithUndo(album));
          }}
        />
      );
  }
}

function PhotoOrderDialog({ album, onClose }: { album: Album; onClose: () => void }) {
  const { busy, failure, save } = useAlbumSave(album, onClose);
  const present = album.order ?? 'taken';
  const [order, setOrder] = useState<PhotoOrder>(present);
  return (
    <FormDialog
      title="Order of photos"
      busy={busy}
      failure={failure}
      onSave={() => (order === present && failure === undefined ? onClose() : void save({ order }))}
      onClose={onClose}
    >
      <RadioList
        label="Order of photos"
        name="order"
        choices={CHOICES}
        value={order}
        onChange={(value) => setOrder(PHOTO_ORDERS.find((one) => one === value) ?? present)}
      />
    </FormDialog>
  );
}

/** Says how much goes with the album. */
function DeleteAlbumDialog({ album, onConfirm, onClose }: DeleteAlbumDialogProps) {
  let photos = 0;
  let albums = -1;
  for (const { photoCount = 0 } of everyAlbum([album])) {
    albums += 1;
    photos += photoCount;
  }
  const contents = albumContentsText({ albums, photos });
  return (
    <QuestionDialog title={`Delete “${album.name}”?`} action="Delete album" onConfirm={onConfirm} onClose={onClose}>
      <p>{contents === undefined ? 'The album is empty.' : `The album goes to the trash with ${contents}.`}</p>
      <p>It can be restored from there for {keptText(environment().trashDays)}.</p>
    </QuestionDialog>
  );
}

/** Puts an album, with everything below it, into another one or on the top level. */
function MoveAlbumDialog({ album, albums, onClose }: MoveAlbumDialogProps) {
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
