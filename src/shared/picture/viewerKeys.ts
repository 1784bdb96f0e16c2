import { useEffect, useEffectEvent } from 'react';
import { ZOOM_STEP } from '#domain/viewer/zoom.ts';
import type { PictureControl } from './usePicture.ts';

/** Elements in which these keys have another meaning. */
const FIELDS = 'textarea, input:not([type=checkbox])';

/**
 * Keys anywhere on the page: a button that has just been pressed and removed leaves the focus with no element at all.
 *
 * @param press Returns whether the key meant something.
 */
export function useKeys(press: (event: KeyboardEvent) => boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest(FIELDS)) return;
    // The keys belong to the dialog over the viewer.
    if (document.querySelector('dialog dialog[open]')) return;
    if (press(event)) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

const PAN_PX = 80;
const PANS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: PAN_PX, y: 0 },
  ArrowRight: { x: -PAN_PX, y: 0 },
  ArrowUp: { x: 0, y: PAN_PX },
  ArrowDown: { x: 0, y: -PAN_PX },
};

/** Returns whether the key has to do with the zoom. */
export function pressZoomKey(key: string, { zoom }: PictureControl): boolean {
  const pan = zoom.isZoomed ? PANS[key] : undefined;
  if (key === '+' || key === '=') zoom.zoomBy(ZOOM_STEP);
  else if (key === '-') zoom.zoomBy(1 / ZOOM_STEP);
  else if (key === '0') zoom.reset();
  else if (pan) zoom.panBy(pan);
  else return false;
  return true;
}
