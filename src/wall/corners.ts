import type { ComponentType } from 'react';
import { GuestCorner } from './guests/GuestCorner.tsx';

/** What is shown in a corner of the slideshow and of the home, by name. */
export const CORNERS: Readonly<Record<string, ComponentType>> = {
  guests: GuestCorner,
};
