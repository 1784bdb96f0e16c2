import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Album } from '#contract/schemas/photos.ts';
import { everyAlbum } from '#domain/albums/albumTree.ts';
import type { AlbumRequest } from './albumActions.ts';
import { AlbumDialog } from './AlbumDialog.tsx';

interface Requests {
  /** Undefined as long as nothing can be done with albums. */
  onRequest: ((request: AlbumRequest) => void) | undefined;
  /** The dialog of the last request. It belongs to the screen, since cards come and go while it is open. */
  dialog: ReactNode;
}

/** The action chosen in the albums' menus. Without albums, or without the permission to change them, there is none. */
export function useAlbumRequests(albums: Album[] | undefined, open: Album | undefined): Requests {
  const [request, setRequest] = useState<AlbumRequest>();
  const navigate = useNavigate();

  /** The open album is left before it goes, or one above it. */
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
