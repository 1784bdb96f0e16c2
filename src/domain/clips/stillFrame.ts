const BYTES_PER_PIXEL = 4;
/** Brightness out of 255: videos begin in a black or white that is not quite so. */
const BLACK = 20;
const WHITE = 235;
/** The share of pixels that make a frame black or white: subtitles and time codes stand on such frames too. */
const MOST = 0.97;

/** Whether a frame is black or white all over, by its pixels in the order of a canvas (red, green, blue, alpha). */
export function isBlank(pixels: Uint8ClampedArray): boolean {
  const count = pixels.length / BYTES_PER_PIXEL;
  let black = 0;
  let white = 0;
  for (let at = 0; at < pixels.length; at += BYTES_PER_PIXEL) {
    const light = Math.max(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
    const least = Math.min(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
    if (light <= BLACK) black += 1;
    if (least >= WHITE) white += 1;
  }
  return black >= count * MOST || white >= count * MOST;
}

interface Sizes {
  width: number;
  height: number;
  seconds: number;
}

/** The bits a second of a clip in high definition: more shows no difference on a tablet. */
const FULL_BITS = 8_000_000;
const FULL_PIXELS = 1920 * 1080;
/** Encoders give somewhat more than they are asked for. */
const CAUTION = 0.85;

/** The bits a second with which a clip is encoded, so that it stays within `bytes`. */
export function clipBits({ width, height, seconds }: Sizes, bytes: number): number {
  const wanted = FULL_BITS * Math.min(1, Math.sqrt((width * height) / FULL_PIXELS));
  return Math.floor(Math.min(wanted, (bytes * 8 * CAUTION) / Math.max(1, seconds)));
}
