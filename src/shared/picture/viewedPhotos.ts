import type { Photo } from '#contract/photos/schemas.ts';

/** A list of photos that the viewer goes through. */
export interface ViewedPhotos {
  photos: readonly Photo[];
  /** The photo's name in the address. */
  keyOf: (photo: Photo) => string;
  albumOf: (photo: Photo) => { id: string; name: string };
}

/** The shown photo, with the facts about it from its list. */
export interface ViewedPhoto {
  photo: Photo;
  albumId: string;
  /** The words of a screen reader for the photo. */
  label: string;
}
