import type { Place } from '#contract/programme/schemas.ts';

const DEGREES = /^([+-]?\d{1,3}(?:\.\d+)?)\s*°?\s*([NSEW]?)$/;

/** Reads a place as maps give it: '52.52, 13.405' or '33.87 S, 151.21 E'. Undefined for anything else. */
export function placeFrom(text: string): Place | undefined {
  const parts = text.includes(',') ? text.split(',') : text.trim().split(/\s(?=[+-]?\d)/);
  if (parts.length !== 2) return undefined;
  const latitude = degrees(parts[0] ?? '', 'NS', 90);
  const longitude = degrees(parts[1] ?? '', 'EW', 180);
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
}

/** `letters`: first the letter for positive degrees, then the one for negative ones. */
function degrees(text: string, letters: 'NS' | 'EW', most: number): number | undefined {
  const [, number, letter = ''] = DEGREES.exec(text.trim().toUpperCase()) ?? [];
  if (!letters.includes(letter)) return undefined;
  const value = letter === letters.charAt(1) ? -Number(number) : Number(number);
  // Without a number it is NaN, for which the comparison is false.
  return Math.abs(value) <= most ? value : undefined;
}

/** The place as it is typed, to a hundred metres, since nobody's sunset differs by more. */
export function placeText({ latitude, longitude }: Place): string {
  return `${rounded(latitude)}, ${rounded(longitude)}`;
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
