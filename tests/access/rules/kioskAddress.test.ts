import { expect, test } from 'vitest';
import { keyInAddress, kioskAddressWith } from '#domain/access/kioskAddress.ts';

const keyOf = (address: string) => keyInAddress(new URL(address, 'http://tree.example'));

test.each([
  ['/circuit-tree?apiKey=k', 'k'],
  ['/circuit-tree/photos/summer?slideshow=true&apiKey=k', 'k'],
  ['/circuit-tree/?apiKey=1e5', '1e5'],
  ['/circuit-tree?apiKey=a%2Bb%20c%26d', 'a+b c&d'],
  ['/circuit-tree/photos?apiKey=a%2Bb', 'a+b'],
  ['/circuit-tree/nowhere?apiKey=k', 'k'],
  ['/circuit-tree?apiKey=first&apiKey=last', 'last'],
])('%s holds a key', (address, key) => {
  expect(keyOf(address)).toBe(key);
});

test.each([
  '/circuit-tree',
  '/circuit-tree?apiKey=',
  '/circuit-tree?apikey=k',
  '/?apiKey=k',
  '/admin?apiKey=k',
  '/circuit-treehouse?apiKey=k',
  '/circuit-trees?apiKey=k',
  '/test/nodes-socket?apiKey=k',
])('%s holds none', (address) => {
  expect(keyOf(address)).toBeUndefined();
});

test('the question mark may be left out', () => {
  expect(keyInAddress({ pathname: '/circuit-tree', search: 'apiKey=k' })).toBe('k');
});

test('an address made with a key holds that key', () => {
  expect(kioskAddressWith('a+b c&d')).toBe('/circuit-tree?apiKey=a%2Bb%20c%26d');
  expect(keyOf(kioskAddressWith('a+b c&d'))).toBe('a+b c&d');
});
