import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** The kernel's own rehearsal of a power cut: FS_IOC_SHUTDOWN, without writing the journal that is in memory. */
const CUT = 'open(my $disk, "<", $ARGV[0]) or die; my $flags = pack("L", 2); ioctl($disk, 0x8004587d, $flags) or die;';
/** A disk that writes nothing back of its own accord, as far as ext4 lets one ask for that: only what is synced is safe. */
const FORGETFUL = 'loop,data=writeback,noauto_da_alloc,commit=300';
/** Processes that have been killed take a while to end on a busy machine. */
const UNMOUNT_TRIES = 300;

/**
 * An ext4 file system whose power can be cut: what was not synced, or written back by chance, is gone. A disk's own
 * cache, which may lose what it was told to keep, is not part of it.
 */
export class CutDisk {
  readonly folder: string;
  readonly #image: string;

  private constructor() {
    const place = mkdtempSync(join(tmpdir(), 'circuit-tree-cut-'));
    this.folder = join(place, 'disk');
    this.#image = join(place, 'image');
    mkdirSync(this.folder);
  }

  /** Undefined where this process may not mount one. */
  static make(megabytes: number): CutDisk | undefined {
    const disk = new CutDisk();
    const made = runs('truncate', '-s', `${megabytes}M`, disk.#image) && runs('mkfs.ext4', '-q', disk.#image);
    if (made && disk.#mount()) return disk;
    disk.dispose();
    return undefined;
  }

  /** From now on every write fails. */
  cut(): void {
    if (!runs('perl', '-e', CUT, this.folder)) throw new Error(`The power of ${this.folder} could not be cut`);
  }

  /** Call when nobody uses the disk any more. */
  async powerOn(): Promise<void> {
    for (let tries = 0; !runs('umount', this.folder); tries += 1) {
      if (tries === UNMOUNT_TRIES) throw new Error(`${this.folder} is still in use`);
      await wait(100);
    }
    if (!this.#mount()) throw new Error(`${this.folder} could not be mounted again`);
  }

  dispose(): void {
    runs('umount', this.folder);
    rmSync(join(this.folder, '..'), { recursive: true, force: true });
  }

  #mount(): boolean {
    return runs('mount', '-o', FORGETFUL, this.#image, this.folder);
  }
}

function runs(program: string, ...args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}
