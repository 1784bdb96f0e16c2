import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isArrowKey, nextBox } from '#domain/focusMove.ts';
import { addressToReturnTo } from '#domain/tablets/beginningAddress.ts';
import { fetchAlbums, fetchPhotos } from '#src/shared/api/albums.ts';
import { imagesOf, imageUrl } from '#src/shared/api/imageUrls.ts';
import { idleForMs, onIdle } from '#src/shared/device/lastInput.ts';
import { rememberPosition } from '#src/shared/device/slideshowPosition.ts';
import { everyAlbum } from '#domain/albums/albumTree.ts';
import { keepLibrary, checkAlbumsAgain } from '#src/shared/offline/keeper.ts';
import { startLiveTablet } from '#src/wall/tablet/liveTablet.ts';
import { Reporter } from '#src/wall/tablet/reporter.ts';
import { commandSlideshow, photoOnScreen } from '#src/shared/tablet/slideshowControl.ts';
import { useTabletSettings, beginsAt } from '#src/shared/tablet/settings.ts';
import { loadAlbums, outdateLists } from '#src/shared/albums/albumData.ts';
import { Corners } from '#src/wall/bars/Corners.tsx';
import { addressesOfOthers } from '#src/wall/otherFiles.ts';
import { TabletName } from './TabletName.tsx';

/** Receives changes and commands, and reports what this tablet shows, for as long as a kiosk screen is open. */
export function LiveTablet({ apiKey }: { apiKey: string }) {
  const navigate = useNavigate();
  const [name, setName] = useState<string>();
  const hideName = useCallback(() => setName(undefined), []);
  useReports(apiKey);
  useCachedLibrary(apiKey);
  useReturn();
  useArrowKeys();

  useEffect(() => {
    let isOpen = true;
    let shows = 0;
    const show = async (albumId: string, filename: string | undefined) => {
      shows += 1;
      const mine = shows;
      // Everything that the tablet may see.
      if (albumId === '') {
        await navigate({ to: '/circuit-tree/photos', search: { slideshow: 'true' }, replace: true });
        return;
      }
      const album = [...everyAlbum(await loadAlbums(apiKey))].find(({ id }) => id === albumId);
      // Another album was chosen meanwhile, or the kiosk was left.
      if (!album || !isOpen || mine !== shows) return;
      const params = { albumSlug: album.slug };
      if (filename !== undefined && showAt({ albumSlug: album.slug, filename })) return;
      await navigate({ to: '/circuit-tree/photos/$albumSlug', params, search: { slideshow: 'true' }, replace: true });
    };
    const stop = startLiveTablet(apiKey, {
      onAlbums: outdateLists,
      onWarmUp: checkAlbumsAgain,
      onShow: (albumId, filename) => void show(albumId, filename).catch(() => undefined),
      onIdentify: setName,
    });
    return () => {
      isOpen = false;
      stop();
    };
  }, [apiKey, navigate]);

  const isHome = useLocation({ select: ({ pathname }) => pathname === '/circuit-tree' });
  return (
    <>
      {isHome && <Corners />}
      {name !== undefined && <TabletName name={name} onDone={hideName} />}
    </>
  );
}

/**
 * Goes to the photo in the album's running slideshow, and returns true; otherwise its next slideshow begins with the
 * photo.
 */
function showAt(photo: { albumSlug: string; filename: string }): boolean {
  const isRunning = photoOnScreen.get() !== undefined && window.location.pathname.endsWith(`/${photo.albumSlug}`);
  if (isRunning) commandSlideshow({ show: photo });
  else rememberPosition(photo.albumSlug, { ...photo, imageUrl: imageUrl(photo, 'medium') });
  return isRunning;
}

/** Used on every kiosk screen: a tablet that only ever shows its clock stores the albums too. */
function useCachedLibrary(apiKey: string): void {
  const settings = useTabletSettings();
  const latest = useRef(settings);
  useEffect(() => void (latest.current = settings), [settings]);
  useEffect(
    () =>
      keepLibrary({
        idleForMs,
        firstAlbumId: () => latest.current.startsWithAlbumId,
        loadAlbums: () => fetchAlbums({ apiKey }),
        loadImages: async (albumId) => {
          // The album's slideshow requests another list, which the worker has to store too.
          await fetchPhotos({ apiKey }, { albumId, includeChildAlbums: true });
          return (await fetchPhotos({ apiKey }, { albumId })).map(imagesOf);
        },
        loadOthers: (albumId) => addressesOfOthers(latest.current, () => fetchPhotos({ apiKey }, { albumId })),
      }),
    [apiKey],
  );
}

function useReports(apiKey: string): void {
  const reporter = useRef<Reporter>(undefined);
  const path = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => {
    reporter.current = new Reporter(apiKey);
    return () => reporter.current?.close();
  }, [apiKey]);
  useEffect(() => {
    if (path !== '') reporter.current?.changed();
  }, [path]);
}

const CONTROLS = 'a[href], button, summary, [tabindex]';

/** The visible and reachable controls: those of the modal dialog that covers the page, or of the page. */
function controls(): HTMLElement[] {
  const dialogs = document.querySelectorAll('dialog[open]');
  const area = dialogs[dialogs.length - 1] ?? document;
  return [...area.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (control) =>
      control.tabIndex >= 0 &&
      !control.matches(':disabled') &&
      control.getClientRects().length > 0 &&
      getComputedStyle(control).visibility === 'visible',
  );
}

/** The control at which a remote control begins: the first of the page's content, not its logo or its bar. */
function firstOf(all: HTMLElement[]): HTMLElement | undefined {
  return all.find((control) => control.closest('main, dialog') && !control.closest('h1')) ?? all[0];
}

function moveFocus(event: KeyboardEvent): void {
  const { key, defaultPrevented, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (!isArrowKey(key) || defaultPrevented || altKey || ctrlKey || metaKey || shiftKey) return;
  const all = controls();
  const from = document.activeElement;
  const isLost = from === null || from === document.body;
  const others = all.filter((control) => control !== from);
  const next = isLost
    ? firstOf(all)
    : others[
        nextBox(
          key,
          from.getBoundingClientRect(),
          others.map((other) => other.getBoundingClientRect()),
        ) ?? -1
      ];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Lets the arrow keys move the focus on every kiosk screen, since a television's remote control has no Tab. */
function useArrowKeys(): void {
  useEffect(() => {
    document.addEventListener('keydown', moveFocus);
    return () => document.removeEventListener('keydown', moveFocus);
  }, []);
}

/** Returns to the tablet's first page after the time without a touch that its settings name. */
function useReturn(): void {
  const { history } = useRouter();
  const { returnAfterSeconds } = useTabletSettings();
  useEffect(() => {
    if (returnAfterSeconds === 0) return undefined;
    return onIdle(returnAfterSeconds * 1_000, () => {
      const address = addressToReturnTo(beginsAt(), window.location);
      if (address !== undefined) history.replace(address);
    });
  }, [returnAfterSeconds, history]);
}
