import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { deviceName, UNKNOWN_DEVICE } from '#domain/signIn/deviceName.ts';

const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  ['Firefox on Windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'],
  ['Firefox on iPhone', `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${APPLE} FxiOS/145.0 Safari/605.1.15`],
  ['Chrome on Linux', `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`],
  ['Chrome on Android', `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${WEBKIT} Chrome/142.0.0.0 Mobile Safari/537.36`],
  ['Chrome on ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`],
  ['Chrome on iPad', `Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) ${APPLE} CriOS/142.0 Mobile/15E148 Safari/604.1`],
  ['Edge on Windows', `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`],
  ['Opera on Mac', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Chrome/142.0 Safari/537.36 OPR/120.0`],
  [
    'Samsung Internet on Android',
    `Mozilla/5.0 (Linux; Android 14) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0 Safari/537.36`,
  ],
  ['Safari on Mac', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/18.1 Safari/605.1.15`],
  ['Linux', 'Something (Linux)'],
  ['Firefox', 'Firefox/145.0'],
  [UNKNOWN_DEVICE, 'curl/8.5.0'],
  [UNKNOWN_DEVICE, ''],
  [UNKNOWN_DEVICE, undefined],
])('%s', (name, userAgent) => {
  expect(deviceName(userAgent)).toBe(name);
});

test('nothing that a client sends gets into the name', () => {
  fc.assert(
    fc.property(fc.string(), (sent) => deviceName(`<b>${sent}</b>`).length <= 'Samsung Internet on ChromeOS'.length),
  );
});
