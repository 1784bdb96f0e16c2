import { expect, test } from 'vitest';
import { reachableOrigin } from '#domain/addresses/reachableOrigin.ts';

test.each([
  [undefined, 'https://[fd00::7]:8443'],
  [80, 'http://[fd00::7]'],
  [8080, 'http://[fd00::7]:8080'],
])('with the page for devices at port %s other devices are led to %s', (trustPort, expected) => {
  expect(reachableOrigin(new URL('https://[fd00::7]:8443/admin'), trustPort)).toBe(expected);
});
