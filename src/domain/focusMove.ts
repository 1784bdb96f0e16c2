/** The edges of an element, in pixels. */
type Box = Pick<DOMRectReadOnly, 'left' | 'right' | 'top' | 'bottom'>;

const AXES = {
  ArrowLeft: { isAcross: true, sign: -1 },
  ArrowRight: { isAcross: true, sign: 1 },
  ArrowUp: { isAcross: false, sign: -1 },
  ArrowDown: { isAcross: false, sign: 1 },
} as const;

type ArrowKey = keyof typeof AXES;

export function isArrowKey(key: string): key is ArrowKey {
  return Object.keys(AXES).includes(key);
}

/** The weight of an element's distance from the arrow's line: an element beside the line counts as farther away. */
const BESIDE_WEIGHT = 3;
const OFF_MIDDLE_WEIGHT = 0.1;

/** The index of the box to which an arrow key leads from another box; undefined where there is none on that side. */
export function nextBox(key: ArrowKey, from: Box, boxes: readonly Box[]): number | undefined {
  let best: { index: number; distance: number } | undefined;
  for (const [index, box] of boxes.entries()) {
    const distance = distanceTo(key, from, box);
    if (distance !== undefined && (!best || distance < best.distance)) best = { index, distance };
  }
  return best?.index;
}

function distanceTo(key: ArrowKey, from: Box, to: Box): number | undefined {
  const { isAcross, sign } = AXES[key];
  const across = middle(to.left, to.right) - middle(from.left, from.right);
  const down = middle(to.top, to.bottom) - middle(from.top, from.bottom);
  const along = (isAcross ? across : down) * sign;
  if (along < 1) return undefined;
  const beside = isAcross
    ? Math.max(to.top - from.bottom, from.top - to.bottom, 0)
    : Math.max(to.left - from.right, from.left - to.right, 0);
  // The left and right arrows stay in their row.
  if (isAcross && beside > 0) return undefined;
  return along + beside * BESIDE_WEIGHT + Math.abs(isAcross ? down : across) * OFF_MIDDLE_WEIGHT;
}

function middle(one: number, other: number): number {
  return (one + other) / 2;
}
