import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../errors.ts';
import { takeProcessLock, type ProcessLock } from '../db/processLock.ts';
import { makeDurableFolder, namesIn, syncFolder } from './durableFiles.ts';
import { ORIGINAL_EXTENSIONS } from './imageKinds.ts';
import { filenameOf, stemOf } from './photoNames.ts';
import type { KeptPhoto, PhotoAddress, StagedPhoto } from './photoStore.ts';

const LOCK = '.lock';
const PENDING = '.pending';
/** Neither an album's id nor a photo's name can hold it. */
const PENDING_SEPARATOR = '~';

export interface FolderLayout {
  /** Holds a folder for each running server; everything in the folder of a dead one is rubbish. */
  incoming: string;
  photo: (address: PhotoAddress) => string;
  album: (albumId: string) => string;
}

/** The uploads of this process: its own folder, and the lock that shows other processes that it lives. */
export class Incoming {
  private readonly layout: FolderLayout;
  private readonly folder: string;
  private readonly lock: ProcessLock;

  private constructor(layout: FolderLayout, run: { folder: string; lock: ProcessLock }) {
    this.layout = layout;
    this.folder = run.folder;
    this.lock = run.lock;
  }

  static async open(layout: FolderLayout): Promise<Incoming> {
    await makeDurableFolder(layout.incoming);
    const folder = join(layout.incoming, randomUUID());
    const lock = takeProcessLock(folder + LOCK);
    if (!lock) throw new Error(`Another process took ${folder}`);
    await makeDurableFolder(folder);
    // A sweep that came between the lock file's birth and its lock has removed the file: begin again.
    if (existsSync(folder + LOCK)) return new Incoming(layout, { folder, lock });
    lock.release();
    return Incoming.open(layout);
  }

  async stage(): Promise<StagedPhoto> {
    const staging = join(this.folder, randomUUID());
    await mkdir(staging);
    return {
      files: {
        original: join(staging, 'original'),
        medium: join(staging, 'medium.jpg'),
        thumbnail: join(staging, 'thumbnail.jpg'),
      },
      keep: async (address, kind) => {
        await rename(join(staging, 'original'), join(staging, `original.${ORIGINAL_EXTENSIONS[kind]}`));
        await syncFolder(staging);
        return this.keep(staging, address);
      },
      discard: () => remove(staging),
    };
  }

  async close(): Promise<void> {
    await forget(this.folder, this.lock);
  }

  /** One rename moves all three files at once: a photo is in its album whole or not at all. */
  private async keep(staging: string, address: PhotoAddress): Promise<KeptPhoto> {
    const pending = join(this.folder, pendingName(address));
    const album = this.layout.album(address.albumId);
    const place = this.layout.photo(address);
    const kept: KeptPhoto = {
      confirm: () => remove(pending),
      withdraw: async () => {
        await removeDurably(place, album);
        await remove(pending);
      },
    };
    await writeFile(pending, '');
    await syncFolder(this.folder);
    try {
      await makeDurableFolder(album);
      await this.moveIntoPlace(staging, place);
      await syncFolder(album);
    } catch (error) {
      await kept.withdraw();
      throw error;
    }
    return kept;
  }

  private async moveIntoPlace(staging: string, place: string): Promise<void> {
    try {
      await rename(staging, place);
    } catch (error) {
      if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error;
      // Left by something that is gone, since there was no row for it: ours takes its place.
      await rename(place, join(this.folder, randomUUID()));
      await rename(staging, place);
    }
  }
}

export async function sweepIncoming(
  layout: FolderLayout,
  hasRow: (address: PhotoAddress) => Promise<boolean>,
): Promise<void> {
  for (const run of await runsIn(layout)) {
    const folder = join(layout.incoming, run);
    const lock = takeProcessLock(folder + LOCK);
    if (!lock) continue;
    for (const address of await pendingIn(folder)) {
      if (!(await hasRow(address))) await removeDurably(layout.photo(address), layout.album(address.albumId));
    }
    await forget(folder, lock);
  }
}

/** What the uploads of all processes have in place without having a row yet. */
export async function pendingAddresses(layout: FolderLayout): Promise<PhotoAddress[]> {
  const runs = await runsIn(layout);
  return (await Promise.all(runs.map((run) => pendingIn(join(layout.incoming, run))))).flat();
}

async function runsIn({ incoming }: FolderLayout): Promise<string[]> {
  const names = await namesIn(incoming);
  return [...new Set(names.map((name) => name.replace(/\.lock(?:-journal)?$/, '')))];
}

async function pendingIn(folder: string): Promise<PhotoAddress[]> {
  const names = (await namesIn(folder)).filter((name) => name.endsWith(PENDING));
  return names.map((name) => {
    const [albumId = '', stem = ''] = name.slice(0, -PENDING.length).split(PENDING_SEPARATOR);
    return { albumId, filename: filenameOf(stem) };
  });
}

async function forget(folder: string, lock: ProcessLock): Promise<void> {
  await remove(folder);
  lock.release();
  await remove(folder + LOCK);
  await remove(`${folder}${LOCK}-journal`);
}

function pendingName({ albumId, filename }: PhotoAddress): string {
  return `${albumId}${PENDING_SEPARATOR}${stemOf(filename)}${PENDING}`;
}

async function removeDurably(folder: string, parent: string): Promise<void> {
  await remove(folder);
  try {
    await syncFolder(parent);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

/** A decoder that outlives its server by a moment may still write into the folder: try a few times. */
async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}
