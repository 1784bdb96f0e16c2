import { useCallback, useMemo, useState } from 'react';
import type { Album, Photo } from '../../../contract/entities.ts';
import { lastPosition, type SlideshowPosition } from '../../../device/slideshowPosition.ts';
import { isSamePhoto } from '../../../domain/albums/samePhoto.ts';
import { MESSAGES } from '../../../domain/messages.ts';
import { slidesOf } from '../../../domain/slideshow/slides.ts';
import type { Watched } from '../../../state/useRemoteResource.ts';
import { loadPhotos, usePhotos } from './albumData.ts';
import { type SlideshowRequest, useSlideshowHistory } from './useSlideshowHistory.ts';

interface Options {
  apiKey: string;
  album: Album;
  /** The photos of the album itself, which the grid shows. */
  own: Watched<Photo[]>;
}

interface AlbumSlideshow {
  /** The photos of the running slideshow; undefined while there is none. */
  photos: Photo[] | undefined;
  startAt: number;
  resumedAt: SlideshowPosition | undefined;
  isOwn: boolean;
  message: string | undefined;
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
  const [message, setMessage] = useState<string>();
  const [isOpenedHere, setIsOpenedHere] = useState(false);
  const [tapped, setTapped] = useState<Photo>();
  const albumId = album.id;
  const wantsAll = request?.scope === 'all';
  const all = usePhotos(wantsAll ? { apiKey, albumId, includeChildAlbums: true } : undefined);
  const shown = wantsAll ? all : own;
  const listed = shown.status === 'loaded' ? shown.value : undefined;
  const slides = useMemo(() => listed && slidesOf(listed, tapped), [listed, tapped]);
  const photos = request && slides && slides.length > 0 ? slides : undefined;
  const [position] = useState(() => lastPosition(album.slug));
  const startAt = startOf({ position: isOpenedHere ? undefined : position, photos, startAt: request?.startAt ?? 0 });

  const openHere = useCallback(
    (asked: SlideshowRequest, photo?: Photo) => {
      setIsOpenedHere(true);
      setTapped(photo);
      open(asked);
    },
    [open],
  );
  const ownPhotos = own.status === 'loaded' ? own.value : undefined;
  const openAt = useCallback(
    (index: number) => {
      const photo = ownPhotos?.[index];
      const place = slidesOf(ownPhotos ?? [], photo).findIndex((slide) => isSamePhoto(slide, photo));
      openHere({ scope: 'own', startAt: Math.max(0, place) }, photo);
    },
    [openHere, ownPhotos],
  );
  const startAll = async () => {
    setMessage(undefined);
    try {
      const found = await loadPhotos({ apiKey, albumId, includeChildAlbums: true });
      if (slidesOf(found).length > 0) openHere({ scope: 'all', startAt: 0 });
      else setMessage(MESSAGES.noPhotos);
    } catch {
      setMessage(MESSAGES.slideshowPhotosFailed);
    }
  };

  const failure = all.status === 'failed' ? MESSAGES.slideshowPhotosFailed : undefined;
  const isOnlyHidden = listed !== undefined && listed.length > 0 && slides?.length === 0;
  return {
    photos,
    startAt,
    resumedAt: isOpenedHere ? undefined : position,
    isOwn: !wantsAll,
    message: (wantsAll && (failure ?? (isOnlyHidden ? MESSAGES.noPhotos : undefined))) || message,
    openAt,
    startAll: () => void startAll(),
    close,
  };
}

interface Start {
  photos: readonly Photo[] | undefined;
  /** Where a slideshow goes on that was open when the page was loaded; undefined for one that a person opened. */
  position: SlideshowPosition | undefined;
  startAt: number;
}

/** The index of the photo to begin with. */
function startOf({ photos, position, startAt }: Start): number {
  if (!position || !photos) return startAt;
  const index = photos.findIndex((photo) => isSamePhoto(photo, position));
  return index === -1 ? Math.min(startAt, photos.length - 1) : index;
}
