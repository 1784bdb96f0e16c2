import type { Point } from '#domain/framing.ts';
/** Where the camera is and how it is held. Angles in radians. */
export interface View {
  width: number;
  height: number;
  /** The turn of the table in the picture. */
  roll: number;
  /** From straight above. */
  tilt: number;
  /** From which side of the table it looks. */
  side: number;
  /** The pixels that a unit of the table takes in the middle. */
  scale: number;
  /** By how many pixels the middle of the board is off the middle of the picture. */
  aside: Point;
}

/** The distance of the camera, by the longer side of the picture: a phone's usual lens. */
const DISTANCE = 1.05;

/** From a place on the table to a pixel of the photo. */
export function projected(view: View, { x, y }: Point): Point {
  const { width, height, roll, tilt, side, scale, aside } = view;
  const turned = rotated({ x: x * scale, y: y * scale }, roll - side);
  const distance = DISTANCE * Math.max(width, height);
  const depth = distance / (distance - turned.y * Math.sin(tilt));
  const seen = rotated({ x: turned.x * depth, y: turned.y * Math.cos(tilt) * depth }, side);
  return { x: width / 2 + aside.x + seen.x, y: height / 2 + aside.y + seen.y };
}

function rotated({ x, y }: Point, angle: number): Point {
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  return { x: x * cosine - y * sine, y: x * sine + y * cosine };
}
