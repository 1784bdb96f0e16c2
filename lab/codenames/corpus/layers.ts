import type { Point } from '#domain/framing.ts';
import sharp from 'sharp';

/** Red, green, blue and alpha, row by row. */
export interface Layer {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

export async function layerOf(svg: string): Promise<Layer> {
  const { data, info } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) };
}

/** From a pixel of the photo to a place on the layer, both in pixels. */
export type Unproject = (x: number, y: number) => Point;

/** The layer's own shadow on what lies below: aside, and how dark. */
interface Shadow {
  x: number;
  y: number;
  dark: number;
}

export interface Laid {
  layer: Layer;
  unproject: Unproject;
  shadow: Shadow;
}

/** Lays a layer onto the photo as it is seen from where the camera is. */
export function lay(photo: Layer, { layer, unproject, shadow }: Laid): void {
  const { width, height, data } = photo;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = unproject(x + 0.5, y + 0.5);
      const alpha = alphaAt(layer, at);
      const place = (y * width + x) * 4;
      if (alpha < 1) {
        const darker = 1 - shadow.dark * (1 - alpha) * alphaAt(layer, { x: at.x - shadow.x, y: at.y - shadow.y });
        if (darker < 1) for (let channel = 0; channel < 3; channel += 1) data[place + channel]! *= darker;
      }
      if (alpha > 0) blend(data, place, { layer, at });
    }
  }
}

function alphaAt({ width, height, data }: Layer, { x, y }: Point): number {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  if (column < 0 || row < 0 || column >= width || row >= height) return 0;
  return data[(row * width + column) * 4 + 3]! / 255;
}

/** Samples between four pixels of the layer. */
function blend(below: Uint8ClampedArray, place: number, { layer, at: { x, y } }: { layer: Layer; at: Point }): void {
  const { width, height, data } = layer;
  const [left, top] = [Math.max(0, Math.floor(x - 0.5)), Math.max(0, Math.floor(y - 0.5))];
  const [right, bottom] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)];
  const [across, down] = [Math.min(1, Math.max(0, x - 0.5 - left)), Math.min(1, Math.max(0, y - 0.5 - top))];
  const corners = [
    [(top * width + left) * 4, (1 - across) * (1 - down)],
    [(top * width + right) * 4, across * (1 - down)],
    [(bottom * width + left) * 4, (1 - across) * down],
    [(bottom * width + right) * 4, across * down],
  ] as const;
  let [red, green, blue, alpha] = [0, 0, 0, 0];
  for (const [at, share] of corners) {
    const weight = share * (data[at + 3]! / 255);
    red += data[at]! * weight;
    green += data[at + 1]! * weight;
    blue += data[at + 2]! * weight;
    alpha += weight;
  }
  if (alpha <= 0) return;
  below[place] = below[place]! * (1 - alpha) + red;
  below[place + 1] = below[place + 1]! * (1 - alpha) + green;
  below[place + 2] = below[place + 2]! * (1 - alpha) + blue;
}
