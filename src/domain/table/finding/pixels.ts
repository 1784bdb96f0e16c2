import { limitSide } from '#domain/framing.ts';

/** Red, green, blue and alpha of each pixel, row by row, as a canvas gives them. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8ClampedArray<ArrayBuffer> | Uint8Array<ArrayBuffer>;
}

/** One number for each pixel, row by row. */
export interface Grey {
  width: number;
  height: number;
  data: Float32Array;
}

/** Red, green and blue apart, on a smaller picture, each pixel the mean of those it stands for. */
export function shrunk(pixels: Pixels, longestSide: number): [Grey, Grey, Grey] {
  const { width, height } = limitSide(pixels, longestSide);
  const plane = () => ({ width, height, data: new Float32Array(width * height) });
  const planes: [Grey, Grey, Grey] = [plane(), plane(), plane()];
  const [red, green, blue] = planes;
  const counts = new Float32Array(width * height);
  const columns = Int32Array.from({ length: pixels.width }, (_, x) => Math.floor((x * width) / pixels.width));
  for (let y = 0; y < pixels.height; y += 1) {
    const row = Math.floor((y * height) / pixels.height) * width;
    for (let x = 0; x < pixels.width; x += 1) {
      const to = row + at(columns, x);
      const from = (y * pixels.width + x) * 4;
      counts[to] = at(counts, to) + 1;
      red.data[to] = at(red.data, to) + at(pixels.data, from);
      green.data[to] = at(green.data, to) + at(pixels.data, from + 1);
      blue.data[to] = at(blue.data, to) + at(pixels.data, from + 2);
    }
  }
  for (const { data } of planes)
    for (let place = 0; place < data.length; place += 1) data[place] = at(data, place) / at(counts, place);
  return planes;
}

function at(data: ArrayLike<number>, index: number): number {
  return data[index] ?? 0;
}

/** The mean of the square around each pixel, `radius` pixels to each side. */
export function boxBlurred(grey: Grey, radius: number): Grey {
  return transposedBlur(transposedBlur(grey, radius), radius);
}

/** Blurs along the rows, and turns rows into columns: twice of it is a blur both ways. */
function transposedBlur({ width, height, data }: Grey, radius: number): Grey {
  const out = new Float32Array(data.length);
  for (let y = 0; y < height; y += 1) {
    const row = y * width;
    let sum = 0;
    let count = 0;
    for (let x = -radius; x < width; x += 1) {
      if (x + radius < width) {
        sum += at(data, row + x + radius);
        count += 1;
      }
      if (x - radius - 1 >= 0) {
        sum -= at(data, row + x - radius - 1);
        count -= 1;
      }
      if (x >= 0) out[x * height + y] = sum / count;
    }
  }
  return { width: height, height: width, data: out };
}

export type Colour = readonly [number, number, number];

/** The colour of the pixel at a place, or of the nearest one. */
export function colourAt({ width, height, data }: Pixels, x: number, y: number): Colour {
  const column = Math.min(width - 1, Math.max(0, Math.floor(x)));
  const row = Math.min(height - 1, Math.max(0, Math.floor(y)));
  const place = (row * width + column) * 4;
  return [data[place] ?? 0, data[place + 1] ?? 0, data[place + 2] ?? 0];
}

export function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0;
}
