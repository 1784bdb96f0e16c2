import { isRecord } from '../domain/records.ts';
import { dropFirstFrame, FIRST_PHOTO } from '../offline/firstFrame.ts';
import { lastPosition } from '../offline/slideshowPosition.ts';
import { crossOriginFor } from '../ui/photoImage.ts';

const ALBUM = /^\/circuit-tree\/photos\/([^/]+)\/?$/;

/** The photo that a slideshow which starts by itself, or goes on after a reload, will begin with. */
export function photoToBeginWith({ pathname, search }: Location): string | undefined {
  const album = ALBUM.exec(pathname)?.[1];
  const isSlideshow =
    new URLSearchParams(search).get('slideshow') === 'true' || isRecord(window.history.state?.slideshow);
  return album && isSlideshow ? lastPosition(decodeURIComponent(album))?.imageUrl : undefined;
}

/** Gives the moment at which the photo can be painted. */
export function drawPhoto(frame: HTMLElement, url: string): Promise<void> {
  const photo = new Image();
  const crossOrigin = crossOriginFor(url);
  if (crossOrigin) photo.crossOrigin = crossOrigin;
  photo.alt = '';
  photo.fetchPriority = 'high';
  photo.src = url;
  photo.addEventListener('error', dropFirstFrame);
  frame.addEventListener('click', dropFirstFrame);
  frame.append(photo);
  document.documentElement.classList.add(FIRST_PHOTO);
  return photo.decode();
}
