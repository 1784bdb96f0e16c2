import { expect, it } from 'vitest';
import { placeFrom, placeText } from '#domain/tablets/place.ts';

it.each([
  ['52.52, 13.405', 52.52, 13.405],
  [' -33.87 151.21 ', -33.87, 151.21],
  ['33.87 S, 151.21 E', -33.87, 151.21],
  ['40.7° N, 74° w', 40.7, -74],
  ['52.52  -13.405', 52.52, -13.405],
  ['90, 180', 90, 180],
  ['-90,-180', -90, -180],
])('%s is a place', (text, latitude, longitude) => expect(placeFrom(text)).toEqual({ latitude, longitude }));

it.each([
  '',
  '52',
  '52,',
  'Berlin',
  '91, 0',
  '0, 181',
  '1, 2, 3',
  '13 E, 52 N',
  '52 Nord, 13 E',
  'x52, 13',
  '52,5, 13,4',
  '1e1, 2',
])('%j is none', (text) => expect(placeFrom(text)).toBeUndefined());

it('is written as it is typed', () => {
  expect(placeText({ latitude: 52.520008, longitude: -13.4 })).toBe('52.52, -13.4');
  expect(placeFrom(placeText({ latitude: -33.8688, longitude: 151.2093 }))).toEqual({
    latitude: -33.869,
    longitude: 151.209,
  });
});
