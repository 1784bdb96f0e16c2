import type { PhotoAbout } from '#domain/takeout/photoAbout.ts';
import type { SourceAlbums } from './sourceAlbums.ts';

/** One thing that a source has: a picture, or a file that is none. */
export interface SourceItem {
  /** Names it among the things of its source. */
  key: string;
  /** Another text once its content has changed. */
  mark: string;
  /** The name of the file. */
  name: string;
  /** The names of the albums that it lies in, from the source's own album down. */
  albums: readonly string[];
  /** Whether it is the moving part of a Live Photo, which has its still beside it. */
  hasStill: boolean;
  /** When it was last changed, as far as its file system tells. */
  changedAt?: number;
}

export interface SourceListing {
  items: SourceItem[];
  /** Whether these are all things of the source: what is not among them is gone there. */
  isWhole: boolean;
  /** Folders and files that could not be looked at, each with the reason. */
  unreadable: string[];
  /** Whether something is still being written, and is to be looked at again soon. */
  isUnsettled?: boolean;
}

/** A thing of a source as a file of this machine. */
export interface ReadItem {
  path: string;
  about: PhotoAbout | undefined;
  /** Whether it is still as it was listed: a file that is being written is taken when it is whole. */
  isSame: () => Promise<boolean>;
  /** Call when the file is no longer needed. */
  release: () => Promise<void>;
}

/** The caption of a thing, and the one that it replaces, unless somebody here has written another. */
export interface Retold {
  caption: string;
  replaces: string;
}

/** Everything, or, where the source has events, the things that they reported. */
export type ListingExtent = 'all' | 'changed';

/** A kind of source: it lists its things, reads one of them, and reports its own state. */
export interface SourceAdapter {
  /** Lists what there is. Throws SourceAway or SourceFailed. */
  list(signal: AbortSignal, extent: ListingExtent): Promise<SourceListing>;
  read(item: SourceItem, signal: AbortSignal): Promise<ReadItem>;
  /** The facts of a thing that has changed since this mark in its facts alone, so that it need not be read again. */
  retold?(item: SourceItem, mark: string): Retold | undefined;
  /** Throws SourceAway when the source cannot be reached just now. */
  look(): Promise<void>;
}

/** A source that is open: its adapter, and how changes there are noticed at once. */
export interface OpenSource {
  adapter: SourceAdapter;
  /** The source's own album, made if it is missing; undefined: the top level. */
  ownAlbum: (albums: SourceAlbums) => Promise<{ id: string; slug: string } | undefined>;
  /** Whether things that are gone there go to the trash here. */
  isMirror: boolean;
  /** Calls back when something changed. Returns how to stop. */
  watch?: (onChange: () => void) => () => void;
}

/** The source cannot be reached: nothing changes, and it is tried again. */
export class SourceAway extends Error {
  override name = 'SourceAway';
}

/** The source said something that cannot be understood, or refused: nothing changes, and somebody has to look at it. */
export class SourceFailed extends Error {
  override name = 'SourceFailed';
}
