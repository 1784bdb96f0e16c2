// `npm run lab -- image`: builds the image of deploy/Containerfile and runs it as deploy/compose.yaml has it, without a network.
// Prints what held; exit code 1 when something did not.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getBase } from './baseImage.ts';
import { ask, isHere, must } from './engine.ts';

const ROOT = join(import.meta.dirname, '../..');
const IMAGE = 'localhost/circuit-tree-lab';
const NAME = `circuit-tree-lab-${process.pid}`;
const HEALTHY_WITHIN_S = 60;
const STOP_WITHIN_S = 15;

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

function secondsSince(began: number): string {
  return `${((performance.now() - began) / 1_000).toFixed(1)} s`;
}

function buildImage(): void {
  note('base image', getBase());
  const began = performance.now();
  if (!process.argv.includes('--run')) {
    const file = join(ROOT, 'deploy/Containerfile');
    // OCI's format has no place for the health check.
    const options = ['--isolation=chroot', '--format=docker', '--pull=never', `--file=${file}`, `--tag=${IMAGE}`];
    must('buildah', 'build', ...options, ROOT);
    note('built', secondsSince(began));
  }
  const bytes = Number(must('podman', 'image', 'inspect', '--format={{.Size}}', IMAGE));
  note('size', `${Math.round(bytes / 1e6)} MB`);
}

/** With runc where it is installed, since crun refuses a kernel with both kinds of cgroups. */
const runtime = isHere('runc') ? ['--runtime=runc'] : [];

function podman(...args: string[]): string {
  return must('podman', ...runtime, ...args);
}

/** The options that deploy/compose.yaml gives the container; no port, since health is asked from within. */
function runArguments(): string[] {
  const limits = [
    '--read-only',
    '--tmpfs=/tmp',
    '--cap-drop=ALL',
    '--security-opt=no-new-privileges',
    '--pids-limit=256',
  ];
  const account = ['--user=node', '--env=NODE_ENV=production', `--stop-timeout=${STOP_WITHIN_S}`, '--init'];
  // podman starts the image's own check by systemd, which need not run here: this program asks for it.
  const here = ['--no-healthcheck', '--ulimit=host'];
  return [
    '--detach',
    `--name=${NAME}`,
    '--network=none',
    `--volume=${NAME}:/data`,
    ...limits,
    ...account,
    ...here,
    IMAGE,
  ];
}

function inside(...command: string[]) {
  return ask('podman', ...runtime, 'exec', NAME, ...command);
}

async function becomesHealthy(): Promise<boolean> {
  for (let waited = 0; waited < HEALTHY_WITHIN_S; waited += 1) {
    if (inside('node', 'deploy/health.mjs').isGood) return true;
    await sleep(1_000);
  }
  console.error(ask('podman', 'logs', NAME).stderr);
  return false;
}

function lookInside(): void {
  const { stdout: account } = inside('id', '-u');
  note('account of the server', account, account === '1000');
  const status = inside('cat', '/proc/1/status').stdout;
  const fieldOf = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? 'unknown';
  note('capabilities', fieldOf('CapEff'), /^0+$/.test(fieldOf('CapEff')));
  note('no new privileges', fieldOf('NoNewPrivs'), fieldOf('NoNewPrivs') === '1');
  const canWrite = inside('touch', '/app/file').isGood;
  note('a file beside the app', canWrite ? 'written' : 'refused', !canWrite);
  const { stdout: mode } = inside('stat', '-c', '%a', '/data');
  note('folder of the library', mode, mode === '700');
  const key = inside('node', 'server/cli/main.ts', 'key', 'create', 'Hall');
  note('key create', key.isGood ? 'made' : key.stderr, key.isGood);
}

function stopContainer(): void {
  const began = performance.now();
  podman('stop', NAME);
  const took = secondsSince(began);
  const code = must('podman', 'inspect', '--format={{.State.ExitCode}}', NAME);
  note('stop', `${took}, code ${code}`, code === '0');
}

async function runTwice(): Promise<void> {
  podman('run', ...runArguments());
  const began = performance.now();
  const isHealthy = await becomesHealthy();
  note('healthy', `after ${secondsSince(began)}`, isHealthy);
  lookInside();
  stopContainer();
  podman('start', NAME);
  const isHealthyAgain = await becomesHealthy();
  note('healthy after another start', isHealthyAgain ? 'yes' : 'no', isHealthyAgain);
  const keys = inside('node', 'server/cli/main.ts', 'key', 'list').stdout;
  note('the library is still there', keys.includes('Hall') ? 'yes' : 'no', keys.includes('Hall'));
  stopContainer();
}

// podman's own maxima are above what a sandbox may set: the container has this program's.
const folder = mkdtempSync(join(tmpdir(), 'circuit-tree-image-'));
process.env.CONTAINERS_CONF = join(folder, 'containers.conf');
writeFileSync(process.env.CONTAINERS_CONF, '[containers]\ndefault_ulimits = []\n');
try {
  buildImage();
  await runTwice();
} catch (error) {
  note('the rest', error instanceof Error ? error.message : String(error), false);
} finally {
  ask('podman', 'rm', '--force', NAME);
  ask('podman', 'volume', 'rm', '--force', NAME);
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = rows.some(({ holds }) => !holds) ? 1 : 0;
