import type { PhotoAbout } from '#domain/takeout/photoAbout.ts';

const noted = new WeakMap<File, PhotoAbout>();

/** Notes facts from a file beside a picture, to be sent with it. */
export function noteAbout(file: File, about: PhotoAbout): void {
  noted.set(file, about);
}

export function aboutFile(file: File): PhotoAbout | undefined {
  return noted.get(file);
}
