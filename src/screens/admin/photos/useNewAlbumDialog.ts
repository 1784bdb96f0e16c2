import { useNavigate, useRouter, useRouterState, useSearch } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether opening a dialog made this history entry, so that going back closes the dialog. */
    dialogOpened?: boolean;
  }
}

/** The value of the address's `dialog` parameter. With it Back closes the dialog, and signing in again reopens it. */
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
