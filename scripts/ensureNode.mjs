// Makes npm scripts run under Node 24: if the machine has an older Node, this script installs Node 24 into the folder
// of the project. Plain JavaScript, because it must run under an old Node too.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_GOOD = [24, 15];
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const runtime = join(root, 'scripts/node-runtime');
const binary = join(runtime, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
const link = join(root, 'node_modules/.bin/node');
const FETCH = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

function isGood(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > OLDEST_GOOD[0] || (major === OLDEST_GOOD[0] && minor >= OLDEST_GOOD[1]);
}

/**
 * The environment without the settings of the npm that runs this script (its prefix, its production flag), so that the
 * npm started here does not inherit them.
 */
function cleanEnvironment() {
  const kept = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_ENV$)/i.test(name));
  return Object.fromEntries(kept);
}

function fetchOptions() {
  process.stderr.write(`→ Node ${process.versions.node} is older than we need: fetching Node 24 for this folder…\n`);
  return { cwd: runtime, stdio: ['ignore', 2, 2], env: cleanEnvironment() };
}

/** False too for a script that already runs under the Node of this folder, though not every process may find that one. */
const isNodeOld = !isGood(process.versions.node);

/** Fetches Node 24, if it is needed, while something else is done. The returned promise resolves when that has ended. */
export function fetchNodeAside() {
  if (!isNodeOld || existsSync(binary)) return Promise.resolve();
  const fetching = spawn('npm', FETCH, fetchOptions());
  return new Promise((resolve) => fetching.once('close', resolve).once('error', resolve));
}

export function ensureNode() {
  if (!isNodeOld) return;
  if (!existsSync(binary)) {
    spawnSync('npm', FETCH, fetchOptions());
  }
  if (!existsSync(binary)) {
    process.stderr.write(
      `Circuit Tree needs Node ${OLDEST_GOOD.join('.')} or newer, and could not fetch it for ${process.platform}-${process.arch}: please install it from https://nodejs.org\n`,
    );
    process.exit(1);
  }
  mkdirSync(dirname(link), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync(relative(dirname(link), binary), link);
}

// After an installation.
if (process.argv[1] === fileURLToPath(import.meta.url)) ensureNode();
