/** The longer side of the image `medium`. */
export const MEDIUM_SIDE = 2048;
/** A picture one pixel high and a million wide is no photo and only costs time. */
const MAX_SIDE = 32_767;
/** The memory of the process without a picture. */
export const RESTING_BYTES = 90 * 1024 * 1024;

export class TooManyPixelsError extends Error {
  override name = 'TooManyPixelsError';
}

/** The picture needs more memory than its process may take; thrown before that memory is taken. */
export class TooMuchMemoryError extends Error {
  override name = 'TooMuchMemoryError';
}

export function checkPixels({ width, height }: { width: number; height: number }, maxPixels: number): void {
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > maxPixels) throw new TooManyPixelsError();
}
