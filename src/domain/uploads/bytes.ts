const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** As disks and phones count: 1 MB is a million bytes. */
export function bytesText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // 999.95 would be shown as 1000.0.
  while (value >= 999.95 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}
