import { useNavigate, useRouter, useRouterState, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useRef, useState, useCallback } from 'react';
import { indexInChangedList } from '#domain/viewer/steps.ts';
import { leaveDialogEntries } from '#src/shared/ui/dialogEntries.ts';
import { showToast } from '#src/admin/shell/toasts.ts';
import type { ViewedPhotos } from '#src/shared/picture/viewedPhotos.ts';

const load = () => import('./PhotoViewer.tsx');

const PhotoViewer = lazy(async () => ({ default: (await load()).PhotoViewer }));

interface Props {
  list: ViewedPhotos;
  mayWrite: boolean;
  /** Called when the viewer has been closed, with the index of the photo that it showed last. */
  onClosed: (index: number) => void;
}

/** The viewer over a list of photos, while the address names one of them. */
export function ViewerSlot({ list, mayWrite, onClosed }: Props) {
  const { shown, step, close } = useViewerAddress();
  const index = usePlace(list, shown);
  const key = index === undefined ? undefined : keyAt(list, index);
  const count = list.photos.length;

  useEffect(() => {
    // Loads the code before it is needed, since the server may be out of reach by then.
    void load().catch(() => undefined);
  }, []);
  useEffect(() => {
    // The shown photo is gone, and another one has its index; or there is none left.
    if (shown === undefined || key === shown) return;
    if (key !== undefined) return step(key);
    if (count > 0) showToast({ text: 'This photo is not here any more.' });
    close();
  }, [shown, key, count, step, close]);
  useCallAfter(shown === undefined ? undefined : index, onClosed);

  if (index === undefined || shown === undefined) return null;
  const stepTo = (next: number) => {
    const wanted = keyAt(list, next);
    if (wanted !== undefined) step(wanted);
  };
  return (
    <Suspense fallback={null}>
      <PhotoViewer list={list} index={index} mayWrite={mayWrite} onStep={stepTo} onClose={close} />
    </Suspense>
  );
}

function keyAt({ photos, keyOf }: ViewedPhotos, index: number): string | undefined {
  const photo = photos[index];
  return photo && keyOf(photo);
}

/**
 * The index of the photo with this key; when it has just disappeared from the list, the index of the one in its place.
 */
function usePlace({ photos, keyOf }: ViewedPhotos, key: string | undefined): number | undefined {
  const [last, setLast] = useState<number>();
  const found = useMemo(
    () => (key === undefined ? -1 : photos.findIndex((photo) => keyOf(photo) === key)),
    [photos, keyOf, key],
  );
  const before = key === undefined ? undefined : last;
  const index = key === undefined ? undefined : indexInChangedList({ found, before, count: photos.length });
  if (index !== last) setLast(index);
  return index;
}

/** Calls back with the last index when there is none any more. */
function useCallAfter(index: number | undefined, callback: (index: number) => void): void {
  const last = useRef(index);
  useEffect(() => {
    const shownLast = last.current;
    last.current = index;
    if (index === undefined && shownLast !== undefined) callback(shownLast);
  }, [index, callback]);
}

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
    if (opened) void leaveDialogEntries().then(() => history.back());
    else void navigate({ to: '.', search: withoutPhoto, replace: true, resetScroll: false });
  }, [history, navigate, opened]);
  return { shown, open, step, close };
}

function withoutPhoto<Search extends { photo?: string }>(search: Search) {
  const { photo: _, ...rest } = search;
  return rest;
}
