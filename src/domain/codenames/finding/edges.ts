import { boxBlurred, type Grey } from './pixels.ts';

/** Added to each brightness before its logarithm, so that noise in the dark is no edge. */
const DARKNESS = 14;

/**
 * The difference of each pixel from its neighbours, in the colour that differs most. Logarithms make a step of a third the
 * same step in light and in shadow.
 */
export function edgesOf(planes: readonly Grey[]): Grey {
  const [first] = planes;
  if (!first) throw new Error('A picture has colours');
  const { width, height } = first;
  const edges = new Float32Array(width * height);
  for (const plane of planes) {
    const logs = boxBlurred({ width, height, data: plane.data.map((value) => Math.log(value + DARKNESS)) }, 1).data;
    for (let y = 1; y < height - 1; y += 1) {
      for (let x = 1; x < width - 1; x += 1) {
        const place = y * width + x;
        const across = (logs[place + 1] ?? 0) - (logs[place - 1] ?? 0);
        const down = (logs[place + width] ?? 0) - (logs[place - width] ?? 0);
        const strength = Math.abs(across) + Math.abs(down);
        if (strength > (edges[place] ?? 0)) edges[place] = strength;
      }
    }
  }
  return { width, height, data: edges };
}
