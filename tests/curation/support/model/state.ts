import type { PhotoOrder } from '#contract/limits.ts';

/**
 * A library in its simplest form, for the random sequences of people's actions. Names are the model's own: an album is
 * a key, and a photo is what its file name was made from.
 */
export interface State {
  albums: ModelAlbum[];
  /** In the order in which the server stored them. */
  photos: ModelPhoto[];
  /** Slugs of before, with the albums that they lead to. */
  former: Record<string, string>;
  /** Links for visitors that were not taken back, of albums that are not deleted for good. */
  shares: ModelShare[];
  /** The albums that the tablet sees, each with all below it; null: all. */
  scope: string[] | null;
  lastSerial: number;
}

interface ModelShare {
  key: string;
  album: string;
}

export interface ModelAlbum {
  key: string;
  name: string;
  slug: string;
  parent: string | null;
  order: PhotoOrder;
  /** A photo's serial. */
  cover: number | null;
  position: number | null;
  version: number;
  /** The album with which it was deleted; null while it is not in the trash. */
  trashedWith: string | null;
}

/** Two photos with the same reference have the same files and the same name. */
export interface PhotoRef {
  /** The album to which it was uploaded. */
  home: string;
  content: number;
  /** All that gave it another name since, in order. */
  steps: readonly Step[];
}

/** A way into another album, or a turn in its own one. */
interface Step {
  album: string;
  /** Degrees clockwise by which it is turned from then on. */
  rotation?: number;
}

export interface ModelPhoto extends PhotoRef {
  serial: number;
  album: string;
  rotation: number;
  caption: string;
  hidden: boolean;
  position: number | null;
  version: number;
  /** The album with which it was deleted, or ITSELF; null while it is not in the trash. */
  trashedWith: string | null;
}

export const ITSELF = 'itself';

export const EMPTY: State = { albums: [], photos: [], former: {}, shares: [], scope: null, lastSerial: 0 };

/** The call is answered with this status and changes nothing. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`Refused with ${status}`);
    this.status = status;
  }
}

export function living(state: State, key: string): ModelAlbum | undefined {
  return state.albums.find((album) => album.key === key && album.trashedWith === null);
}

export function livingOr(status: number, state: State, key: string): ModelAlbum {
  const album = living(state, key);
  if (!album) throw new Refused(status);
  return album;
}

/** The album and all below it, without those in the trash. */
export function withBelow(state: State, key: string): string[] {
  const found = [key];
  for (const parent of found) {
    for (const album of state.albums) {
      if (album.parent === parent && album.trashedWith === null) found.push(album.key);
    }
  }
  return found;
}

export function photosIn(state: State, album: string): ModelPhoto[] {
  return state.photos.filter((photo) => photo.album === album && photo.trashedWith === null);
}

/** Those of an album that are named; names that it does not have are left out. */
export function named(state: State, album: string, refs: readonly PhotoRef[]): ModelPhoto[] {
  return photosIn(state, album).filter((photo) => refs.some((ref) => isSame(photo, ref)));
}

export function isSame(one: PhotoRef, other: PhotoRef): boolean {
  return one.home === other.home && one.content === other.content && isSameWay(one.steps, other.steps);
}

function isSameWay(one: readonly Step[], other: readonly Step[]): boolean {
  if (one.length !== other.length) return false;
  return one.every(({ album, rotation }, place) => album === other[place]?.album && rotation === other[place].rotation);
}

/** The photo as it is called after another step. */
export function stepped<Ref extends PhotoRef>(ref: Ref, step: Step): Ref {
  return { ...ref, steps: [...ref.steps, step] };
}

/** Where its files are, and how they are called: as the photo was when they were made. */
export function filesOf({ home, content, steps }: PhotoRef): { album: string; ref: PhotoRef } {
  const last = steps.findLastIndex(({ rotation }) => rotation !== undefined);
  return { album: steps[last]?.album ?? home, ref: { home, content, steps: steps.slice(0, last + 1) } };
}

/** The photos in the trash that were deleted by themselves, in the order in which the server stored them. */
export function looseInTrash(state: State): ModelPhoto[] {
  return state.photos.filter(({ trashedWith }) => trashedWith === ITSELF);
}

export function requireVersion(present: number, seen: number | undefined): void {
  if (seen !== undefined && seen !== present) throw new Refused(409);
}
