import { expect, test } from 'vitest';
import { isQuietAt, isTimeOfDay, isZone } from '../../../../src/domain/alerts/quietHours.ts';

const at = (time: string) => Date.parse(`2026-07-01T${time}:00Z`);

test.each([
  [{ from: '22:00', to: '07:00' }, '20:30', true],
  [{ from: '22:00', to: '07:00' }, '04:59', true],
  [{ from: '22:00', to: '07:00' }, '05:00', false],
  [{ from: '22:00', to: '07:00' }, '19:59', false],
  [{ from: '12:00', to: '14:00' }, '11:00', true],
  [{ from: '12:00', to: '12:00' }, '10:00', false],
])('%o in Paris, at %s UTC: %s', (hours, time, isQuiet) => {
  expect(isQuietAt({ ...hours, zone: 'Europe/Paris' }, at(time))).toBe(isQuiet);
});

test('without quiet hours it is never quiet', () => expect(isQuietAt(null, at('00:00'))).toBe(false));

test('times and zones are checked', () => {
  expect(['07:00', '23:59'].every(isTimeOfDay)).toBe(true);
  expect(['7:00', '24:00', '12:60', ''].some(isTimeOfDay)).toBe(false);
  expect([isZone('Europe/Paris'), isZone('Mars/Olympus')]).toEqual([true, false]);
});
