import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import { lastPosition, type SlideshowPosition } from '#src/shared/device/slideshowPosition.ts';
import { isSamePhoto, slidesOf } from '#domain/slideshow/slideList.ts';
import { MESSAGES } from '#domain/messages.ts';
import type { KioskText } from '#domain/tablets/languages/kioskText.ts';
import { loadPhotos, usePhotos } from '#src/shared/albums/albumData.ts';
import type { AlbumPhotosData } from '#src/shared/albums/useAlbumPhotos.ts';
import { type SlideshowRequest, useSlideshowHistory } from '#src/shared/albums/useSlideshowHistory.ts';

interface Options {
  apiKey: string;
  album: Album;
  /** The photos of the album itself, which the grid shows. */
  own: Pick<AlbumPhotosData, 'whole' | 'shown' | 'hurry'>;
}

interface AlbumSlideshow {
  /** The photos of the running slideshow; undefined while there is none. */
  photos: Photo[] | undefined;
  startAt: number;
  resumedAt: SlideshowPosition | undefined;
  /** Whether no person has opened it on this page. */
  startsByItself: boolean;
  isOwn: boolean;
  message: KioskText | undefined;
  openAt: (index: number) => void;
  /** Opens a slideshow of the album's photos and those of all albums below it. */
  startAll: () => void;
  close: () => void;
}

/**
 * A tapped thumbnail opens a slideshow of the album's own photos. 'Start Slideshow' and a link with `slideshow=true`
 * open one that includes the photos of all albums below it.
 */
export function useAlbumSlideshow({ apiKey, album, own }: Options): AlbumSlideshow {
  const { request, open, close } = useSlideshowHistory();
  const [message, setMessage] = useState<KioskText>();
  const { isOpenedHere, setOpenedHere, position } = useOpening(album.slug, request !== undefined);
  const [tapped, setTapped] = useState<Photo>();
  const albumId = album.id;
  const wantsAll = request?.scope === 'all';
  const all = usePhotos(wantsAll ? { apiKey, albumId, includeChildAlbums: true } : undefined);
  const shown = wantsAll ? all : own.whole;
  const listed = shown.status === 'loaded' ? shown.value : undefined;
  const slides = useMemo(() => listed && slidesOf(listed, tapped), [listed, tapped]);
  const photos = request && slides && slides.length > 0 ? slides : undefined;
  const startAt = useStart({ first: isOpenedHere ? tapped : position, photos, startAt: request?.startAt ?? 0 });

  // Only the last press opens a slideshow, and none does once the album is left.
  const starts = useRef(0);
  useEffect(() => () => void (starts.current += 1), []);
  const openHere = useCallback(
    (asked: SlideshowRequest, photo?: Photo) => {
      starts.current += 1;
      setOpenedHere(true);
      setTapped(photo);
      open(asked);
    },
    [open, setOpenedHere],
  );
  const { shown: inGrid, hurry } = own;
  const openAt = useCallback(
    (index: number) => openHere({ scope: 'own', startAt: index }, inGrid?.[index]),
    [openHere, inGrid],
  );
  const wantsOwn = request?.scope === 'own';
  useEffect(() => {
    // The slideshow needs all photos; those of a long album may not be loaded yet.
    if (wantsOwn) hurry();
  }, [wantsOwn, hurry]);
  const startAll = async () => {
    setMessage(undefined);
    starts.current += 1;
    const mine = starts.current;
    try {
      const found = await loadPhotos({ apiKey, albumId, includeChildAlbums: true });
      if (mine !== starts.current) return;
      if (slidesOf(found).length > 0) openHere({ scope: 'all', startAt: 0 });
      else setMessage(MESSAGES.noPhotos);
    } catch {
      if (mine === starts.current) setMessage(MESSAGES.slideshowPhotosFailed);
    }
  };

  const failure = all.status === 'failed' ? MESSAGES.slideshowPhotosFailed : undefined;
  const isOnlyHidden = listed !== undefined && listed.length > 0 && slides?.length === 0;
  return {
    photos,
    startAt,
    resumedAt: isOpenedHere ? undefined : position,
    startsByItself: !isOpenedHere,
    isOwn: !wantsAll,
    message: (wantsAll && (failure ?? (isOnlyHidden ? MESSAGES.noPhotos : undefined))) || message,
    openAt,
    startAll: () => void startAll(),
    close,
  };
}

/**
 * Whether a person has opened the slideshow on this page, and its former position. A later slideshow that starts by
 * itself, after a command for instance, continues from there.
 */
function useOpening(slug: string, isOpen: boolean) {
  const [isOpenedHere, setOpenedHere] = useState(false);
  const [position, setPosition] = useState(() => lastPosition(slug));
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen);
    // A command may have chosen another first photo meanwhile.
    if (isOpen && !isOpenedHere) setPosition(lastPosition(slug));
  }
  useEffect(() => {
    if (!isOpen) return undefined;
    return () => {
      setOpenedHere(false);
      setPosition(lastPosition(slug));
    };
  }, [isOpen, slug]);
  return { isOpenedHere, setOpenedHere, position };
}

interface Start {
  photos: readonly Photo[] | undefined;
  /**
   * The tapped photo, or the position of a slideshow that was open when the page was loaded; undefined for one of all
   * photos.
   */
  first: Photo | SlideshowPosition | undefined;
  startAt: number;
}

/** The index of the photo to begin with. */
function useStart({ photos, first, startAt }: Start): number {
  return useMemo(() => {
    const index = photos && first ? photos.findIndex((photo) => isSamePhoto(photo, first)) : -1;
    return index === -1 ? Math.max(0, Math.min(startAt, (photos?.length ?? 1) - 1)) : index;
  }, [photos, first, startAt]);
}
