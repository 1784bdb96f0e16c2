import { expect, it } from 'vitest';
import { pixelsText } from '#domain/text/sizes.ts';

it.each([
  [4032, 3024, '4,032 × 3,024 (12.2 MP)'],
  [640, 480, '640 × 480 (0.3 MP)'],
  [80, 60, '80 × 60'],
])('%i by %i is %s', (width, height, text) => {
  expect(pixelsText(width, height)).toBe(text);
});
