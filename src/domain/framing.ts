export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Rectangle extends Size {
  x: number;
  y: number;
}

/** The part of a source that `object-fit: cover` shows in a box. */
export function coverCrop(source: Size, box: Size): Rectangle {
  const scale = Math.max(box.width / source.width, box.height / source.height);
  const width = Math.min(source.width, box.width / scale);
  const height = Math.min(source.height, box.height / scale);
  return { x: (source.width - width) / 2, y: (source.height - height) / 2, width, height };
}

/** The largest size of a given shape in a box. */
export function containSize(shape: Size, box: Size): Size {
  const scale = Math.min(box.width / shape.width, box.height / shape.height);
  return { width: shape.width * scale, height: shape.height * scale };
}

/** Scales down, never up, to whole pixels. */
export function limitSide(size: Size, longestSide: number): Size {
  const scale = Math.min(1, longestSide / Math.max(size.width, size.height));
  return { width: Math.max(1, Math.round(size.width * scale)), height: Math.max(1, Math.round(size.height * scale)) };
}
