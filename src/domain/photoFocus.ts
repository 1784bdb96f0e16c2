/** A point of a picture, from 0 to 1 of its width and height. */
export interface Focus {
  x: number;
  y: number;
}

/** The place of the point when the picture is turned clockwise by `degrees`, a multiple of 90. */
export function turnedFocus({ x, y }: Focus, degrees: number): Focus {
  let turned = { x, y };
  for (let turns = (degrees / 90) & 3; turns > 0; turns -= 1) turned = { x: 1 - turned.y, y: turned.x };
  return { x: rounded(turned.x), y: rounded(turned.y) };
}

const STEPS = 1_000;

function rounded(share: number): number {
  return Math.round(share * STEPS) / STEPS;
}

/**
 * The focus of a turned picture in its stored form: `x y`, before the turn, so that it stays the same with the next
 * turn.
 */
export function storedFocus(shown: Focus, rotation: number): string {
  const { x, y } = turnedFocus(shown, -rotation);
  return `${x} ${y}`;
}

export function shownFocus(stored: string, rotation: number): Focus {
  const [x = 0, y = 0] = stored.split(' ').map(Number);
  return turnedFocus({ x, y }, rotation);
}

/**
 * The share of the cropped part that lies before the box, so that the focus is as near to the box's middle as the
 * picture's edges allow. `length` counts boxes; a picture that is not longer than its box is centred.
 */
export function shareBefore(length: number, focus = 0.5): number {
  return length > 1 ? within((focus * length - 0.5) / (length - 1)) : 0.5;
}

/** A photo with the facts for cropping; of an old photo, focus and size may be unknown. */
interface Cut {
  focus?: Focus;
  width?: number;
  height?: number;
}

/** The `object-position` of a photo that fills a box; `ratio` is the box's width divided by its height. */
export function cutPosition({ focus, width = 1, height = 1 }: Cut, ratio: number): string {
  const length = width / height / ratio;
  return `${shareBefore(length, focus?.x) * 100}% ${shareBefore(1 / length, focus?.y) * 100}%`;
}

/** The visible part of a cropped picture, from 0 to 1 of its width and height; both ratios are width by height. */
export function cutBox({ x, y }: Focus, { picture, ratio }: { picture: number; ratio: number }) {
  const [width, height] = [Math.min(1, ratio / picture), Math.min(1, picture / ratio)];
  return {
    left: shareBefore(1 / width, x) * (1 - width),
    top: shareBefore(1 / height, y) * (1 - height),
    width,
    height,
  };
}

/** One step of an arrow key. */
const STEP = 0.02;
const STEPS_OF: Record<string, Focus> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};

/** The place to which an arrow key moves the point, within the picture; undefined for other keys. */
export function movedFocus({ x, y }: Focus, key: string): Focus | undefined {
  const by = STEPS_OF[key];
  return by && focusAt(x + by.x, y + by.y);
}

/** The nearest point within the picture, in the precision in which it is stored. */
export function focusAt(x: number, y: number): Focus {
  return { x: rounded(within(x)), y: rounded(within(y)) };
}

function within(share: number): number {
  return Math.min(1, Math.max(0, share));
}
