import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

export interface SlideshowRequest {
  scope: 'own' | 'all';
  startAt: number;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    slideshow?: SlideshowRequest;
  }
}

interface SlideshowEntry {
  request: SlideshowRequest | undefined;
  open: (request: SlideshowRequest) => void;
  close: () => void;
}

/**
 * A running slideshow is an entry of the browser's history with the album's own address: Back (on Android the gesture)
 * closes the slideshow, and a reload continues it. A link with `slideshow=true` starts a slideshow without such an
 * entry.
 */
export function useSlideshowHistory(): SlideshowEntry {
  const { history } = useRouter();
  const navigate = useNavigate();
  const opened = useLocation({ select: (location) => location.state.slideshow });
  const startsByItself = useSearch({ strict: false, select: (search) => search.slideshow === 'true' });

  const open = useCallback(
    (slideshow: SlideshowRequest) =>
      void navigate({
        to: '.',
        search: (search: Record<string, unknown>) => search,
        hash: true,
        state: { slideshow },
        resetScroll: false,
      }),
    [navigate],
  );
  const close = useCallback(() => {
    if (opened) history.back();
    else void navigate({ to: '.', search: withoutSlideshow, hash: true, replace: true, resetScroll: false });
  }, [opened, history, navigate]);

  return { request: opened ?? (startsByItself ? { scope: 'all', startAt: 0 } : undefined), open, close };
}

function withoutSlideshow(search: Record<string, unknown>): Record<string, unknown> {
  const { slideshow: _started, albums: _shown, ...rest } = search;
  return rest;
}
