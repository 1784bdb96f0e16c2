import { expect, test } from 'vitest';
import { backWords, silentWords } from '../../../../src/domain/alerts/alertText.ts';

const MINUTE_MS = 60_000;
const nodes = (count: number, ageMs = 5 * MINUTE_MS) =>
  Array.from({ length: count }, (_, index) => ({ nodeId: `n${index}`, ageMs: ageMs + index }));

test.each([
  [nodes(1), 9, { title: 'n0 is silent', body: 'No heartbeat for 5 minutes.' }],
  [nodes(1, MINUTE_MS), 9, { title: 'n0 is silent', body: 'No heartbeat for 1 minute.' }],
  [nodes(2, 180 * MINUTE_MS), 9, { title: '2 nodes are silent', body: 'No heartbeat for 3 hours or more: n0, n1.' }],
  [
    nodes(2, 3 * 1_440 * MINUTE_MS),
    2,
    { title: 'All 2 nodes are silent', body: 'No heartbeat for 3 days or more: n0, n1.' },
  ],
])('silence in words', (silent, total, words) => expect(silentWords(silent, total)).toEqual(words));

test('of very many nodes ten are named', () => {
  expect(silentWords(nodes(12), 40).body).toMatch(/n9 and 2 more\.$/);
  expect(backWords(nodes(12).map(({ nodeId }) => nodeId))).toEqual({
    title: '12 nodes are back',
    body: expect.stringMatching(/n9 and 2 more\.$/),
  });
  expect(backWords(['hall'])).toEqual({ title: 'hall is back', body: 'It reports again.' });
});
