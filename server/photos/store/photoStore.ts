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

export const PHOTO_PARTS: readonly PhotoPart[] = ['original', 'medium', 'thumbnail'];

/** A photo before it is in the library: three files that nothing else uses, to be kept or discarded. */
export interface StagedPhoto {
  files: Record<PhotoPart, string>;
  /** Moves the three files into the library, durably when it resolves. Until `confirm` a restart removes them. */
  keep: (address: PhotoAddress, kind: ImageKind) => Promise<KeptPhoto>;
  /** Puts both variants, and with `original` that too, durably in the place of those that a photo of the library has. */
  mend: (address: PhotoAddress, original?: ImageKind) => Promise<void>;
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

/** What lies at a photo's address, by paths within the data folder. */
export interface StoredParts {
  parts: Partial<Record<PhotoPart, string>>;
  /** Files that are no part of a photo. */
  strays: string[];
}

/** Something that lies in the library, by its path within the data folder; without an address it is no photo. */
export interface StoredEntry {
  path: string;
  address: PhotoAddress | undefined;
}

/** What the server does with the files of photos: few methods, so that an object store could implement them. */
export interface PhotoStore {
  stage: () => Promise<StagedPhoto>;
  read: (address: PhotoAddress, variant: PhotoVariant) => Promise<Buffer | undefined>;
  open: (address: PhotoAddress, part: PhotoPart) => Promise<StoredFile | undefined>;
  /** All that is in the library, in no order. */
  list: () => AsyncIterable<StoredEntry>;
  partsOf: (address: PhotoAddress) => Promise<StoredParts>;
  /** Whether an upload, of this process or another, is about to commit this photo's row. */
  isPending: (address: PhotoAddress) => Promise<boolean>;
  /** Copies what lies at a path within the data folder durably to a new file. */
  copy: (path: string, file: string) => Promise<void>;
  /** Moves what lies at a path within the data folder out of the library, to where nothing is served from. */
  quarantine: (path: string) => Promise<void>;
  /** Removes, when the server starts, what unfinished uploads left behind. A photo with a row is never touched. */
  sweep: (hasRow: (address: PhotoAddress) => Promise<boolean>) => Promise<void>;
}
