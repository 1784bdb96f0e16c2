import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ask, isHere, must } from './engine.ts';

/** The image's name in deploy/Containerfile. */
const BASE = 'docker.io/library/node:24-bookworm-slim';

type BaseKind = 'of the registry' | 'there already' | 'made here of Debian and this Node';

/** Gets the base image of the Containerfile; without a registry, makes one like it. */
export function getBase(): BaseKind {
  if (ask('buildah', 'inspect', '--type', 'image', BASE).isGood) return 'there already';
  if (ask('buildah', 'pull', BASE).isGood) return 'of the registry';
  if (!isHere('debootstrap')) {
    throw new Error(
      `${BASE} is out of reach, and to make one like it needs debootstrap, of Debian’s package debootstrap`,
    );
  }
  const folder = mkdtempSync(join(tmpdir(), 'circuit-tree-base-'));
  try {
    const root = join(folder, 'root');
    must('debootstrap', '--variant=minbase', '--include=ca-certificates', 'bookworm', root);
    makeBase(root);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return 'made here of Debian and this Node';
}

/** Makes the image of a folder with a fresh Debian in it. */
function makeBase(root: string): void {
  addNode(root);
  commit(root);
}

function addNode(root: string): void {
  const local = join(root, 'usr/local');
  cpSync(realpathSync(process.execPath), join(local, 'bin/node'));
  const npm = dirname(dirname(realpathSync(must('sh', '-c', 'command -v npm'))));
  cpSync(npm, join(local, 'lib/node_modules/npm'), { recursive: true });
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name));
  must('chroot', root, 'useradd', '--uid=1000', '--create-home', '--shell=/bin/bash', 'node');
}

function commit(root: string): void {
  const container = must('buildah', 'from', 'scratch');
  must('buildah', 'copy', '--quiet', container, root, '/');
  const authorities = process.env.NODE_EXTRA_CA_CERTS;
  // In a house whose network has an authority of its own, npm uses it during the build.
  if (authorities !== undefined && existsSync(authorities)) {
    must('buildah', 'copy', '--quiet', container, authorities, '/etc/ssl/house.pem');
    must('buildah', 'config', '--env', 'NODE_EXTRA_CA_CERTS=/etc/ssl/house.pem', container);
  }
  must('buildah', 'config', '--cmd', 'node', container);
  must('buildah', 'commit', '--quiet', '--rm', container, BASE);
}
