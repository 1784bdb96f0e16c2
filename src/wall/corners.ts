import type { ComponentType } from 'react';
import { GuestCorner } from './guests/GuestCorner.tsx';

/** The components in a corner of the slideshow and of the home, by subject. */
export const CORNERS: Readonly<Record<string, ComponentType>> = {
  guests: GuestCorner,
};
