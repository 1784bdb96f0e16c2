import type { Readable } from 'node:stream';
import type { PhotoVariant } from '../../../src/contract/paths.ts';
import type { ImageKind } from '../upload/imageKinds.ts';

/** Where a photo lives: its album's id, not its slug, and its public name. */
export interface PhotoAddress {
  albumId: string;
  filename: string;
}

export type PhotoPart = PhotoVariant | 'original';

/** A photo on its way in: three local files that nobody else sees, and what may become of them. */
export interface StagedPhoto {
  files: Record<PhotoPart, string>;
  /** Moves the three into place, durable when it resolves; until `confirm` a restart takes them back. */
  keep: (address: PhotoAddress, kind: ImageKind) => Promise<KeptPhoto>;
  /** Forgets everything; harmless after `keep`. */
  discard: () => Promise<void>;
}

export interface KeptPhoto {
  /** The row is committed: the photo stays. */
  confirm: () => Promise<void>;
  /** There will be no row: the photo goes. */
  withdraw: () => Promise<void>;
}

export interface StoredFile {
  bytes: number;
  stream: Readable;
}

/** The few verbs that files are reached through; an object store would answer the same ones (DECISIONS §8). */
export interface PhotoStore {
  stage: () => Promise<StagedPhoto>;
  read: (address: PhotoAddress, variant: PhotoVariant) => Promise<Buffer | undefined>;
  open: (address: PhotoAddress, part: PhotoPart) => Promise<StoredFile | undefined>;
  /** Everything in place, in no order; what is not ours appears under a name that no photo has. */
  list: () => AsyncIterable<PhotoAddress>;
  /** An upload, of whichever process, is about to commit this photo's row. */
  isPending: (address: PhotoAddress) => Promise<boolean>;
  /** Copies a photo, durable, to the same place in another data folder; false when it is not here. */
  copyTo: (dataDir: string, address: PhotoAddress) => Promise<boolean>;
  /** At a start: takes back what unfinished uploads left behind. A photo with a row is never touched. */
  sweep: (hasRow: (address: PhotoAddress) => Promise<boolean>) => Promise<void>;
}
