import type { Readable } from 'node:stream';
import type { PhotoVariant } from '#contract/paths.ts';
import type { ImageKind } from '#domain/uploads/imageKinds.ts';
import type { CompanionPart } from '#server/core/companionKind.ts';

/** The address of a photo in the store: its album's id, not the slug, and its public name. */
export interface PhotoAddress {
  albumId: string;
  filename: string;
}

/** One of the three files that every photo has. */
export type OwnPart = PhotoVariant | 'original';
export type PhotoPart = OwnPart | CompanionPart;

export const PHOTO_PARTS: readonly OwnPart[] = ['original', 'medium', 'thumbnail'];

/** A photo before it is in the library: files that nothing else uses, to be stored or discarded. */
export interface StagedPhoto {
  files: Record<OwnPart, string>;
  /** The path for a file that is to lie beside the three. */
  beside: (part: CompanionPart) => string;
  /**
   * Moves the three files into the library, and those beside them, durably when it resolves. Until `confirm` a restart
   * removes them.
   */
  keep: (address: PhotoAddress, files: KeptFiles) => Promise<PlacedPhoto>;
  /** Replaces both variants of a photo in the library, and its original too if `kind` is given, durably. */
  mend: (address: PhotoAddress, files?: Partial<KeptFiles>) => Promise<void>;
  /** Puts one file beside those of a photo in the library, durably when it resolves. */
  add: (address: PhotoAddress, part: CompanionPart) => Promise<void>;
  /** Removes what has not been moved into the library. */
  discard: () => Promise<void>;
}

/** The files of a staged photo that go into the library. */
export interface KeptFiles {
  /** The format of the original. */
  kind: ImageKind;
  companions?: readonly CompanionPart[];
}

export interface PlacedPhoto {
  /** Call when the photo's row is committed. */
  confirm: () => Promise<void>;
  /** Removes the photo, because there will be no row. */
  withdraw: () => Promise<void>;
}

/** The first and the last byte to read. */
export interface ByteRange {
  first: number;
  last: number;
}

export interface StoredFile {
  /** The bytes of the stream. */
  bytes: number;
  stream: Readable;
}

/** The files at a photo's address, as paths within the data folder. */
export interface StoredParts {
  parts: Partial<Record<OwnPart, string>> & Record<CompanionPart, string>;
  /** Files that are no part of a photo. */
  strays: string[];
}

/** A file or folder in the library, as a path within the data folder; without an address it is not a photo. */
export interface StoredEntry {
  path: string;
  address: PhotoAddress | undefined;
}

/** Longer than any upload takes from a photo's first byte in the library to its row. */
export const UPLOAD_LEASE_MS = 30 * 60_000;

/** The facts about other running servers that sweeping needs. */
export interface Beside {
  isAlone: boolean;
  /** Runs work while no server places files at this address. */
  guard: (address: PhotoAddress, work: () => Promise<void>) => Promise<void>;
}

export interface Claim {
  /** The id of the installation. */
  id: string;
  /** Whether no other server runs on the library. */
  isAlone: boolean;
  /** Whether there may be other servers at all. */
  isShared: boolean;
  /** Whether the database lists photos, so that an empty store is the wrong one. */
  isExpected: () => Promise<boolean>;
}

/** The operations on the files of photos: a few methods, which a folder and an object store implement. */
export interface PhotoStore {
  /** The place of the photos, for people. */
  readonly place: string;
  /** Whether each operation is a request to another machine, which takes its time. */
  readonly isRemote: boolean;
  /** For a server: throws a StartError where the store cannot be used, or is another library's; else marks it as own. */
  claim: (claim: Claim) => Promise<void>;
  /** For commands, which join no other servers: throws where the store cannot be read or is another library's. */
  requireOwn: (installationId: string) => Promise<void>;
  stage: () => Promise<StagedPhoto>;
  read: (address: PhotoAddress, variant: PhotoVariant) => Promise<Buffer | undefined>;
  /** The whole file, or a part of it; a range must lie within the file. */
  open: (address: PhotoAddress, part: PhotoPart, range?: ByteRange) => Promise<StoredFile | undefined>;
  /** The size of a file beside a photo's own; undefined where there is none. */
  bytesOf: (address: PhotoAddress, part: CompanionPart) => Promise<number | undefined>;
  /** All that is in the library, in no order. */
  list: () => AsyncIterable<StoredEntry>;
  partsOf: (address: PhotoAddress) => Promise<StoredParts>;
  /** Whether the library has files or a folder for a photo. */
  isThere: (address: PhotoAddress) => Promise<boolean>;
  /** Whether an upload, of this process or another, is about to commit this photo's row. */
  isPending: (address: PhotoAddress) => Promise<boolean>;
  /** Runs work on a local file with the bytes of a file that is given as a path within the data folder. */
  withFile: <Result>(path: string, work: (file: string) => Promise<Result>) => Promise<Result>;
  /** Writes something small and removes it. Throws when that is not possible. */
  tryWriting: () => Promise<void>;
  /** Copies a file, given as a path within the data folder, durably to a new file. */
  copy: (path: string, file: string) => Promise<void>;
  /** Removes the files of a photo, durably when it resolves; does nothing when there are none. */
  remove: (address: PhotoAddress) => Promise<void>;
  /**
   * Moves a file or folder, given as a path within the data folder, to a place from which nothing is served. Returns a
   * function that moves it back, unless the place is taken by then; undefined when there is no such file.
   */
  quarantine: (path: string) => Promise<(() => Promise<void>) | undefined>;
  /** Removes, when the server starts, what unfinished uploads left behind. A photo with a row is never touched. */
  sweep: (hasRow: (address: PhotoAddress) => Promise<boolean>, beside: Beside) => Promise<void>;
}
