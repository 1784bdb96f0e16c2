import { expect, test } from 'vitest';
import { deviceKind, isAppleTouchDevice } from '#domain/deviceKind.ts';

test.each([
  [
    'Mozilla/5.0 (Linux; Android 14; SM-X200) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36',
    'android',
  ],
  ['Mozilla/5.0 (Android 14; Tablet; rv:128.0) Gecko/128.0 Firefox/128.0', 'firefox'],
  ['Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 Version/12.1 Safari/604.1', 'ipad'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Safari/604.1', 'ipad'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15', 'macos'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0', 'windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'firefox'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36', 'linux'],
  ['', 'linux'],
])('%s is shown the steps for %s', (userAgent, kind) => {
  expect(deviceKind(userAgent)).toBe(kind);
});

test.each([
  ['iPad', 0, true],
  ['iPhone', 5, true],
  ['iPod', 0, true],
  ['Macintosh', 0, false],
  ['Macintosh', 1, false],
  ['Macintosh', 5, true],
  ['Windows', 10, false],
])('%s with %d points of touch is a touch device of Apple: %s', (system, maxTouchPoints, expected) => {
  expect(isAppleTouchDevice({ userAgent: `Mozilla/5.0 (${system})`, maxTouchPoints })).toBe(expected);
});
