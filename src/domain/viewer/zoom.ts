// The position of a picture on the stage of the viewer. All lengths are CSS pixels; points are measured from the middle
// of the stage.

import type { Point, Size } from '../framing.ts';

/** The scale of the picture relative to its fitted size, and the position of its middle. */
export interface Zoom extends Point {
  scale: number;
}

/** The stage, and the size of the fitted picture on it. */
export interface Frame {
  stage: Size;
  picture: Size;
}

export const FITTED: Zoom = { scale: 1, x: 0, y: 0 };
export const LARGEST_SCALE = 8;
/** The factor by which a press on + enlarges the picture, and a press on - makes it smaller. */
export const ZOOM_STEP = 1.5;
const DOUBLE_CLICK_SCALE = 2.5;
/** The factor for each pixel that a mouse wheel scrolls. One notch of most wheels is about 100 pixels. */
const SCALE_PER_WHEEL_PX = 1.0015;

/** The largest size at which a picture is wholly on the stage; small pictures are not enlarged. */
export function fittedSize({ width, height }: Size, stage: Size): Size {
  if (width <= 0 || height <= 0) return { width: 0, height: 0 };
  const scale = Math.min(1, stage.width / width, stage.height / height);
  return { width: width * scale, height: height * scale };
}

export function isZoomed({ scale }: Zoom): boolean {
  return scale > 1;
}

/** Zooms by a factor; the point stays in its place as far as the picture's edges allow. */
export function zoomedBy(zoom: Zoom, factor: number, { at, frame }: { at: Point; frame: Frame }): Zoom {
  const scale = clamp(zoom.scale * factor, 1, LARGEST_SCALE);
  const grown = scale / zoom.scale;
  return within({ scale, x: at.x + (zoom.x - at.x) * grown, y: at.y + (zoom.y - at.y) * grown }, frame);
}

export function pannedBy(zoom: Zoom, by: Point, frame: Frame): Zoom {
  return within({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, frame);
}

/** A double click shows the point larger, and a second one the whole picture again. */
export function toggledAt(zoom: Zoom, at: Point, frame: Frame): Zoom {
  return isZoomed(zoom) ? FITTED : zoomedBy(zoom, DOUBLE_CLICK_SCALE, { at, frame });
}

export function wheelFactor(deltaY: number): number {
  return SCALE_PER_WHEEL_PX ** -clamp(deltaY, -300, 300);
}

/** Follows two fingers: the point between them stays between them. */
export function pinched(zoom: Zoom, { from, to }: { from: Fingers; to: Fingers }, frame: Frame): Zoom {
  const [start, end] = [middle(from), middle(to)];
  const moved = { ...zoom, x: zoom.x + end.x - start.x, y: zoom.y + end.y - start.y };
  return zoomedBy(moved, distance(to) / Math.max(1, distance(from)), { at: end, frame });
}

export type Fingers = readonly [Point, Point];

/** Keeps the picture's edges at or beyond those of the stage; where the picture is smaller, it is centred. */
function within({ scale, x, y }: Zoom, { stage, picture }: Frame): Zoom {
  const roomX = Math.max(0, (picture.width * scale - stage.width) / 2);
  const roomY = Math.max(0, (picture.height * scale - stage.height) / 2);
  return { scale, x: clamp(x, -roomX, roomX), y: clamp(y, -roomY, roomY) };
}

function middle([one, other]: Fingers): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

function distance([one, other]: Fingers): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

function clamp(value: number, least: number, most: number): number {
  // Adding 0 turns -0 into 0.
  return Math.min(most, Math.max(least, value)) + 0;
}
