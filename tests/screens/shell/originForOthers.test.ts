import { afterEach, expect, it } from 'vitest';
import { originForOthers } from '#src/device/originForOthers.ts';

afterEach(() => delete window.environment);

const { hostname, origin } = window.location;

it.each([
  [undefined, origin],
  [80, `http://${hostname}`],
  [8080, `http://${hostname}:8080`],
])('with the page for devices at port %s other devices are led to %s', (trustPort, expected) => {
  window.environment = trustPort === undefined ? {} : { trustPort };
  expect(originForOthers()).toBe(expected);
});
