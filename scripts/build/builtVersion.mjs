// The version that a build is of. Plain JavaScript without packages, because prepare.mjs runs before any are installed.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Everything that the app is built from: a build stands until one of them changes. */
export const BUILD_SOURCES = [
  'src',
  'sw',
  'public',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'scripts/build',
];

/** The number of characters of a commit's hash. */
const SHORT = 7;

function git(root, ...parameters) {
  const { status, stdout } = spawnSync('git', ['-C', root, ...parameters], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/**
 * The version of package.json, and the last commit that changed one of the sources: with that of any other change each
 * commit would give the files of the app other names, and every wall would load them again. A plus stands for changes that
 * are in no commit. Without git there is no commit.
 */
export function builtVersion(root) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const commit = git(root, 'log', '-1', '--format=%H', '--', ...BUILD_SOURCES);
  if (!commit) return { version };
  const isChanged = git(root, 'status', '--porcelain', '--', ...BUILD_SOURCES) !== '';
  return { version, commit: commit.slice(0, SHORT) + (isChanged ? '+' : '') };
}
