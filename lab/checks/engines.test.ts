import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { JOURNEYS } from '../engines/journeys.ts';
import { REPORT_COMMAND, reportOf, type Results } from '../engines/report.ts';
import { withGenerated } from '../generatedSection.ts';
import { readPage } from '../../tests/support/repository/pages.ts';

const RESULTS: Results = JSON.parse(readFileSync(new URL('../results/engines.json', import.meta.url), 'utf8'));

test('lab/results/engines.md shows the other engines as they were seen: if not, run `npm run lab -- engines --report`', () => {
  const { text } = readPage('lab/results/engines.md');
  expect(text).toBe(withGenerated(text, REPORT_COMMAND, reportOf(JOURNEYS, RESULTS)));
});

test('both engines were tried, and nothing is told of a journey that has gone', () => {
  const ids = JOURNEYS.map(({ id }) => id);
  expect(Object.keys(RESULTS.engines).sort()).toEqual(['firefox', 'webkit']);
  const told = Object.values(RESULTS.engines).flatMap(({ passages }) => Object.keys(passages));
  expect(told.length).toBeGreaterThan(5);
  expect(told.filter((id) => !ids.includes(id))).toEqual([]);
});

test('a row marks what does not hold, and counts it', () => {
  const engine = { measuredAt: '2026-11-22T01:02:03.000Z', version: 'Firefox 1', restarts: 'the browser' };
  const journeys = [
    { id: 'a', what: 'one', run: async () => ({}) },
    { id: 'b', what: 'two', run: async () => ({}) },
    { id: 'c', what: 'three', run: async () => ({}) },
  ];
  const passages = {
    a: { seconds: 1, figures: { 'photo after s': 2 } },
    b: { seconds: 1, figures: {}, broken: 'no photo' },
  };
  const text = reportOf(journeys, { machine: 'this one', engines: { firefox: { ...engine, passages } } });
  expect(text).toContain('1 of 3 hold');
  expect(text).toContain('| `a` | one | holds, photo after s 2 |');
  expect(text).toContain('| `b` | two | ✗ no photo |');
  expect(text).toContain('| `c` | three | not tried yet |');
});
