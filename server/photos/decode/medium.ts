import sharp, { type Sharp } from 'sharp';
import { type Focus, focusAt } from '#domain/photoFocus.ts';
import { MEDIUM_SIDE } from './decodingLimits.ts';

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

/** Frees the memory of a picture at once. Garbage collection would free it too, but only after some more pictures. */
export function release({ data }: Medium): void {
  if (data.buffer instanceof ArrayBuffer) data.buffer.transfer(0);
}

/** The longer side of the small picture in which the point is looked for. */
const LOOKED_AT_PX = 64;
/** Edges: what is darker than its four neighbours. */
const EDGES = { width: 3, height: 3, kernel: [0, 1, 0, 1, -4, 1, 0, 1, 0], scale: 1 };
/** The height at which faces mostly are, and how far from it edges count less than half. */
const FACES = { height: 0.35, spread: 0.4 };

/**
 * The point around which a picture is cut, from 0 to 1: the middle of all its edges, those at the height of faces first.
 * It stays near the middle of a group. Without any edge it is the picture's own middle. `picture` may be small, which
 * is quicker.
 */
export async function focusOf(picture: Medium): Promise<Focus> {
  const box = { width: LOOKED_AT_PX, height: LOOKED_AT_PX, fit: 'inside', withoutEnlargement: true } as const;
  const edges = fromRaw(picture).resize(box).greyscale().convolve(EDGES).raw();
  const { data, info } = await edges.toBuffer({ resolveWithObject: true });
  const sum = { weight: 0, x: 0, y: 0 };
  for (let at = 0; at < info.width * info.height; at += 1) {
    const x = ((at % info.width) + 0.5) / info.width;
    const y = (Math.floor(at / info.width) + 0.5) / info.height;
    const weight = data.readUInt8(at * info.channels) * Math.exp(-(((y - FACES.height) / FACES.spread) ** 2));
    sum.weight += weight;
    sum.x += weight * x;
    sum.y += weight * y;
  }
  return sum.weight === 0 ? { x: 0.5, y: 0.5 } : focusAt(sum.x / sum.weight, sum.y / sum.weight);
}
