// `npm run lab -- image`: builds the image of deploy/Containerfile and runs it as deploy/compose.yaml has it, without a network.
// Prints what held; exit code 1 when something did not.
//   -- --run: only runs what was built before   --before COMMIT: upgrades a library of the image of that commit, too
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { getBase } from './baseImage.ts';
import { Container, secondsSince } from './container.ts';
import { isHere, must } from './engine.ts';
import { differences, fill, lookAt } from './library.ts';

const ROOT = join(import.meta.dirname, '../..');
const IMAGE = 'localhost/circuit-tree-lab';
const IMAGE_BEFORE = `${IMAGE}-before`;
const NAME = `circuit-tree-lab-${process.pid}`;

const { values } = parseArgs({ options: { run: { type: 'boolean' }, before: { type: 'string' } } });
const missing = ['buildah', 'podman'].filter((program) => !isHere(program));
if (missing.length > 0) {
  console.error(
    `This needs ${missing.join(' and ')}, of Debian’s packages of that name: apt-get install --no-install-recommends buildah podman catatonit`,
  );
  process.exit(1);
}

const rows: { what: string; seen: string; holds: boolean }[] = [];
function note(what: string, seen: string, holds = true): void {
  rows.push({ what, seen, holds });
  console.log(`${holds ? ' ok ' : 'FAIL'}  ${what.padEnd(44)} ${seen}`);
}

function buildImage(root: string, image: string): void {
  const began = performance.now();
  if (values.run !== true) {
    const file = join(root, 'deploy/Containerfile');
    // OCI's format has no place for the health check.
    const options = ['--isolation=chroot', '--format=docker', '--pull=never', `--file=${file}`, `--tag=${image}`];
    must('buildah', 'build', ...options, root);
    note('built', secondsSince(began));
  }
  const bytes = Number(must('podman', 'image', 'inspect', '--format={{.Size}}', image));
  note('size', `${Math.round(bytes / 1e6)} MB`);
}

function lookInside(container: Container): void {
  const { stdout: account } = container.inside('id', '-u');
  note('account of the server', account, account === '1000');
  const status = container.inside('cat', '/proc/1/status').stdout;
  const fieldOf = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? 'unknown';
  note('capabilities', fieldOf('CapEff'), /^0+$/.test(fieldOf('CapEff')));
  note('no new privileges', fieldOf('NoNewPrivs'), fieldOf('NoNewPrivs') === '1');
  const canWrite = container.inside('touch', '/app/file').isGood;
  note('a file beside the app', canWrite ? 'written' : 'refused', !canWrite);
  const { stdout: mode } = container.inside('stat', '-c', '%a', '/data');
  note('folder of the library', mode, mode === '700');
}

async function noteHealth(container: Container, when: string): Promise<void> {
  const began = performance.now();
  const isHealthy = await container.becomesHealthy();
  note(`healthy ${when}`, `after ${secondsSince(began)}`, isHealthy);
}

function stop(container: Container): void {
  const { took, code } = container.stop();
  note('stop', `${took}, code ${code}`, code === '0');
}

/** A library of one image is served by another, and by the same one once more after a stop. */
async function runOneAfterAnother(first: string, then: string): Promise<void> {
  const container = new Container(NAME);
  try {
    container.run(first);
    await noteHealth(container, 'at first');
    lookInside(container);
    const key = fill(container);
    const before = lookAt(container, key);
    stop(container);
    if (then === first) container.start();
    else {
      container.remove();
      container.run(then);
    }
    await noteHealth(container, then === first ? 'after another start' : 'with the new image');
    const lost = differences(before, lookAt(container, key));
    note('library, key, account, node; verify', lost.length === 0 ? 'as before' : lost.join('; '), lost.length === 0);
    stop(container);
  } finally {
    container.dispose();
  }
}

async function upgradeFrom(commit: string, folder: string): Promise<void> {
  const root = join(folder, 'before');
  mkdirSync(root);
  const files = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 1024 ** 3 });
  execFileSync('tar', ['-x'], { cwd: root, input: files });
  note('the image before', commit);
  buildImage(root, IMAGE_BEFORE);
  await runOneAfterAnother(IMAGE_BEFORE, IMAGE);
}

// podman's own maxima are above what a sandbox may set: the container has this program's.
const folder = mkdtempSync(join(tmpdir(), 'circuit-tree-image-'));
process.env.CONTAINERS_CONF = join(folder, 'containers.conf');
writeFileSync(process.env.CONTAINERS_CONF, '[containers]\ndefault_ulimits = []\n');
try {
  note('base image', getBase());
  buildImage(ROOT, IMAGE);
  await runOneAfterAnother(IMAGE, IMAGE);
  if (values.before !== undefined) await upgradeFrom(values.before, folder);
} catch (error) {
  note('the rest', error instanceof Error ? error.message : String(error), false);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = rows.some(({ holds }) => !holds) ? 1 : 0;
