import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Album } from '#contract/photos/schemas.ts';
import { everyAlbum } from '#domain/albums/albumTree.ts';
import type { AlbumRights } from '#domain/users/albumRights.ts';
import { deleteAlbumWithUndo } from '#src/admin/shell/libraryEdits.ts';
import type { AlbumActions, AlbumRequest } from './albumActions.ts';
import {
  AlbumOrderDialog,
  CoverDialog,
  DeleteAlbumDialog,
  MoveAlbumDialog,
  PhotoOrderDialog,
  RenameAlbumDialog,
} from './AlbumDialogs.tsx';

interface Requests {
  /** Undefined while no action is possible. */
  actions: AlbumActions | undefined;
  /** The dialog of the last request. It belongs to the screen, since cards may disappear while it is open. */
  dialog: ReactNode;
}

/** The action chosen in the albums' menus. Until the albums and the person's rights are known, there is none. */
export function useAlbumRequests(
  albums: Album[] | undefined,
  open: Album | undefined,
  rights: AlbumRights | undefined,
): Requests {
  const [request, setRequest] = useState<AlbumRequest>();
  const navigate = useNavigate();

  /** Leaves the open album before it, or an album above it, is deleted. */
  const leave = async (going: Album) => {
    if (!open || ![...everyAlbum([going])].some(({ id }) => id === open.id)) return;
    if (going.parentSlug === undefined) await navigate({ to: '/admin/photos' });
    else await navigate({ to: '/admin/photos/$slug', params: { slug: going.parentSlug } });
  };

  if (!albums || !rights?.mayWrite) return { actions: undefined, dialog: null };
  const close = () => setRequest(undefined);
  return {
    actions: { rights, request: setRequest },
    dialog: request && (
      <AlbumDialog request={request} albums={albums} rights={rights} onDelete={leave} onClose={close} />
    ),
  };
}

interface Props {
  request: AlbumRequest;
  albums: Album[];
  rights: AlbumRights;
  /** Called before an album is deleted, so that the screen can leave it. */
  onDelete: (album: Album) => Promise<void>;
  onClose: () => void;
}

/** The dialog of the action that was chosen in an album's menu. */
function AlbumDialog({ request, albums, rights, onDelete, onClose }: Props) {
  if (request.action === 'topOrder') return <AlbumOrderDialog parent={undefined} albums={albums} onClose={onClose} />;
  if (request.action === 'offer') return <request.offer.Dialog album={request.album} onClose={onClose} />;
  const { action, album } = request;
  switch (action) {
    case 'rename':
      return <RenameAlbumDialog album={album} onClose={onClose} />;
    case 'move':
      return <MoveAlbumDialog album={album} albums={albums} offersTopLevel={rights.mayChangeTop} onClose={onClose} />;
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
