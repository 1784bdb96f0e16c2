import { expect, test } from 'vitest';
import { PING_RULES, pingOf, pingOfMessage } from '#domain/nodes/ping.ts';

test('the same fields as texts of a query and as JSON', () => {
  const asJson = { value: -3.5, unit: '°C', text: 'Window open', ok: true };
  expect(pingOf({ value: '-3.5', unit: '°C', text: 'Window open', ok: '1' })).toEqual(asJson);
  expect(pingOf({ ...asJson, ok: 1, somethingElse: [1] })).toEqual(asJson);
  for (const ok of [0, '0', false]) expect(pingOf({ ok })).toEqual({ ok: false });
  for (const ok of [1, '1', true]) expect(pingOf({ ok })).toEqual({ ok: true });
  expect(pingOf({})).toEqual({});
});

test.each(['21.5', ' 5', '+5', '.5', '.25', '5.', '1e3', '1e12', '25e-1', '1E+2', 0, -0.25])(
  '%j is a value',
  (value) => {
    expect(pingOf({ value })).toEqual({ value: Number(value) });
  },
);

test.each(['', ' ', 'nan', 'NaN', 'inf', '0x10', '1,5', '1e999', Number.NaN, Infinity, ['1', '2'], null, true, {}])(
  '%j is no value',
  (value) => {
    expect(pingOf({ value })).toBe(PING_RULES.value);
  },
);

test('units and texts have limits, counted in characters', () => {
  expect(pingOf({ unit: '𝒳'.repeat(12) })).toEqual({ unit: '𝒳'.repeat(12) });
  expect(pingOf({ text: 'x'.repeat(140) })).toEqual({ text: 'x'.repeat(140) });
  for (const unit of ['x'.repeat(13), '\u0000', 5, null]) expect(pingOf({ unit })).toBe(PING_RULES.unit);
  for (const text of ['x'.repeat(141), 'two\nlines', '\u202Eturned', '\uD800', ['a']]) {
    expect(pingOf({ text })).toBe(PING_RULES.text);
  }
  for (const ok of ['yes', '', 2, '01', 'constructor', null]) expect(pingOf({ ok })).toBe(PING_RULES.ok);
});

test('a message of a broker is JSON or a number alone', () => {
  expect(pingOfMessage('21.5')).toEqual({ value: 21.5 });
  expect(pingOfMessage('{"value":21.5,"ok":0}')).toEqual({ value: 21.5, ok: false });
  for (const nothing of ['', ' ', '\n']) expect(pingOfMessage(nothing)).toEqual({});
  for (const message of ['warm', '[1]', 'null', '"5"', '{']) expect(pingOfMessage(message)).toBe(PING_RULES.message);
  expect(pingOfMessage('{"value":"warm"}')).toBe(PING_RULES.value);
});
