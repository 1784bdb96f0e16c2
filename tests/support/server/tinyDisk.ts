import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MB = 1024 * 1024;

/** A file system of a few megabytes, to be filled up for real. */
export class TinyDisk {
  readonly folder = mkdtempSync(join(tmpdir(), 'circuit-tree-full-'));
  readonly #filler = join(this.folder, 'filler');

  /** Undefined where this process may not mount one, as in most containers. */
  static mount(megabytes: number): TinyDisk | undefined {
    const disk = new TinyDisk();
    const size = `size=${megabytes}m`;
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', disk.folder]).status === 0) return disk;
    disk.dispose();
    return undefined;
  }

  leaveRoom(megabytes: number): void {
    const { bavail, bsize } = statfsSync(this.folder);
    writeFileSync(this.#filler, Buffer.alloc(Math.max(0, bavail * bsize - megabytes * MB), 1));
  }

  makeRoom(): void {
    rmSync(this.#filler);
  }

  /** Works only while nothing in it is open for writing, as the kernel wants it. */
  setReadOnly(isReadOnly: boolean): void {
    const mode = isReadOnly ? 'ro' : 'rw';
    const { status, stderr } = spawnSync('mount', ['-o', `remount,${mode}`, this.folder], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`The disk could not be made ${mode}: ${stderr}`);
  }

  dispose(): void {
    spawnSync('umount', [this.folder]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
