const MILLION = 1_000_000;

/** '4,032 × 3,024 (12.2 MP)'; small pictures without the millions. */
export function pixelsText(width: number, height: number): string {
  const millions = (width * height) / MILLION;
  const text = `${width.toLocaleString('en')} × ${height.toLocaleString('en')}`;
  return millions < 0.1 ? text : `${text} (${millions.toFixed(1)} MP)`;
}
