import type { FileHandle } from 'node:fs/promises';
import type { PhotoAbout } from '#domain/takeout/photoAbout.ts';

/** An item of a source: a picture, or a file that is not one. */
export interface SourceItem {
  /** Identifies it among the items of its source. */
  key: string;
  /** A text that changes with its content. */
  mark: string;
  /** The name of the file. */
  name: string;
  /** The names of the albums that contain it, from the source's own album down. */
  albums: readonly string[];
  /** Whether it is the moving part of a Live Photo, with its still picture beside it. */
  hasStill: boolean;
  /** The time of its last change, as far as its file system reports it. */
  changedAt?: number;
}

export interface SourceListing {
  items: SourceItem[];
  /** The name for an album of the source's own, where the source has one. */
  albumName?: string;
  /** Whether a folder has pictures of its own, also such that are still being written. */
  hasPictures?: boolean;
  /** Whether these are all items of the source: any other has been removed there. */
  isWhole: boolean;
  /** Folders and files that could not be read, each with the reason. */
  unreadable: string[];
  /** Whether something is still being written, and is to be checked again soon. */
  isUnsettled?: boolean;
}

/** An item of a source as an open file of this machine. */
export interface ReadItem {
  file: FileHandle;
  about: PhotoAbout | undefined;
  /** A file that belongs beside the picture, by its name in the source. */
  beside?: { name: string; file: FileHandle } | undefined;
  /** Whether it is still as it was listed: a file that is being written is imported when it is complete. */
  isSame: () => Promise<boolean>;
  /** Call when the files are no longer needed. */
  release: () => Promise<void>;
}

/** The caption of a thing, and the one that it replaces, unless somebody here has written another. */
interface CaptionChange {
  caption: string;
  replaces: string;
}

/**
 * `all`: everything. `changed`: the items that events reported. `swept`: these, and items that an inexpensive check
 * found changed without an event. A source without such a check lists everything each time.
 */
export type ListingExtent = 'all' | 'swept' | 'changed';

/** A kind of source: it lists its items, reads one of them, and reports its own state. */
export interface SourceAdapter {
  /** Lists the items. Throws SourceAway or SourceFailed. */
  list(signal: AbortSignal, extent: ListingExtent): Promise<SourceListing>;
  read(item: SourceItem, signal: AbortSignal): Promise<ReadItem>;
  /**
   * The new facts of an item, if nothing else of it has changed since this mark: its picture need not be read again.
   */
  changedCaption?(item: SourceItem, mark: string): CaptionChange | undefined;
  /** Throws SourceAway while the source is out of reach. */
  checkPlace(): Promise<void>;
}

/** An open source: its adapter, and its way of noticing changes at once. */
export interface OpenSource {
  adapter: SourceAdapter;
  /** Whether photos that it made go to the trash here when they are removed there. */
  isMirror: boolean;
  /** Calls back when something has changed. Returns a function that stops it. */
  watch?: (onChange: () => void) => () => void;
}

/** The source is out of reach: nothing changes, and it is tried again. */
export class SourceAway extends Error {
  override name = 'SourceAway';
}

/** The source gave an unexpected response or rejected the request: nothing changes, and a person has to look at it. */
export class SourceFailed extends Error {
  override name = 'SourceFailed';
}
