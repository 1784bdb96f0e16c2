import type { DiskSpace } from '#server/core/files/diskSpace.ts';
import { UserError } from '#server/core/errors.ts';
import { UPLOADS } from '#server/core/limits.ts';
import { KeyedLock } from '#server/core/locks.ts';
import { NOTHING_STORED } from './uploadErrors.ts';

/** The space of one file, and of the images that are made from it. */
export interface Room {
  /** Runs `work`, which writes this many bytes of the file. Throws when the disk has no room for them. */
  write(bytes: number, work: () => Promise<void>): Promise<void>;
  /** Call when the file has arrived, and its images are still to be written. */
  arrived(): void;
  /** Call when the photo is stored, or when nothing is left of it. */
  release(): void;
}

interface Uploader {
  /** Present for a visitor, who leaves more of the disk free. */
  guest?: unknown;
}

const DISK_FULL = `The disk of the server is full: ${NOTHING_STORED}`;
const NO_SPACE_FOR_GUESTS =
  'There is not enough space for photos of guests at the moment: please tell whoever sent you the link';

/**
 * The free space of the disk, with what all uploads of this process are about to write: however many there are at the
 * same time, they leave the least that has to stay free. Other servers on the same disk count once they have written.
 */
export class UploadSpace {
  readonly #disk: () => Promise<DiskSpace>;
  readonly #lock = new KeyedLock();
  #promised = 0;

  constructor(disk: () => Promise<DiskSpace>) {
    this.#disk = disk;
  }

  /**
   * Call before a file is written, with the bytes that it may have at most. Throws when the disk has no room for a
   * photo. If so many bytes are free they are reserved for it; otherwise bytes are reserved as it is written.
   */
  async take(atMost: number, by: Uploader): Promise<Room> {
    const images = await this.#promise(UPLOADS.imageBytes, by);
    const file = await this.#promise(atMost, by).catch(() => undefined);
    return {
      write: async (bytes, work) => {
        const more = file && file.bytes() >= bytes ? undefined : await this.#promise(bytes, by);
        // Once they are written they are missing from the free bytes of the disk.
        await work().finally(() => (more ?? file)?.reduce(bytes));
      },
      arrived: () => file?.reduce(atMost),
      release: () => {
        file?.reduce(atMost);
        images.reduce(UPLOADS.imageBytes);
      },
    };
  }

  #promise(wanted: number, by: Uploader): Promise<SpacePromise> {
    // Checks one reservation after another, so that the reserved bytes can only become fewer during a check.
    return this.#lock.run('disk', async () => {
      const promised = this.#promised;
      const disk = await this.#disk();
      if (disk.bytes > 0 && disk.freeBytes - promised - wanted < leastFree(disk, by)) {
        throw new UserError(507, by.guest === undefined ? DISK_FULL : NO_SPACE_FOR_GUESTS);
      }
      let left = wanted;
      this.#promised += left;
      return {
        bytes: () => left,
        reduce: (bytes) => {
          const used = Math.min(left, bytes);
          left -= used;
          this.#promised -= used;
        },
      };
    });
  }
}

interface SpacePromise {
  bytes(): number;
  reduce(bytes: number): void;
}

function leastFree({ bytes }: DiskSpace, { guest }: Uploader): number {
  if (guest !== undefined) return bytes * UPLOADS.freeForPeople;
  return Math.min(bytes * UPLOADS.freeForServer, UPLOADS.mostFreeForServer);
}
