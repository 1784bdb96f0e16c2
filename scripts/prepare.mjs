// Runs before every npm command: installs what is missing, then (if asked) builds the app and finds a browser. Plain
// JavaScript without packages, because in a fresh clone none are installed yet.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUILD_SOURCES, builtVersion } from './build/builtVersion.mjs';
import { ensureNode, fetchNodeAside } from './ensureNode.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const installStamp = join(root, 'node_modules/.installed-lock');
const buildStamp = join(root, 'dist/.built-from');
const wanted = new Set(process.argv.slice(2));

/** Prints to stderr, because the stdout of `npm run --silent cli` must contain only the result of the command. */
function say(text) {
  if (!wanted.has('--quiet')) process.stderr.write(`→ ${text}\n`);
}

function fail(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

function run(command, args, env = process.env) {
  return spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], env }).status === 0;
}

function hashOf(paths, label = '') {
  const hash = createHash('sha256').update(label);
  const add = (path) => {
    const full = join(root, path);
    if (!existsSync(full)) return;
    try {
      const entries = readdirSync(full).sort();
      for (const entry of entries) add(join(path, entry));
    } catch {
      hash.update(path).update('\0').update(readFileSync(full)).update('\0');
    }
  };
  for (const path of paths) add(path);
  return hash.digest('hex');
}

function readStamp(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

async function install() {
  const lock = hashOf(['package-lock.json']);
  if (readStamp(installStamp) === lock) return;
  process.stderr.write('→ Installing packages (about a minute, only when they changed)…\n');
  const fetching = fetchNodeAside();
  // Packages bring their binaries along: of all install scripts the project's own alone is run, below.
  if (!run('npm', ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])) {
    fail('Installing the packages failed: the lines above say why. Is the npm registry in reach?');
  }
  await fetching;
  // The link to the Node of this folder went with the packages: the machine's own Node, which may be too old, makes it anew.
  if (!run('node', ['scripts/ensureNode.mjs'])) fail('Installing Node failed: the lines above say why.');
  writeFileSync(installStamp, lock);
}

function build() {
  const { VITE_BUILD_STAMP, WORKER_COVERAGE } = process.env;
  const label = JSON.stringify([VITE_BUILD_STAMP, WORKER_COVERAGE, builtVersion(root)]);
  const sources = hashOf(BUILD_SOURCES, label);
  if (readStamp(buildStamp) === sources) return;
  say('Building the app (a few seconds, only when its sources changed)…');
  rmSync(buildStamp, { force: true });
  const node = join(root, 'node_modules/.bin/node');
  const command = existsSync(node) ? node : process.execPath;
  const env = { ...process.env, NODE_ENV: 'production' };
  if (!run(command, ['node_modules/vite/bin/vite.js', 'build', '--logLevel=warn'], env)) {
    fail('Building the app failed: the lines above say why.');
  }
  writeFileSync(buildStamp, sources);
}

function hasOnPath(name) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));
}

/** Debian's packages, where this may install them. */
function installPackages(packages, why) {
  if (!hasOnPath('apt-get') || process.getuid?.() !== 0) return false;
  say(`Installing ${why} for the tests…`);
  const quiet = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  run('apt-get', ['update', '-qq'], quiet);
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet);
}

/** Programs that some tests ask: what they hold is left out where one cannot be had, and the run's end names it. */
const PROGRAMS = [
  { name: 'certutil', debian: 'libnss3-tools', asked: 'a journey with an authority of the house' },
  { name: 'mosquitto', debian: 'mosquitto', asked: 'tests with a real MQTT broker' },
  { name: 'promtool', asked: 'a test of the metrics’ form' },
  { name: 'systemd-analyze', asked: 'tests of the systemd unit' },
];

function findPrograms() {
  for (const { name, debian, asked } of PROGRAMS) {
    if (hasOnPath(name)) continue;
    if (debian && installPackages([debian], name)) continue;
    say(`There is no ${name} here: ${asked} will be left out.`);
  }
}

/** Most journeys run in Chromium's headless shell, for a third less time; in Chromium itself where it cannot be had. */
function findHeadlessShell() {
  if (!hasOnPath('chromium-headless-shell') && !process.env.CHROMIUM_PATH) {
    installPackages(['chromium-headless-shell'], 'Chromium’s headless shell');
  }
}

function findChromium() {
  if (hasOnPath('chromium') || hasOnPath('chromium-browser') || process.env.CHROMIUM_PATH) return findHeadlessShell();
  if (installPackages(['chromium', 'chromium-headless-shell', 'fonts-liberation'], 'Chromium')) return;
  say("Fetching Playwright's Chromium for the browser tests…");
  if (!run('npx', ['playwright', 'install', 'chromium'])) fail('No Chromium could be installed for the browser tests.');
}

/** An object store for the tests of photos in one. */
function findStore() {
  const packages = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object'];
  if (hasOnPath('swift-ring-builder') || process.env.TEST_S3_URL || installPackages(packages, 'an object store'))
    return;
  say('There is no OpenStack Swift here: the tests of photos in an object store cannot run.');
}

await install();
ensureNode();
if (wanted.has('build')) build();
if (wanted.has('chromium')) findChromium();
if (wanted.has('programs')) findPrograms();
if (wanted.has('store')) findStore();
