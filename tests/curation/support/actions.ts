import { PHOTO_ORDERS } from '#contract/limits.ts';
import type { Action, ModelChanges, TrashEntries } from './model/model.ts';
import { mustOneOf, oneOf, type Random, shuffled, someOf } from '#support/random.ts';
import {
  looseInTrash,
  type ModelAlbum,
  type ModelPhoto,
  photosIn,
  type PhotoRef,
  type State,
  withBelow,
} from './model/state.ts';

/** Few, so that they are taken, freed and taken again. */
const SLUGS = Array.from({ length: 9 }, (_, number) => `s${number}`);
const NAMES = ['Album 2', 'album 10', 'Äpfel', 'Zoo', 'Zoo'];
const CAPTIONS = ['', 'At the lake', 'Grüße'];
const TURNS = [90, 180, 270] as const;

/** Each as often as it is chosen; an upload takes the place of what cannot be done just now. */
const KINDS = [
  ...times(3, 'create'),
  ...times(8, 'upload'),
  ...times(8, 'change'),
  ...times(2, 'arrangeAlbums'),
  ...times(3, 'arrangePhotos'),
  ...times(7, 'move'),
  ...times(8, 'edit'),
  ...times(6, 'deletePhotos'),
  ...times(2, 'deleteAlbum'),
  ...times(6, 'restore'),
  ...times(3, 'remove'),
  ...times(1, 'empty'),
  ...times(2, 'share'),
  ...times(1, 'endShare'),
  ...times(1, 'scope'),
] as const satisfies Action['kind'][];

/** The fewer there are, the more often two people at once are about the same. */
export interface Sizes {
  albums: number;
  contents: number;
}

interface Choosing {
  random: Random;
  /** Names the album or link that is made. */
  newKey: () => string;
  sizes: Sizes;
}

/** Chooses what an admin does next, who sees the library as it is in `state`. */
export class Chooser {
  readonly #random: Random;
  readonly #state: State;
  readonly #newKey: () => string;
  readonly #sizes: Sizes;
  /** The album that half of the actions are about. */
  readonly #focus: ModelAlbum | undefined;

  constructor(state: State, { random, newKey, sizes }: Choosing) {
    this.#state = state;
    this.#random = random;
    this.#newKey = newKey;
    this.#sizes = sizes;
    this.#focus = this.#one(this.#albums());
  }

  next(): Action {
    const albums = this.#albums();
    const album = this.#random(2) === 0 ? this.#focus : this.#one(albums);
    if (!album || (albums.length < this.#sizes.albums && this.#random(12) === 0)) return this.#create(albums);
    return this.#of(this.#kind(), album, albums) ?? this.#upload(album);
  }

  #albums(): ModelAlbum[] {
    return this.#state.albums.filter(({ trashedWith }) => trashedWith === null);
  }

  #kind(): Action['kind'] {
    return this.#mustOne(KINDS);
  }

  #of(kind: Action['kind'], album: ModelAlbum, albums: readonly ModelAlbum[]): Action | undefined {
    const { key } = album;
    const photos = photosIn(this.#state, key);
    const some = this.#some(photos).map(refOf);
    // An older version can be named only of a photo that was edited before.
    const edited = photos.filter(({ version }) => version > 0);
    const photo = this.#one(edited.length > 0 && this.#random(2) === 0 ? edited : photos);
    if (kind === 'create') return albums.length < this.#sizes.albums ? this.#create(albums) : undefined;
    if (kind === 'change') return this.#change(album, albums);
    if (kind === 'arrangeAlbums') return this.#arrangeAlbums(album, albums);
    if (kind === 'deleteAlbum') return albums.length > 2 ? { kind, album: key } : undefined;
    if (kind === 'empty') return { kind };
    if (kind === 'restore' || kind === 'remove') return this.#fromTrash(kind);
    if (kind === 'share') return { kind, key: this.#newKey(), album: key };
    if (kind === 'endShare') return this.#endShare();
    if (kind === 'scope')
      return { kind, albums: this.#random(3) === 0 ? null : this.#some(albums).map((one) => one.key) };
    if (!photo || kind === 'upload') return undefined;
    if (kind === 'move') {
      const to = this.#one(albums.filter((one) => one !== album));
      return to && { kind, from: key, to: to.key, photos: some, copy: this.#random(2) === 0 };
    }
    if (kind === 'edit') return this.#edit(key, photo);
    if (kind === 'arrangePhotos') return { kind, album: key, photos: this.#shuffled(some), ...this.#seen(album) };
    return { kind, album: key, photos: some };
  }

  #create(albums: readonly ModelAlbum[]): Action {
    const parent = this.#random(2) === 0 ? null : (this.#one(albums)?.key ?? null);
    return { kind: 'create', key: this.#newKey(), name: this.#mustOne(NAMES), slug: this.#mustOne(SLUGS), parent };
  }

  #upload({ key }: ModelAlbum): Action {
    return { kind: 'upload', album: key, content: this.#random(this.#sizes.contents) };
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
    const { caption, hidden } = photo;
    const other = { caption: this.#mustOne(CAPTIONS) };
    const changes = this.#mustOne([other, { hidden: this.#random(2) === 0 }, { caption }, { hidden }, rotate]);
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
    if (how < 2) return {};
    return { seen: how < 5 && version > 0 ? version - 1 : version };
  }

  #one<Item>(items: readonly Item[]): Item | undefined {
    return oneOf(this.#random, items);
  }

  #mustOne<Item>(items: readonly Item[]): Item {
    return mustOneOf(this.#random, items);
  }

  #some<Item>(items: readonly Item[]): Item[] {
    return someOf(this.#random, items);
  }

  #shuffled<Item>(items: readonly Item[]): Item[] {
    return shuffled(this.#random, items);
  }

  #endShare(): Action | undefined {
    const open = this.#one(this.#state.shares);
    return open && { kind: 'endShare', share: open.key };
  }
}

function refOf({ home, content, steps }: PhotoRef): PhotoRef {
  return { home, content, steps };
}

function times<Kind extends Action['kind']>(count: number, kind: Kind): Kind[] {
  return Array.from({ length: count }, () => kind);
}
