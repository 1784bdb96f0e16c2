import { describe, expect, test } from 'vitest';
import {
  changesOf,
  confirmed,
  isHandingOver,
  isUnderWay,
  newestVersion,
  NO_UPDATES,
  returned,
  startTimeOf,
  type Start,
  startOf,
  type Step,
  type Updates,
  versionOfTag,
} from '#server/update/updateSteps.ts';

const own = { version: '1.2.0', folder: null };
const to = { version: '1.3.0', folder: 'versions/v1.3.0' };
const copy = 'before-update-2026-01-31T12-00-00Z-from-1.2.0.sqlite';
const times = { startMs: 4_000, watchMs: 60_000, everyMs: 1_000, answerMs: 2_000 };
const switching = { name: 'switching', to, copy, times, expected: { image: null } } as const;
const returning = { name: 'returning', to, copy, why: 'it ended' } as const;
const everything = () => true;
const serve: Start = { act: 'serve' };
const follow: Start = { act: 'follow', folder: to.folder };

const STARTS: [Step | null, Start][] = [
  [null, serve],
  [{ name: 'fetching', to }, serve],
  [{ name: 'building', to }, serve],
  [{ name: 'trying', to, pid: 7 }, serve],
  [switching, { act: 'switch', step: switching }],
  [
    { name: 'watching', to, copy, pid: 7 },
    { act: 'return', step: { ...returning, why: 'it was interrupted while it was watched' }, pid: 7 },
  ],
  [returning, { act: 'return', step: returning, pid: null }],
];

test.each([
  [800, 4_000],
  [2_000, 5_500],
  [3_000, 6_000],
  [4_000, 5_000],
  [20_000, 24_000],
  [90_000, 60_000],
])('a version whose start took %i ms on the copy has %i ms for its start', (trialMs, startMs) => {
  expect(startTimeOf(trialMs)).toBe(startMs);
});

describe('a start finds', () => {
  test.each(STARTS)('%j', (step, start) => {
    expect(startOf({ ...NO_UPDATES, step }, { own, isThere: everything })).toEqual(start);
  });

  const current: Updates = { ...NO_UPDATES, current: to };

  test('that an update has been confirmed: the checkout hands over to it, and it serves', () => {
    expect(startOf(current, { own, isThere: everything })).toEqual(follow);
    expect(startOf(current, { own: to, isThere: everything })).toEqual(serve);
  });

  test('the next update: the confirmed version, not the checkout, does it', () => {
    const next = { ...switching, to: { version: '1.4.0', folder: 'versions/v1.4.0' } };
    expect(startOf({ ...current, step: next }, { own, isThere: everything })).toEqual(follow);
    expect(startOf({ ...current, step: next }, { own: to, isThere: everything })).toEqual({
      act: 'switch',
      step: next,
    });
  });

  test('that the version’s folder is gone, or that the checkout was brought as far by hand: the checkout serves', () => {
    expect(startOf(current, { own, isThere: () => false })).toEqual(serve);
    expect(startOf(current, { own: { ...own, version: '1.3.0' }, isThere: everything })).toEqual(serve);
    expect(startOf(current, { own: { ...own, version: '1.10.0' }, isThere: everything })).toEqual(serve);
  });
});

test.each([
  ['fetching', false, false],
  ['building', false, false],
  ['trying', false, false],
  ['switching', true, true],
  ['watching', false, true],
  ['returning', true, true],
] as const)('while %s a server ends by itself: %s, and what is written may be lost: %s', (name, ends, mayBeLost) => {
  const step = STARTS.map(([one]) => one).find((one) => one?.name === name) ?? null;
  expect(isHandingOver({ ...NO_UPDATES, step })).toBe(ends);
  expect(isUnderWay({ ...NO_UPDATES, step })).toBe(mayBeLost);
});

test('a version that gave way leaves all as it was, and why', () => {
  const before = { version: { version: '1.1.0', folder: null }, copy: 'before-update-old.sqlite', at: 1 };
  const during: Updates = { current: own, before, step: returning, failed: null };
  const failed = { version: '1.3.0', why: 'it ended', at: 2 };
  expect(returned(during, returning, 2)).toEqual({ current: own, before, step: null, failed });
});

test('the way back after a confirmed update leads to the version before, once', () => {
  const after = confirmed({ ...NO_UPDATES, step: switching }, { from: own, to, copy }, 1);
  expect(after).toEqual({ current: to, before: { version: own, copy, at: 1 }, step: null, failed: null });
  expect(returned(after, returning, 2)).toEqual({ current: own, before: null, step: null, failed: null });
});

test.each(['v1.2', 'v1.2.3-beta', '1.2.3', 'v01.2.3', 'v1.2.3.4', '--upload-pack=x', 'v1.2.3\n', 'V1.2.3', ''])(
  '%j is no tag of a release',
  (tag) => expect(versionOfTag(tag)).toBeUndefined(),
);

test('of versions the newest is found by numbers, not letters', () => {
  expect(versionOfTag('v1.10.0')).toBe('1.10.0');
  expect(newestVersion(['1.2.0', '1.10.0', '1.9.9'])).toBe('1.10.0');
  expect(newestVersion([])).toBeUndefined();
});

test('a changelog has what one version brings', () => {
  const changelog =
    '# Changelog\n\n## Unreleased\n\n- a\n\n## 1.10.0 – 2026-02-01\n\n- b\n\n### Fixed\n\n- c\n\n## 1.1.0 – 2026-01-01\n\n- d\n';
  expect(changesOf(changelog, '1.10.0')).toBe('- b\n\n### Fixed\n\n- c');
  expect(changesOf(changelog, '1.1.0')).toBe('- d');
  expect(changesOf(changelog, '1.0.0')).toBe('');
});
