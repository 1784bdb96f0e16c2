import type { ComponentType } from 'react';
import { Diary } from './diary/diary.ts';
import { GuestCorner } from './guests/GuestCorner.tsx';
import type { News } from './slots.ts';

// The subjects by name that come after the wall's first screen.

/** Shown in a corner of the slideshow and of the home. */
export const CORNERS: Readonly<Record<string, ComponentType>> = {
  guests: GuestCorner,
};

export const NEWS: Readonly<Record<string, new (apiKey: string) => News>> = {
  diary: Diary,
};
