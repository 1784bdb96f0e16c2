import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { disagreements, isNewer, type Released, withRelease } from '#scripts/release/releaseRules.ts';

const FILES: Released = {
  program: '{ "name": "tree", "version": "1.2.0" }',
  lock: '{ "version": "1.2.0", "packages": { "": { "version": "1.2.0" }, "other": { "version": "9.9.9" } } }',
  changelog: '# Changelog\n\n## Unreleased\n\n- New.\n\n## 1.2.0 – 2026-02-01\n\n- Older.\n\n## 1.1.0 – 2026-01-01\n',
  tags: ['v1.1.0', 'v1.2.0'],
  tagsHere: [],
};

test('what agrees is let through', () => {
  expect(disagreements(FILES)).toEqual([]);
  expect(disagreements({ ...FILES, tagsHere: ['v1.2.0'] })).toEqual([]);
});

test.each([
  ['no version', { program: '{ "version": "1.2" }' }],
  ['a lock of another version', { lock: FILES.lock.replace('1.2.0', '1.1.0') }],
  ['a tag without a section', { tags: ['v1.0.0'] }],
  ['a commit with another tag', { tagsHere: ['v1.1.0'] }],
  ['a changelog that is ahead', { changelog: FILES.changelog.replace('## 1.2.0', '## 1.3.0') }],
  ['versions out of order', { changelog: `${FILES.changelog}\n## 1.2.1 – 2026-03-01\n` }],
  ['a section without a day', { changelog: FILES.changelog.replace(' – 2026-01-01', '') }],
  ['nothing unreleased', { changelog: FILES.changelog.replace('## Unreleased', '## 1.2.5 – 2026-02-02') }],
])('%s is refused', (_, changed) => expect(disagreements({ ...FILES, ...changed })).not.toEqual([]));

test('a release writes all three files, which then agree, and says why it cannot be', () => {
  const release = { version: '1.10.0', day: '2026-03-01' };
  const next = withRelease(FILES, release);
  if (typeof next === 'string') throw new Error(next);
  expect(disagreements({ ...FILES, ...next })).toEqual([]);
  expect(next.lock).toContain('"other": { "version": "9.9.9" }');
  expect(next.changelog).toContain('## Unreleased\n\n## 1.10.0 – 2026-03-01\n\n- New.\n');
  expect(withRelease({ ...FILES, ...next }, { ...release, version: '1.11.0' })).toMatch(/nothing new/);
  expect(withRelease(FILES, { ...release, version: '1.2.0' })).toMatch(/not above/);
  expect(withRelease(FILES, { ...release, version: 'next' })).toMatch(/no version/);
  expect([isNewer('1.10.0', '1.9.9'), isNewer('1.9.9', '1.10.0'), isNewer('2.0.0', '2.0.0')]).toEqual([
    true,
    false,
    false,
  ]);
});

test('the files of this repository agree', () => {
  const [program, lock, changelog] = ['package.json', 'package-lock.json', 'CHANGELOG.md'].map((file) =>
    readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'),
  );
  const here = { program: program ?? '', lock: lock ?? '', changelog: changelog ?? '', tags: [], tagsHere: [] };
  expect(disagreements(here)).toEqual([]);
});
