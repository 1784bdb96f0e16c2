const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** Uses decimal units, as disks and phones do: 1 MB is a million bytes. */
export function bytesText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // 999.95 would be rounded to 1000.0, so the next unit is used from there on.
  while (value >= 999.95 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}

const MILLION = 1_000_000;

/** '4,032 × 3,024 (12.2 MP)'; small pictures without the millions. */
export function pixelsText(width: number, height: number): string {
  const millions = (width * height) / MILLION;
  const text = `${width.toLocaleString('en')} × ${height.toLocaleString('en')}`;
  return millions < 0.1 ? text : `${text} (${millions.toFixed(1)} MP)`;
}
