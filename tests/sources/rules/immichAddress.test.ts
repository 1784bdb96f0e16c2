import { expect, test } from 'vitest';
import { immichAddressWarning } from '#domain/sources/immichAddress.ts';

test.each([
  'http://photos.example.org:2283',
  ' HTTP://Photos.Example.org ',
  'http://203.0.113.7',
  'http://[2001:db8::7]:2283',
  'http://10.example.org',
  'http://192.168.example.org',
])('whoever is on the way to %s can read the key', (address) => {
  expect(immichAddressWarning(address)).toMatch(/whoever is on the way can read the key/);
});

test.each([
  'https://photos.example.org',
  'http://192.168.1.20:2283',
  'http://10.0.0.7',
  'http://[fd00::7]:2283',
  'http://localhost:2283',
  'http://immich:2283',
  'http://nas.local',
  'http://nas.fritz.box:2283/api',
  'photos.example.org',
  'http://',
  '',
])('nothing is said of %j', (address) => {
  expect(immichAddressWarning(address)).toBeUndefined();
});
