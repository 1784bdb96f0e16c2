import { PHOTO_ORDERS } from '../../../src/contract/entities.ts';
import { CONTENTS } from './lists.ts';
import type { Action, ModelChanges, TrashEntries } from './model.ts';
import {
  looseInTrash,
  type ModelAlbum,
  type ModelPhoto,
  photosIn,
  type PhotoRef,
  type State,
  withBelow,
} from './state.ts';

/** A number from 0 to below `below`. The same seed gives the same numbers. */
export type Random = (below: number) => number;

/** The mulberry32 generator. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const MOST_ALBUMS = 7;
/** Few, so that they are taken, freed and taken again. */
const SLUGS = Array.from({ length: 9 }, (_, number) => `s${number}`);
const NAMES = ['Album 2', 'album 10', 'Äpfel', 'Zoo', 'Zoo'];
const CAPTIONS = ['', 'At the lake', 'Grüße'];
const TURNS = [90, 180, 270] as const;

/** How often each is chosen; what cannot be done just now is an upload or a new album. */
const WEIGHTS = {
  create: 3,
  upload: 8,
  change: 8,
  arrangeAlbums: 2,
  arrangePhotos: 3,
  move: 7,
  edit: 8,
  deletePhotos: 6,
  deleteAlbum: 2,
  restore: 6,
  remove: 3,
  empty: 1,
} satisfies Record<Action['kind'], number>;

/** Chooses what an admin does next, who sees the library as it is in `state`. */
export class Chooser {
  readonly #random: Random;
  readonly #state: State;
  /** Names the album that is created. */
  readonly #newKey: () => string;

  constructor(state: State, { random, newKey }: { random: Random; newKey: () => string }) {
    this.#state = state;
    this.#random = random;
    this.#newKey = newKey;
  }

  next(): Action {
    const albums = this.#state.albums.filter(({ trashedWith }) => trashedWith === null);
    const album = this.#one(albums);
    if (!album || (albums.length < MOST_ALBUMS && this.#random(12) === 0)) return this.#create(albums);
    return this.#of(this.#kind(), album, albums) ?? this.#upload(album);
  }

  #kind(): Action['kind'] {
    const kinds = Object.entries(WEIGHTS).flatMap(([kind, weight]) => Array.from({ length: weight }, () => kind));
    const chosen = this.#one(kinds);
    return KINDS.find((kind) => kind === chosen) ?? 'upload';
  }

  #of(kind: Action['kind'], album: ModelAlbum, albums: readonly ModelAlbum[]): Action | undefined {
    const { key } = album;
    const photos = photosIn(this.#state, key);
    const some = this.#some(photos).map(refOf);
    const photo = this.#one(photos);
    if (kind === 'create') return albums.length < MOST_ALBUMS ? this.#create(albums) : undefined;
    if (kind === 'change') return this.#change(album, albums);
    if (kind === 'arrangeAlbums') return this.#arrangeAlbums(album, albums);
    if (kind === 'deleteAlbum') return albums.length > 2 ? { kind, album: key } : undefined;
    if (kind === 'empty') return { kind };
    if (kind === 'restore' || kind === 'remove') return this.#fromTrash(kind);
    if (!photo || kind === 'upload') return undefined;
    if (kind === 'move') {
      const to = this.#one(albums.filter((one) => one !== album));
      return to && { kind, from: key, to: to.key, photos: some, copy: this.#random(2) === 0 };
    }
    if (kind === 'edit') return this.#edit(key, photo);
    return { kind, album: key, photos: kind === 'arrangePhotos' ? this.#shuffled(some) : some };
  }

  #create(albums: readonly ModelAlbum[]): Action {
    const parent = this.#random(2) === 0 ? null : (this.#one(albums)?.key ?? null);
    return { kind: 'create', key: this.#newKey(), name: this.#mustOne(NAMES), slug: this.#mustOne(SLUGS), parent };
  }

  #upload({ key }: ModelAlbum): Action {
    return { kind: 'upload', album: key, content: this.#random(CONTENTS) };
  }

  #change(album: ModelAlbum, albums: readonly ModelAlbum[]): Action {
    const within = withBelow(this.#state, album.key).flatMap((key) => photosIn(this.#state, key));
    const cover = this.#one(within);
    const all: ModelChanges[] = [
      { name: this.#mustOne(NAMES) },
      { slug: this.#mustOne(SLUGS) },
      { slug: this.#mustOne(SLUGS), name: this.#mustOne(NAMES) },
      { order: this.#mustOne(PHOTO_ORDERS) },
      { parent: this.#random(3) === 0 ? null : (this.#one(albums)?.key ?? null) },
      { cover: cover ? refOf(cover) : null },
    ];
    return { kind: 'change', album: album.key, changes: this.#mustOne(all), ...this.#seen(album) };
  }

  #edit(album: string, photo: ModelPhoto): Action {
    const rotate = { rotate: this.#mustOne(TURNS) };
    const changes = this.#mustOne([{ caption: this.#mustOne(CAPTIONS) }, { hidden: this.#random(2) === 0 }, rotate]);
    return { kind: 'edit', album, photo: refOf(photo), changes, ...this.#seen(photo) };
  }

  #arrangeAlbums({ parent }: ModelAlbum, albums: readonly ModelAlbum[]): Action {
    const siblings = albums.filter((album) => album.parent === parent).map(({ key }) => key);
    return { kind: 'arrangeAlbums', parent, albums: this.#random(3) === 0 ? null : this.#shuffled(siblings) };
  }

  #fromTrash(kind: 'restore' | 'remove'): Action | undefined {
    const places = looseInTrash(this.#state).map((_, place) => place);
    const roots = this.#state.albums.filter(({ key, trashedWith }) => trashedWith === key).map(({ key }) => key);
    if (places.length + roots.length === 0) return undefined;
    const entries: TrashEntries = {
      places: places.length === 0 ? [] : this.#some(places),
      albums: roots.length === 0 || (places.length > 0 && this.#random(2) === 0) ? [] : this.#some(roots),
    };
    return { kind, entries };
  }

  /** Most changes name the version from which they are made, and some of these an older one. */
  #seen({ version }: { version: number }): { seen?: number } {
    const how = this.#random(8);
    if (how < 3) return {};
    return { seen: how === 3 && version > 0 ? version - 1 : version };
  }

  #one<Item>(items: readonly Item[]): Item | undefined {
    return items[this.#random(items.length)];
  }

  #mustOne<Item>(items: readonly [Item, ...Item[]] | readonly Item[]): Item {
    const item = items[this.#random(items.length)];
    if (item === undefined) throw new Error('Nothing to choose from');
    return item;
  }

  /** At least one, of any that there are; mostly few. */
  #some<Item>(items: readonly Item[]): Item[] {
    const all = this.#random(6) === 0;
    const chosen = items.filter(() => all || this.#random(3) === 0);
    const one = this.#one(items);
    return chosen.length > 0 || one === undefined ? chosen : [one];
  }

  #shuffled<Item>(items: readonly Item[]): Item[] {
    const left = [...items];
    return items.flatMap(() => left.splice(this.#random(left.length), 1));
  }
}

const KINDS = [
  'create',
  'upload',
  'change',
  'arrangeAlbums',
  'arrangePhotos',
  'move',
  'edit',
  'deletePhotos',
  'deleteAlbum',
  'restore',
  'remove',
  'empty',
] as const;

function refOf({ home, content, rotation }: PhotoRef): PhotoRef {
  return { home, content, rotation };
}
