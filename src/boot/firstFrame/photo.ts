import { lastPosition } from '../../device/slideshowPosition.ts';
import { isRecord } from '#domain/records.ts';
import { crossOriginFor } from '../../ui/photoGrid/photoImage.ts';
import { FIRST_PICTURES, removeFirstFrame } from '../../device/firstFrame.ts';

/** Whether a slideshow starts by itself on this page, or goes on after a reload. */
export function isSlideshow({ search }: Location): boolean {
  return new URLSearchParams(search).get('slideshow') === 'true' || isRecord(window.history.state?.slideshow);
}

/** The photo that the slideshow of an album will begin with. */
export function photoToBeginWith(slug: string): string | undefined {
  return lastPosition(slug)?.imageUrl;
}

/** Resolves when the photo can be painted. */
export function drawPhoto(frame: HTMLElement, url: string): Promise<void> {
  const photo = new Image();
  const crossOrigin = crossOriginFor(url);
  if (crossOrigin) photo.crossOrigin = crossOrigin;
  photo.alt = '';
  photo.fetchPriority = 'high';
  photo.src = url;
  photo.addEventListener('error', removeFirstFrame);
  frame.addEventListener('click', removeFirstFrame);
  frame.append(photo);
  document.documentElement.classList.add(FIRST_PICTURES);
  return photo.decode();
}
