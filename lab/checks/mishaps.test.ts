import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { FAULTS } from '../faults/faults.ts';
import type { FirstRelease, Mishap, Results, Run } from '../faults/mishaps/mishap.ts';
import { MISHAPS } from '../faults/mishaps/mishaps.ts';
import { REPORT_COMMAND, reportOf } from '../faults/mishaps/report.ts';
import { findingOf } from '../faults/mishaps/testRuns.ts';
import { withGenerated } from '../generatedSection.ts';
import { readPage } from '../../tests/support/repository/pages.ts';

const TRIALS = new URL('../faults/', import.meta.url);
const RESULTS: Results = JSON.parse(readFileSync(new URL('../results/mishaps.json', TRIALS), 'utf8'));
const FIRST_RELEASE: FirstRelease = JSON.parse(readFileSync(new URL('mishaps/firstRelease.json', TRIALS), 'utf8'));

const outcome = (name: string, passed = true) => ({ file: 'tests/a.test.ts', name, passed, ms: 500 });

describe('the table of mishaps', () => {
  test('shows the results as they are: if not, run `npm run lab -- faults --report`', () => {
    const { text } = readPage('lab/results/mishaps.md');
    expect(text).toBe(withGenerated(text, REPORT_COMMAND, reportOf(MISHAPS, FIRST_RELEASE, RESULTS)));
  });

  test('has each mishap once, with what the first release did and how that was found out', () => {
    const ids = MISHAPS.map(({ id }) => id);
    expect(Object.keys(FIRST_RELEASE).sort()).toEqual([...new Set(ids)].sort());
    expect(ids).toHaveLength(new Set(ids).size);
    const unsaid = Object.values(FIRST_RELEASE).filter(({ did, how }) => did !== 'not measured' && how.length < 10);
    expect(unsaid).toEqual([]);
  });

  test('has every fault, and no result of anything else', () => {
    const faults = MISHAPS.flatMap(({ by }) => ('fault' in by ? [by.fault] : []));
    expect(faults.sort()).toEqual(FAULTS.map(({ id }) => id).sort());
    const ids = [...faults, ...MISHAPS.map(({ id }) => id)];
    expect(Object.keys(RESULTS.runs).filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('names test files and tests that are there', () => {
    const named = MISHAPS.flatMap(({ by }) => ('tests' in by ? Object.entries(by.tests) : []));
    const missing = named.flatMap(([file, names]) => {
      const text = existsSync(file) ? readFileSync(file, 'utf8').replaceAll("\\'", "'") : '';
      return text === '' ? [file] : names.filter((name) => !text.includes(name)).map((name) => `${file}: ${name}`);
    });
    expect(missing).toEqual([]);
  });
});

describe('a row', () => {
  const byTests: Mishap = {
    id: 'lost',
    about: 'tablets',
    attack: 'a server is lost',
    holds: 'it comes back',
    by: { tests: { 'tests/a.test.ts': [] } },
  };
  const byFault: Mishap = { ...byTests, id: 'cut', by: { fault: 'powerCut' } };
  const run: Run = {
    measuredAt: '2026-11-22T01:02:03.000Z',
    load: 4,
    seconds: 3.21,
    figures: { tests: 2 },
    broken: [],
  };
  const before = { lost: { did: 'it stays away', how: 'seen' } };
  const report = (mishap: Mishap, runs: Record<string, Run>) => reportOf([mishap], before, { machine: 'this', runs });

  test('tells what the first release did, what holds now, and how it was tried', () => {
    const row = '| tablets | a server is lost | it stays away | it comes back | `tests/a.test.ts` (2 tests, 3.2 s) |';
    expect(report(byTests, { lost: run })).toContain(row);
    expect(report(byTests, { lost: run })).toContain(
      'Tried on 2026-11-22; other work on the machine: load 4 to 4. 1 of 1 hold',
    );
  });

  test('of a fault has its figures', () => {
    const row = '| it comes back (cuts 200, photos 4,000) | `-- --only powerCut` (3.2 s) |';
    expect(report(byFault, { powerCut: { ...run, figures: { cuts: 200, photos: 4_000 } } })).toContain(row);
  });

  test('has a cross when it did not hold, or was never tried', () => {
    expect(report(byTests, { lost: { ...run, broken: ['one', 'two'] } })).toContain('| ✗ one; two |');
    expect(report(byTests, {})).toContain('| ✗ not tried yet |');
    expect(report(byTests, {})).toContain('0 of 1 hold');
  });
});

describe('what tests say of a mishap', () => {
  const outcomes = [outcome('a group first'), outcome('a group second'), outcome('third', false)];

  test('all of those that are meant have to pass', () => {
    expect(findingOf({ 'tests/a.test.ts': ['a group'] }, outcomes)).toEqual({
      figures: { tests: 2 },
      broken: [],
      seconds: 1,
    });
    expect(findingOf({ 'tests/a.test.ts': [] }, outcomes).broken).toEqual(['not passed: third']);
  });

  test('one that did not run has not passed', () => {
    expect(findingOf({ 'tests/a.test.ts': ['fourth'] }, outcomes).broken).toEqual([
      "tests/a.test.ts: no test 'fourth' has run",
    ]);
    expect(findingOf({ 'tests/b.test.ts': [] }, outcomes).broken).toHaveLength(1);
  });
});
