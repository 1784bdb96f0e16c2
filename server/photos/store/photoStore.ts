import type { Readable } from 'node:stream';
import type { PhotoVariant } from '../../../src/contract/paths.ts';

/** The kinds of picture that are accepted as originals. */
export type ImageKind = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

/** How a photo is addressed in the store: by its album's id, not the slug, and its public name. */
export interface PhotoAddress {
  albumId: string;
  filename: string;
}

export type PhotoPart = PhotoVariant | 'original';

/** A photo before it is in the library: three files that nothing else uses, to be kept or discarded. */
export interface StagedPhoto {
  files: Record<PhotoPart, string>;
  /** Moves the three files into the library, durably when it resolves. Until `confirm` a restart removes them. */
  keep: (address: PhotoAddress, kind: ImageKind) => Promise<KeptPhoto>;
  /** Removes the three files; does nothing after `keep`. */
  discard: () => Promise<void>;
}

export interface KeptPhoto {
  /** To be called when the photo's row is committed. */
  confirm: () => Promise<void>;
  /** Removes the photo, because there will be no row. */
  withdraw: () => Promise<void>;
}

export interface StoredFile {
  bytes: number;
  stream: Readable;
}

/** All that the server does with files of photos, so few methods that an object store could implement them. */
export interface PhotoStore {
  stage: () => Promise<StagedPhoto>;
  read: (address: PhotoAddress, variant: PhotoVariant) => Promise<Buffer | undefined>;
  open: (address: PhotoAddress, part: PhotoPart) => Promise<StoredFile | undefined>;
  /** All photos in the library, in no order; a file of another origin appears under a name that no photo has. */
  list: () => AsyncIterable<PhotoAddress>;
  /** Whether an upload, of this process or another, is about to commit this photo's row. */
  isPending: (address: PhotoAddress) => Promise<boolean>;
  /** Copies a photo durably to the same place in another data folder; false when it is not in this one. */
  copyTo: (dataDir: string, address: PhotoAddress) => Promise<boolean>;
  /** Removes, when the server starts, what unfinished uploads left behind. A photo with a row is never touched. */
  sweep: (hasRow: (address: PhotoAddress) => Promise<boolean>) => Promise<void>;
}
