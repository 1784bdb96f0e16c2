import { expect, test } from 'vitest';
import { beyondSentence, isBeyond, type NodeValue, valueText, withinSentence } from '#domain/nodes/valueWatch.ts';

const CELLAR: NodeValue = { brightness: 31, unit: '°C', text: null, isFailing: false };
const between = (below: number | null, above: number | null, minutes = 10) => ({ below, above, minutes });

test('a value is told of above or below a limit, not at one, and not where there is none', () => {
  const beyond = (brightness: number | null, limits: ReturnType<typeof between> | null) =>
    isBeyond({ ...CELLAR, brightness }, limits);
  expect(beyond(31, between(null, 30))).toBe(true);
  expect(beyond(30, between(null, 30))).toBe(false);
  expect(beyond(1, between(2, null))).toBe(true);
  expect(beyond(2, between(2, null))).toBe(false);
  expect(beyond(20, between(2, 30))).toBe(false);
  expect(beyond(31, between(2, 30))).toBe(true);
  expect(beyond(1, between(2, 30))).toBe(true);
  expect(beyond(-5, between(null, 30))).toBe(false);
  expect(beyond(5, between(-10, null))).toBe(false);
  expect(beyond(31, null)).toBe(false);
  expect(beyond(null, between(2, 30))).toBe(false);
});

test('a node that says that it failed is told of, whatever its value and limits', () => {
  const failing = { ...CELLAR, brightness: 20, isFailing: true };
  expect(isBeyond(failing, between(2, 30))).toBe(true);
  expect(isBeyond({ ...failing, brightness: null }, null)).toBe(true);
  expect(beyondSentence(failing, between(2, 30))).toBe('It says that something failed.');
  expect(beyondSentence({ ...failing, text: 'Disk full' }, null)).toBe('It failed: Disk full');
});

test.each([
  [31, between(null, 28), '31 °C, above 28 °C for 10 minutes.'],
  [31, between(2, 28, 1), '31 °C, above 28 °C for 1 minute.'],
  [1, between(2, 28, 0), '1 °C, below 2 °C.'],
  [1, between(2, null), '1 °C, below 2 °C for 10 minutes.'],
])('%s beyond %j is said in a sentence', (brightness, limits, expected) => {
  expect(beyondSentence({ ...CELLAR, brightness }, limits)).toBe(expected);
});

test('a value that is back to normal is said, and one without a number too', () => {
  expect(withinSentence(CELLAR)).toBe('31 °C now.');
  expect(withinSentence({ ...CELLAR, brightness: null })).toBe('It says that all is well.');
});

test('a value has its unit, where there is one', () => {
  expect(valueText(31, { unit: '°C' })).toBe('31 °C');
  expect(valueText(31, { unit: null })).toBe('31');
  expect(valueText(null, { unit: '°C' })).toBe('°C');
  expect(valueText(null, { unit: null })).toBe('');
});

test.each([
  [1013.25, '1013.25 hPa'],
  [47.25, '47.25 hPa'],
  [-0.005, '-0.005 hPa'],
  [100_000.5, '100000.5 hPa'],
])('%s is said as it was sent, in alerts too', (value, text) => {
  expect(valueText(value, { unit: 'hPa' })).toBe(text);
  const pressure = { brightness: value, unit: 'hPa', text: null, isFailing: false };
  expect(beyondSentence(pressure, between(null, value - 1, 0))).toBe(`${text}, above ${value - 1} hPa.`);
  expect(withinSentence(pressure)).toBe(`${text} now.`);
});
