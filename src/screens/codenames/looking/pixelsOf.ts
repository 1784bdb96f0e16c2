import { limitSide } from '#domain/codenames/framing.ts';
import type { Pixels } from '#domain/codenames/finding/pixels.ts';
import type { BoardPhoto } from '#domain/codenames/game.ts';

/** A photo's pixels, scaled down to a longest side. */
export async function pixelsOf(photo: BoardPhoto, longestSide = Infinity): Promise<Pixels> {
  const image = new Image();
  image.src = photo.dataUrl;
  await image.decode();
  const { width, height } = limitSide(photo, longestSide);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  try {
    const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
    if (!context) throw new Error('This device has no memory left to look at a photo');
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, width, height);
    const { data } = context.getImageData(0, 0, width, height);
    return { width, height, data };
  } finally {
    // Safari keeps a canvas's memory until the canvas is garbage-collected, unless its size is set to zero.
    canvas.width = 0;
    canvas.height = 0;
  }
}
