import { expect, test } from 'vitest';
import { beginningAddress } from '../../../../src/domain/tablets/beginningAddress.ts';

test.each([
  ['/circuit-tree/clock', '/circuit-tree', '?apiKey=a%2Fb+c', '/circuit-tree/clock?apiKey=a%2Fb+c'],
  ['/circuit-tree/clock', '/circuit-tree/', '?launch=home-screen', '/circuit-tree/clock?launch=home-screen'],
  [
    '/circuit-tree/photos?slideshow=true',
    '/circuit-tree',
    '?apiKey=1?2',
    '/circuit-tree/photos?slideshow=true&apiKey=1?2',
  ],
  ['', '/circuit-tree', '?apiKey=1', undefined],
  ['/circuit-tree/clock', '/circuit-tree/photos', '?apiKey=1', undefined],
])('with "%s", %s%s becomes %s', (...row) => {
  const [beginsAt, pathname = '', search = '', address] = row;
  expect(beginningAddress(beginsAt ?? '', { pathname, search })).toBe(address);
});
