import { useNavigate } from '@tanstack/react-router';
import type { Album } from '#contract/photos/schemas.ts';
import { deleteAlbumWithUndo } from '#src/admin/shell/libraryEdits.ts';
import { type AlbumRequest, useAlbumSave } from './albumActions.ts';
import { AlbumOrderDialog, RenameAlbumDialog, CoverDialog } from './AlbumFormDialogs.tsx';
import { useState, type ReactNode } from 'react';
import { PHOTO_ORDERS, type PhotoOrder } from '#contract/limits.ts';
import { RadioList } from '#src/shared/ui/choices/RadioList.tsx';
import { FormDialog, QuestionDialog } from '#src/admin/shell/dialogs.tsx';
import { everyAlbum, albumsAbove } from '#domain/albums/albumTree.ts';
import { albumContentsText } from '#domain/curation/counts.ts';
import { trashTimeText } from '#domain/trash/trash.ts';
import { environment } from '#src/environment.ts';
import { AlbumPicker, TOP_LEVEL } from '#src/admin/edits/AlbumPicker.tsx';

interface Requests {
  /** Undefined while no action is possible. */
  onRequest: ((request: AlbumRequest) => void) | undefined;
  /** The dialog of the last request. It belongs to the screen, since cards may disappear while it is open. */
  dialog: ReactNode;
}

/** The action chosen in the albums' menus. Without albums, or without the permission to change them, there is none. */
export function useAlbumRequests(albums: Album[] | undefined, open: Album | undefined): Requests {
  const [request, setRequest] = useState<AlbumRequest>();
  const navigate = useNavigate();

  /** Leaves the open album before it, or an album above it, is deleted. */
  const leave = async (going: Album) => {
    if (!open || ![...everyAlbum([going])].some(({ id }) => id === open.id)) return;
    if (going.parentSlug === undefined) await navigate({ to: '/admin/photos' });
    else await navigate({ to: '/admin/photos/$slug', params: { slug: going.parentSlug } });
  };

  if (!albums) return { onRequest: undefined, dialog: null };
  const close = () => setRequest(undefined);
  return {
    onRequest: setRequest,
    dialog: request && <AlbumDialog request={request} albums={albums} onDelete={leave} onClose={close} />,
  };
}

interface Props {
  request: AlbumRequest;
  albums: Album[];
  /** Called before an album is deleted, so that the screen can leave it. */
  onDelete: (album: Album) => Promise<void>;
  onClose: () => void;
}

/** The dialog of the action that was chosen in an album's menu. */
function AlbumDialog({ request, albums, onDelete, onClose }: Props) {
  if (request.action === 'topOrder') return <AlbumOrderDialog parent={undefined} albums={albums} onClose={onClose} />;
  if (request.action === 'offer') return <request.offer.Dialog album={request.album} onClose={onClose} />;
  const { action, album } = request;
  switch (action) {
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

/** Says how many albums and photos are deleted with the album. */
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
      <p>It can be restored from there for {trashTimeText(environment().trashDays)}.</p>
    </QuestionDialog>
  );
}

/** Moves an album, with everything below it, into another one or to the top level. */
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
