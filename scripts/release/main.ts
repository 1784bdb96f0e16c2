// `npm run release -- --check`: refuses what does not agree about the version. `npm run release -- 1.1.0` writes it into
// package.json, its lock and the manifests of app stores, closes the section 'Unreleased' of the changelog, and says how to tag it.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { disagreements, type Released, withRelease } from './releaseRules.ts';

const ROOT = join(import.meta.dirname, '../..');
const FILES = { program: 'package.json', lock: 'package-lock.json', changelog: 'CHANGELOG.md' };
/** The files that app stores read, each with the version and its image. */
const MANIFESTS = [
  'deploy/home-assistant/config.yaml',
  'deploy/home-assistant/Dockerfile',
  'deploy/casaos/docker-compose.yml',
  'deploy/umbrel/docker-compose.yml',
  'deploy/umbrel/umbrel-app.yml',
];

function textOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

function git(...parameters: string[]): string[] {
  return execFileSync('git', parameters, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);
}

function released(): Released {
  return {
    program: textOf(FILES.program),
    lock: textOf(FILES.lock),
    changelog: textOf(FILES.changelog),
    tags: git('tag', '--list', 'v*'),
    tagsHere: git('tag', '--points-at', 'HEAD', 'v*'),
  };
}

function end(code: number, ...sentences: string[]): never {
  for (const sentence of sentences) console.error(sentence);
  process.exit(code);
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { check: { type: 'boolean' } } });
const [version] = positionals;
if ((values.check === true) === (version !== undefined))
  end(2, 'Either --check, or the version to release, such as 1.1.0');
if (version !== undefined) {
  const next = withRelease(released(), { version, day: new Date().toISOString().slice(0, 10) });
  if (typeof next === 'string') end(1, next);
  const before: { version: string } = JSON.parse(textOf(FILES.program));
  for (const name of ['program', 'lock', 'changelog'] as const) writeFileSync(join(ROOT, FILES[name]), next[name]);
  for (const file of MANIFESTS) writeFileSync(join(ROOT, file), textOf(file).replaceAll(before.version, version));
  console.log(`Now: git commit --all --message 'Release ${version}' && git tag v${version}`);
}
const problems = disagreements(released());
if (problems.length > 0) end(1, ...problems);
console.log('Version, lock, changelog and tags agree.');
