import { isRecord, textOf } from '#domain/records.ts';

/** Everything that names a version: the content of the files, and the tags of git. */
export interface Released {
  program: string;
  lock: string;
  changelog: string;
  tags: readonly string[];
  /** Those of the commit that is checked out. */
  tagsHere: readonly string[];
}

const VERSION = /^\d+\.\d+\.\d+$/;
const SECTION = /^## (.+)$/gm;
const UNRELEASED = 'Unreleased';

/** Returns a sentence for each disagreement. */
export function disagreements({ program, lock, changelog, tags, tagsHere }: Released): string[] {
  const version = fieldOf(program);
  const sections = [...changelog.matchAll(SECTION)].map(([, title = '']) => title);
  const versions = sections.flatMap((title) => /^(\d+\.\d+\.\d+) – \d{4}-\d\d-\d\d$/.exec(title)?.[1] ?? []);
  const locked = [...lock.matchAll(/"version": "([^"]+)"/g)].slice(0, 2).map(([, one]) => one);
  const odd = sections.filter((title) => title !== UNRELEASED && !/^\d+\.\d+\.\d+ – \d{4}-\d\d-\d\d$/.test(title));
  const missing = tags.filter((tag) => !versions.includes(tag.slice(1)));
  return [
    VERSION.test(version) ? '' : `package.json: "${version}" is no version such as 1.2.3`,
    locked.every((one) => one === version) ? '' : `package-lock.json says ${locked.join(' and ')}, not ${version}`,
    ...odd.map((title) => `CHANGELOG.md: "${title}" is not written as 1.2.3 – 2026-01-31`),
    sections[0] === UNRELEASED ? '' : `CHANGELOG.md does not begin with ${UNRELEASED}`,
    versions.every((one, index) => index === 0 || isNewer(versions[index - 1] ?? '', one))
      ? ''
      : 'CHANGELOG.md: the versions are not in their order, the newest first',
    versions[0] === undefined || versions[0] === version
      ? ''
      : `CHANGELOG.md has ${versions[0]} as the newest, and package.json has ${version}`,
    ...missing.map((tag) => `CHANGELOG.md has no section for the tag ${tag}`),
    ...tagsHere.filter((tag) => tag !== `v${version}`).map((tag) => `This commit is tagged ${tag} and is ${version}`),
  ].filter(Boolean);
}

/** The files with another version, whose section is what was unreleased; a sentence when it cannot be released. */
export function withRelease(
  { program, lock, changelog }: Released,
  { version, day }: { version: string; day: string },
): Pick<Released, 'program' | 'lock' | 'changelog'> | string {
  const before = fieldOf(program);
  const isFirst = !changelog.includes(`## ${before} – `);
  if (!VERSION.test(version)) return `"${version}" is no version such as 1.2.3`;
  if (!isNewer(version, before) && !(isFirst && version === before)) return `${version} is not above ${before}`;
  const [head = '', unreleased = ''] = changelog.split(`## ${UNRELEASED}\n`);
  if (unreleased.split(/^## /m)[0]?.trim() === '') return 'CHANGELOG.md says of nothing new';
  const section = `## ${UNRELEASED}\n\n## ${version} – ${day}\n${unreleased}`;
  const named = `"version": "${before}"`;
  const renamed = `"version": "${version}"`;
  return {
    program: program.replace(named, renamed),
    // Its own, and that of the package at its root.
    lock: lock.replace(named, renamed).replace(named, renamed),
    changelog: head + section,
  };
}

function fieldOf(program: string): string {
  const content: unknown = JSON.parse(program);
  return isRecord(content) ? textOf(content, 'version') : '';
}

export function isNewer(one: string, other: string): boolean {
  const [ours, theirs] = [one, other].map((version) => version.split('.').map(Number));
  for (const [place, part] of (ours ?? []).entries()) {
    const against = theirs?.[place] ?? 0;
    if (part !== against) return part > against;
  }
  return false;
}
