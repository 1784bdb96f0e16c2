import sharp from 'sharp';
import type { Draw } from './draw.ts';
import type { Layer } from './layers.ts';

/** All that is between a table and its photo. Shares are from 0 to 1. */
export interface Flaws {
  glare: number;
  shadow: number;
  blurPx: number;
  dim: number;
  /** The spread of the sensor's noise, of 255. */
  noise: number;
  /** Below 0 the light is bluish, above it yellow. */
  warmth: number;
  /** The quality of the JPEG. */
  quality: number;
  draw: Draw;
}

/** The photo as a JPEG. */
export async function withFlaws(photo: Layer, flaws: Flaws): Promise<Buffer> {
  const { width, height } = photo;
  light(photo, flaws);
  const raw = { raw: { width, height, channels: 4 as const } };
  const soft = await sharp(Buffer.from(photo.data.buffer), raw).removeAlpha().blur(flaws.blurPx).raw().toBuffer();
  addNoise(soft, flaws);
  return sharp(soft, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: flaws.quality })
    .toBuffer();
}

function light({ width, height, data }: Layer, flaws: Flaws): void {
  const { draw, dim, warmth, shadow, glare } = flaws;
  const tint = [1 + warmth, 1, 1 - warmth];
  const darker = (1 - dim) * draw.between(0.88, 1.05);
  const edge = {
    x: draw.between(-1, 1),
    y: draw.between(-1, 1),
    at: draw.between(-0.25, 0.25),
    soft: draw.between(0.02, 0.2),
  };
  const spots = Array.from({ length: glare > 0 ? draw.whole(2) + 1 : 0 }, () => ({
    x: draw.between(0.2, 0.8) * width,
    y: draw.between(0.2, 0.8) * height,
    radius: draw.between(0.09, 0.2) * Math.max(width, height),
  }));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const beyond = ((x / width - 0.5) * edge.x + (y / height - 0.5) * edge.y - edge.at) / edge.soft;
      const inShadow = shadow / (1 + Math.exp(-4 * beyond));
      let shine = 0;
      for (const { x: left, y: top, radius } of spots)
        shine += glare * Math.exp(-(((x - left) / radius) ** 2 + ((y - top) / (radius * 0.7)) ** 2));
      const place = (y * width + x) * 4;
      for (let channel = 0; channel < 3; channel += 1)
        data[place + channel] =
          data[place + channel]! * darker * (1 - inShadow) * tint[channel]! + 235 * Math.min(1, shine);
    }
  }
}

function addNoise(pixels: Buffer, { noise, draw }: Flaws): void {
  // A table of noise is walked through at odd steps: a draw for each value would take seconds.
  const table = Array.from(
    { length: 4093 },
    () => (draw.between(-1, 1) + draw.between(-1, 1) + draw.between(-1, 1)) * noise * 0.8,
  );
  let at = draw.whole(4093);
  for (let place = 0; place < pixels.length; place += 1) {
    at = (at * 7 + place * 13 + 1) % 4093;
    pixels[place] = Math.min(255, Math.max(0, pixels[place]! + table[at]!));
  }
}
