/** A time as a part of a file name, such as `2026-03-01T03-00-00Z`: sorted by name they are in the order of their times. */
export function datedName(milliseconds: number): string {
  return new Date(milliseconds)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
}
