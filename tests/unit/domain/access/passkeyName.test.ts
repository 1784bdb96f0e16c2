import { expect, test } from 'vitest';
import { passkeyName } from '../../../../src/domain/access/passkeyName.ts';

const device = 'Chrome on Windows';

test.each([
  ['a part of the device', { transports: ['internal', 'hybrid'], attachment: 'platform' }, device],
  ['a part, by a browser that tells the transports only', { transports: ['internal'], attachment: undefined }, device],
  ['a phone that scanned a code', { transports: ['internal', 'hybrid'], attachment: 'cross-platform' }, 'Phone'],
  ['a stick', { transports: ['usb', 'nfc'], attachment: 'cross-platform' }, 'Security key'],
  ['nothing told', { transports: [], attachment: undefined }, device],
])('a passkey is named after where it is kept: %s', (_what, told, name) => {
  expect(passkeyName({ device, ...told }, [])).toBe(name);
});

test('a browser that tells nothing of itself gets a plain name', () => {
  expect(passkeyName({ device: 'Unknown device', transports: [], attachment: undefined }, [])).toBe('Passkey');
});

test('a name that the person has already is numbered', () => {
  const told = { device, transports: [], attachment: undefined };
  expect(passkeyName(told, [device])).toBe(`${device} 2`);
  expect(passkeyName(told, [device, `${device} 2`, `${device} 4`])).toBe(`${device} 3`);
});
