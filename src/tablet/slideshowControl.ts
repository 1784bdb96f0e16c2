import type { Photo } from '#contract/schemas/photos.ts';
import { createObservable } from '../state/observable.ts';

type SlideshowCommand = 'next' | 'previous' | 'pause' | 'resume' | { show: Pick<Photo, 'albumSlug' | 'filename'> };

type Listener = (command: SlideshowCommand) => void;

const listeners = new Set<Listener>();

/** The photo that a running slideshow has on screen. */
export const photoOnScreen = createObservable<Photo | undefined>(undefined);

/** Whether that slideshow was told to pause. */
export const pausedOnScreen = createObservable(false);

/** Called by a running slideshow; returns an unsubscribe function. */
export function onSlideshowCommand(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says something to the running slideshow, if there is one. */
export function commandSlideshow(command: SlideshowCommand): void {
  for (const listener of listeners) listener(command);
}
