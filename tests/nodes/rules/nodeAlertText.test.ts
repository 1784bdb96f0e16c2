import { expect, test } from 'vitest';
import { NODE_SILENCE, valueBackWords, valueWords } from '#domain/nodes/nodeAlertText.ts';
import { backWords, silentWords } from '#domain/watched.ts';

const MINUTE_MS = 60_000;
const terms = NODE_SILENCE;
const nodes = (count: number, ageMs = 5 * MINUTE_MS) =>
  Array.from({ length: count }, (_, index) => ({ name: `n${index}`, ageMs: ageMs + index }));
const values = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ nodeId: `n${index}`, sentence: `It is ${index} °C.` }));

const silent = (...ages: number[]) =>
  silentWords(
    ages.map((minutes, index) => ({ name: `n${index}`, ageMs: minutes * MINUTE_MS })),
    { total: 9, terms },
  ).body;

test.each([
  [nodes(1), 9, { title: 'n0 is silent', body: 'No heartbeat for 5 minutes.' }],
  [nodes(1, MINUTE_MS), 9, { title: 'n0 is silent', body: 'No heartbeat for 1 minute.' }],
  [nodes(2, 180 * MINUTE_MS), 9, { title: '2 nodes are silent', body: 'No heartbeat for 3 hours or more: n0, n1.' }],
  [
    nodes(2, 3 * 1_440 * MINUTE_MS),
    2,
    { title: 'Both nodes are silent', body: 'No heartbeat for 3 days or more: n0, n1.' },
  ],
])('silence in words', (things, total, words) => expect(silentWords(things, { total, terms })).toEqual(words));

test('of very many nodes ten are named', () => {
  expect(silentWords(nodes(12), { total: 40, terms }).body).toMatch(/n9 and 2 more\.$/);
  const names = nodes(12).map(({ name }) => name);
  expect(backWords(names, terms)).toEqual({
    title: '12 nodes are back',
    body: expect.stringMatching(/n9 and 2 more\.$/),
  });
  expect(backWords(['hall'], terms)).toEqual({ title: 'hall is back', body: 'It reports again.' });
});

test('one node is told by its sentence, and well again by its sentence', () => {
  expect(valueWords(values(1))).toEqual({ title: 'n0 needs attention', body: 'It is 0 °C.' });
  expect(valueBackWords(values(1))).toEqual({ title: 'n0 is back to normal', body: 'It is 0 °C.' });
});

test('several are counted and named, ten at most', () => {
  expect(valueWords(values(2))).toEqual({
    title: '2 nodes need attention',
    body: 'n0: It is 0 °C. n1: It is 1 °C.',
  });
  expect(valueWords(values(10)).body).toMatch(/n9: It is 9 °C\.$/);
  expect(valueWords(values(12)).body).toMatch(/n9: It is 9 °C\. And 2 more\.$/);
  expect(valueBackWords(values(2))).toEqual({ title: '2 nodes are back to normal', body: 'n0, n1.' });
  expect(valueBackWords(values(10)).body).toBe('n0, n1, n2, n3, n4, n5, n6, n7, n8, n9.');
  expect(valueBackWords(values(11)).body).toBe('n0, n1, n2, n3, n4, n5, n6, n7, n8, n9 and 1 more.');
});

test('of nothing there is still a sentence', () => {
  expect(valueWords([])).toEqual({ title: '0 nodes need attention', body: '' });
  expect(valueBackWords([]).title).toBe('0 nodes are back to normal');
  expect(backWords([], terms).title).toBe('0 nodes are back');
});

test('the youngest silence counts, in minutes below two hours and in hours below two days', () => {
  expect(silent(119)).toBe('No heartbeat for 119 minutes.');
  expect(silent(120)).toBe('No heartbeat for 2 hours.');
  expect(silent(48 * 60 - 1)).toBe('No heartbeat for 47 hours.');
  expect(silent(48 * 60)).toBe('No heartbeat for 2 days.');
  expect(silent(5, 90)).toBe('No heartbeat for 5 minutes or more: n0, n1.');
});
