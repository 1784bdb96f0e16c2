import sharp, { type Sharp } from 'sharp';
import { type Focus, turnedFocus } from '#domain/photoFocus.ts';

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

export function fromRaw({ data, info }: Medium): Sharp {
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}

export function toMedium(picture: Sharp): Promise<Medium> {
  return picture.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
}

/** The longer side of the picture in which libvips looks for the point, and of the one in which it weighs it. */
const LOOKED_AT_PX = 128;
const WEIGHED_PX = 32;

/** The point that people look at first, as libvips finds it, from 0 to 1. */
export async function focusOf(medium: Medium): Promise<Focus> {
  const { width, height } = medium.info;
  const scale = Math.min(1, LOOKED_AT_PX / Math.max(width, height));
  // libvips looks for it only where it has to cut something off: here the half.
  const box = { width: Math.ceil((width * scale) / 2), height: Math.ceil(height * scale) };
  const cut = fromRaw(medium).resize({ ...box, fit: 'cover', position: sharp.strategy.attention });
  const { attentionX, attentionY } = (await cut.toBuffer({ resolveWithObject: true })).info;
  if (attentionX === undefined || attentionY === undefined) return { x: 0.5, y: 0.5 };
  // Both are in pixels of the whole picture, scaled for the cut; the point is the middle of the weighed pixel there.
  const cutScale = Math.max(box.width / width, box.height / height);
  const half = (Math.max(width, height) * cutScale) / WEIGHED_PX / 2;
  const share = (at: number, side: number) => Math.min(1, (at + half) / (side * cutScale));
  return turnedFocus({ x: share(attentionX, width), y: share(attentionY, height) }, 0);
}
