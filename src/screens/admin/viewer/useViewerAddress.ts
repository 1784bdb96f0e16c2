import { useNavigate, useRouter, useRouterState, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether opening the viewer made this history entry, so that going back closes the viewer. */
    viewerOpened?: boolean;
  }
}

interface ViewerAddress {
  /** The key of the photo that is shown; undefined while the viewer is closed. */
  shown: string | undefined;
  open: (key: string) => void;
  /** Shows another photo, without an entry in the history. */
  step: (key: string) => void;
  close: () => void;
}

/** The viewer's photo is part of the address: Back closes the viewer, and a reload shows the same photo again. */
export function useViewerAddress(): ViewerAddress {
  const shown = useSearch({ strict: false, select: (search) => search.photo });
  const opened = useRouterState({ select: (state) => state.location.state.viewerOpened ?? false });
  const { history } = useRouter();
  const navigate = useNavigate();

  const open = useCallback(
    (photo: string) =>
      void navigate({
        to: '.',
        search: (before) => ({ ...before, photo }),
        state: { viewerOpened: true },
        resetScroll: false,
      }),
    [navigate],
  );
  const step = useCallback(
    (photo: string) =>
      void navigate({
        to: '.',
        search: (before) => ({ ...before, photo }),
        state: { viewerOpened: opened },
        replace: true,
        resetScroll: false,
      }),
    [navigate, opened],
  );
  const close = useCallback(() => {
    if (opened) history.back();
    else void navigate({ to: '.', search: withoutPhoto, replace: true, resetScroll: false });
  }, [history, navigate, opened]);
  return { shown, open, step, close };
}

function withoutPhoto<Search extends { photo?: string }>(search: Search) {
  const { photo: _, ...rest } = search;
  return rest;
}
