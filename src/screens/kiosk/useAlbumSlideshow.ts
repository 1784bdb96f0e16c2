import { useCallback, useState } from 'react';
import type { Photo } from '../../contract/entities.ts';
import { MESSAGES } from '../../domain/messages.ts';
import { loadPhotos, usePhotos, type Watched } from './kioskData.ts';
import { useSlideshowEntry } from './useSlideshowEntry.ts';

interface Options {
  apiKey: string;
  albumId: string;
  /** The photos of the album itself, which the grid shows. */
  own: Watched<Photo[]>;
}

interface AlbumSlideshow {
  /** The photos of the running slideshow; undefined while there is none. */
  photos: Photo[] | undefined;
  startAt: number;
  message: string | undefined;
  openAt: (index: number) => void;
  /** 'Start Slideshow': the album's photos and those of all below it. */
  startAll: () => void;
  close: () => void;
}

/** DECISIONS §7: a tapped thumbnail opens on the album's own photos, 'Start Slideshow' and the deep link on all. */
export function useAlbumSlideshow({ apiKey, albumId, own }: Options): AlbumSlideshow {
  const { request, open, close } = useSlideshowEntry();
  const [message, setMessage] = useState<string>();
  const wantsAll = request?.scope === 'all';
  const all = usePhotos(apiKey, wantsAll ? albumId : undefined, true);
  const shown = wantsAll ? all : own;
  const photos = request && shown.status === 'loaded' && shown.value.length > 0 ? shown.value : undefined;

  const openAt = useCallback((index: number) => open({ scope: 'own', startAt: index }), [open]);
  const startAll = async () => {
    setMessage(undefined);
    try {
      const found = await loadPhotos({ apiKey, albumId, includeChildAlbums: true });
      if (found.length > 0) open({ scope: 'all', startAt: 0 });
      else setMessage(MESSAGES.noPhotos);
    } catch {
      setMessage(MESSAGES.slideshowPhotosFailed);
    }
  };

  return {
    photos,
    startAt: request?.startAt ?? 0,
    message: wantsAll && all.status === 'failed' ? MESSAGES.slideshowPhotosFailed : message,
    openAt,
    startAll: () => void startAll(),
    close,
  };
}
