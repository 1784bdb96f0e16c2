import type { ComponentType } from 'react';
import type { Album } from '#contract/photos/schemas.ts';

/** Something that can be done with an album, besides changing the album itself. */
export interface AlbumOffer {
  /** The words of the albums' menus. */
  label: string;
  /** The button at the head of an open album. */
  Button: ComponentType<{ album: Album; onPress: () => void }>;
  Dialog: ComponentType<{ album: Album; onClose: () => void }>;
}

/** For people who may change albums. */
export const albumOffers: AlbumOffer[] = [];
