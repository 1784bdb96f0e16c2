/** A point of a picture, from 0 to 1 of its width and height. */
export interface Focus {
  x: number;
  y: number;
}

/** Where the point is when the picture is turned clockwise by so many degrees, a multiple of 90. */
export function turnedFocus({ x, y }: Focus, degrees: number): Focus {
  let turned = { x, y };
  for (let turns = (degrees / 90) & 3; turns > 0; turns -= 1) turned = { x: 1 - turned.y, y: turned.x };
  return { x: rounded(turned.x), y: rounded(turned.y) };
}

const STEPS = 1_000;

function rounded(share: number): number {
  return Math.round(share * STEPS) / STEPS;
}

/** The focus of a turned picture as it is stored: `x y`, before the turn. So nothing is stored anew with the next turn. */
export function storedFocus(shown: Focus, rotation: number): string {
  const { x, y } = turnedFocus(shown, -rotation);
  return `${x} ${y}`;
}

export function shownFocus(stored: string, rotation: number): Focus {
  const [x = 0, y = 0] = stored.split(' ').map(Number);
  return turnedFocus({ x, y }, rotation);
}
