import { expect, test } from 'vitest';
import { qrPath } from '#src/shared/ui/qrCode/qrPath.ts';

test('an address of a house fits into a code of 29 modules with a quiet zone of four around', () => {
  const { size, path } = qrPath('https://photos.home.example/admin/tablets?code=ABCDEF');
  expect(size).toBe(33 + 8);
  const places = [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => [Number(x), Number(y)]);
  expect(places.length).toBeGreaterThan(300);
  expect(Math.min(...places.flat())).toBe(4);
  expect(Math.max(...places.flat())).toBe(size - 5);
});
