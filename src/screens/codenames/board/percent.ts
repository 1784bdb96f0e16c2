/** A fraction of a box as a CSS length in it. */
export function percent(fraction: number): string {
  return `${fraction * 100}%`;
}
