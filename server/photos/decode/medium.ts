import type { Sharp } from 'sharp';

export const MEDIUM_SIDE = 2048;

/** A decoded picture in sRGB, reduced to the size of the variant `medium`, or of the one that takes its place. */
export interface Medium {
  data: Buffer;
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

/** The options for reading a picture of any format. */
export interface ReadPicture {
  medium: Medium;
  /** The size of the whole picture, upright. */
  size: { width: number; height: number };
  exif: Buffer | undefined;
}

export function fitted(input: Sharp, hasAlpha: boolean, longSide = MEDIUM_SIDE): Sharp {
  const small = input.resize({ width: longSide, height: longSide, fit: 'inside', withoutEnlargement: true });
  // JPEG has no transparency: transparent parts become white.
  return hasAlpha ? small.flatten({ background: '#ffffff' }) : small;
}

export function toMedium(picture: Sharp): Promise<Medium> {
  return picture.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
}
