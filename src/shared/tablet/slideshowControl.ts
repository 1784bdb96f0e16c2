import type { Photo } from '#contract/photos/schemas.ts';
import { createListeners } from '#domain/listeners.ts';
import { createObservable } from '#src/shared/state/observable.ts';

type SlideshowCommand = 'next' | 'previous' | 'pause' | 'resume' | { show: Pick<Photo, 'albumSlug' | 'filename'> };

const commands = createListeners<[SlideshowCommand]>();

/** The photo that a running slideshow has on screen. */
export const photoOnScreen = createObservable<Photo | undefined>(undefined);

/** Whether that slideshow was paused. */
export const pausedOnScreen = createObservable(false);

/** Called by a running slideshow; returns an unsubscribe function. */
export const onSlideshowCommand = commands.subscribe;

/** Sends a command to the running slideshow, if there is one. */
export const commandSlideshow = commands.notify;
