import { expect, it } from 'vitest';
import { bytesText } from '#domain/text/sizes.ts';

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1.0 kB'],
  [1_234_567, '1.2 MB'],
  [999_949, '999.9 kB'],
  [999_950, '1.0 MB'],
  [999_999, '1.0 MB'],
  [5_000_000_000, '5.0 GB'],
  [999_950_000_000, '1.0 TB'],
  [7_000_000_000_000, '7.0 TB'],
  [7_000_000_000_000_000, '7000.0 TB'],
])('%i bytes are %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text);
});
