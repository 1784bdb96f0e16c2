import { shuffled } from '#support/random.ts';
import type { Draw } from './draw.ts';

type KeyColour = 'red' | 'blue' | 'bystander' | 'assassin';

export interface Key {
  /** In reading order. */
  cells: KeyColour[];
  starts: 'red' | 'blue';
}

export function drawKey(draw: Draw): Key {
  const starts = draw.oneOf(['red', 'blue'] as const);
  const other = starts === 'red' ? 'blue' : 'red';
  const all: KeyColour[] = [
    ...Array.from({ length: 9 }, () => starts),
    ...Array.from({ length: 8 }, () => other as KeyColour),
    ...Array.from({ length: 7 }, (): KeyColour => 'bystander'),
    'assassin',
  ];
  return { cells: shuffled(draw.whole, all), starts };
}

/** A key card of 200 by 200: dark frame, lights on its four sides, 25 squares. */
export function keyArt({ cells, starts }: Key, draw: Draw): string {
  const reds = draw.oneOf(['#c8352b', '#d9442f', '#b3322c']);
  const blues = draw.oneOf(['#2f6fb3', '#3a7fc4', '#285a9c']);
  const fills: Record<KeyColour, string> = {
    red: reds,
    blue: blues,
    bystander: draw.oneOf(['#e3d3ab', '#d8c59a', '#e8dcc0']),
    assassin: draw.oneOf(['#1d1b1a', '#2a2725']),
  };
  const frame = draw.oneOf(['#3c342c', '#4a4038', '#20262c', '#8a8378']);
  const [start, pitch, side] = [35, 26, draw.between(22.5, 25)];
  const squares = cells.map((cell, index) => {
    const x = start + (index % 5) * pitch + (pitch - side) / 2;
    const y = start + Math.floor(index / 5) * pitch + (pitch - side) / 2;
    const middle = `translate(${x + side / 2} ${y + side / 2})`;
    return `<rect x="${x}" y="${y}" width="${side}" height="${side}" rx="2.5" fill="${fills[cell]}"/>${signOf(cell, middle)}`;
  });
  const lamp = starts === 'red' ? reds : blues;
  const lights = [0, 90, 180, 270].map(
    (turn) =>
      `<rect x="80" y="10" width="40" height="9" rx="4" fill="${lamp}" stroke="#f5ead0" stroke-width="1" transform="rotate(${turn} 100 100)"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600" viewBox="0 0 200 200">
    <rect width="200" height="200" rx="10" fill="#d9cbb0"/><rect x="4" y="4" width="192" height="192" rx="8" fill="${frame}"/>
    <rect x="28" y="28" width="144" height="144" rx="4" fill="#15120f" opacity=".55"/>${lights.join('')}${squares.join('')}</svg>`;
}

/** The sign that is printed on a square beside its colour. */
function signOf(cell: KeyColour, middle: string): string {
  const line = 'fill="none" stroke-width="1.6" opacity=".55"';
  switch (cell) {
    case 'red':
      return `<path transform="${middle}" d="M0 -8l8 8-8 8-8-8z" ${line} stroke="#5f140e"/>`;
    case 'blue':
      return `<circle transform="${middle}" r="7.5" ${line} stroke="#12305c"/>`;
    case 'assassin':
      return `<path transform="${middle}" d="M-6 -6L6 6M6 -6L-6 6" fill="none" stroke-width="2.4" stroke="#b9b4ac"/>`;
    case 'bystander':
      return `<path transform="${middle}" d="M-5 8a5 6 0 0 1 10 0zM0 -7a4 4 0 1 1 0 8a4 4 0 0 1 0-8z" ${line} stroke="#8d7a52"/>`;
  }
}
