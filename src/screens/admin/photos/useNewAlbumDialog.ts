import { useNavigate, useRouter, useRouterState, useSearch } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry was made by opening a dialog, so going back is what closes it. */
    dialogOpened?: boolean;
  }
}

/** The dialog is part of the address: Back closes it, and it is there again after signing in anew. */
export const NEW_ALBUM = 'new-album';

export function useNewAlbumDialog() {
  const open = useSearch({ strict: false, select: (search) => search.dialog === NEW_ALBUM });
  const opened = useRouterState({ select: (state) => state.location.state.dialogOpened ?? false });
  const { history } = useRouter();
  const navigate = useNavigate();
  const close = () => {
    if (opened) history.back();
    else void navigate({ to: '.', search: {}, replace: true, resetScroll: false });
  };
  return { open, close };
}
