import { isDeepStrictEqual } from 'node:util';
import { imagePath } from '../../../src/contract/paths.ts';
import { Chooser, type Random } from './actions.ts';
import { albumTree, originalNameOf, photoList } from './lists.ts';
import type { Action } from './model.ts';
import { type Asked, distinct, possibleStates } from './possibleStates.ts';
import type { Credential, ServerLibrary } from './serverLibrary.ts';
import { EMPTY, looseInTrash, photosIn, type State } from './state.ts';

/** Whoever looks at the library; each has a browser or a tablet of their own. */
export interface People {
  admins: readonly [Credential, Credential];
  kiosk: Credential;
}

/** Makes the server go in the middle of what is asked, and come back. */
type Kill = (answered: Promise<unknown>) => Promise<void>;

/** Something that the model does not explain, with all that was done in the sequence until then. */
export class Unexplained extends Error {}

/** Random actions of two admins on a server, next to a model of the library. */
export class CurationTrial {
  readonly #library: ServerLibrary;
  readonly #people: People;
  readonly #addresses = new Set<string>();
  #states: State[] = [EMPTY];
  #keys = 0;
  #history: string[] = [];
  actions = 0;
  atOnce = 0;
  cut = 0;

  constructor(library: ServerLibrary, people: People) {
    this.#library = library;
    this.#people = people;
  }

  /** All files that there have to be, as `ALBUM/NAME`. */
  files(): Set<string> {
    const [state = EMPTY] = this.#states;
    return new Set(state.photos.map((photo) => `${this.#library.album(photo.home)}/${this.#library.photo(photo)}`));
  }

  /** One sequence. The kill, if there is one, comes in the middle of it. */
  async play({ random, steps, kill }: { random: Random; steps: number; kill?: Kill }): Promise<void> {
    this.#history = [];
    const killAt = kill ? random(steps) : -1;
    for (let step = 0; step < steps; step += 1) {
      if (step === killAt && kill) await this.#together(random, 2 + random(3), kill);
      else await this.#together(random, random(3) === 0 ? 2 : 1);
    }
    for (const credential of [...this.#people.admins, this.#people.kiosk]) await this.#compareAll(credential);
  }

  /** What was ever an address of an image has to be one now, or has to be none, as the model says. */
  async checkAddresses(): Promise<number> {
    const [state = EMPTY] = this.#states;
    const now = this.#addressesIn(state, true);
    for (const address of this.#addresses) {
      const expected = now.has(address) ? 200 : 404;
      const status = await this.#library.statusOf(address);
      if (status !== expected) this.#fail(`${address} is answered with ${status} and not ${expected}`);
    }
    return this.#addresses.size;
  }

  async #together(random: Random, count: number, kill?: Kill): Promise<void> {
    const [state = EMPTY] = this.#states;
    const newKey = () => `a${(this.#keys += 1)}`;
    const chooser = new Chooser(state, { random, newKey });
    const actions = Array.from({ length: count }, () => chooser.next());
    const first = random(2);
    const asking = actions.map(async (action, index): Promise<Asked> => {
      const status = await this.#library.ask(action, this.#people.admins[(first + index) % 2 === 0 ? 0 : 1]);
      return status === undefined ? { action } : { action, status };
    });
    if (kill) await kill(Promise.race(asking));
    const asked = await Promise.all(asking);
    this.#note(asked, kill !== undefined);
    this.#states = possibleStates(this.#states, asked);
    if (this.#states.length === 0) this.#fail('no order of these actions gives these responses');
    if (this.#states.length > 500) throw new Error('Too many states');
    await this.#compare(actions, kill !== undefined);
  }

  #note(asked: readonly Asked[], isKilled: boolean): void {
    this.actions += asked.length;
    if (asked.length > 1) this.atOnce += asked.length;
    this.cut += asked.filter(({ status }) => status === undefined).length;
    if (!isKilled && asked.some(({ status }) => status === undefined)) this.#fail('the server did not respond');
    this.#history.push(asked.map(({ action, status }) => `${status ?? 'cut'} ${JSON.stringify(action)}`).join(' & '));
  }

  /** Keeps those states that the lists show. */
  async #compare(actions: readonly Action[], isKilled: boolean): Promise<void> {
    const [credential] = this.#people.admins;
    const tree = await this.#library.tree(credential);
    for (const action of actions) if (action.kind === 'create') this.#library.learn(action.key, action.slug, tree);
    await this.#narrow('the albums', tree, (state) => albumTree(state, this.#library));
    await this.#narrow('the trash', trashText(await this.#library.trash(credential)), (state) => this.#trashOf(state));
    const [state = EMPTY] = this.#states;
    const isTouched = (key: string) => isKilled || JSON.stringify(actions).includes(`"${key}"`);
    for (const { key, trashedWith } of state.albums) {
      if (trashedWith === null && (isTouched(key) || this.#states.length > 1))
        await this.#comparePhotos(key, credential);
    }
    for (const address of this.#addressesIn(this.#states[0] ?? EMPTY, false)) this.#addresses.add(address);
  }

  async #compareAll(credential: Credential): Promise<void> {
    await this.#narrow('the albums', await this.#library.tree(credential), (one) => albumTree(one, this.#library));
    const [state = EMPTY] = this.#states;
    for (const { key, trashedWith, parent } of state.albums) {
      if (trashedWith === null && parent === null) await this.#comparePhotos(key, credential, true);
    }
  }

  async #comparePhotos(key: string, credential: Credential, below = false): Promise<void> {
    const photos = await this.#library.photosOf(key, { credential, below });
    await this.#narrow(`the photos of ${key}`, photos, (state) =>
      photoList(state, key, { names: this.#library, below }),
    );
  }

  async #narrow(what: string, found: unknown, expectedIn: (state: State) => unknown): Promise<void> {
    const left = this.#states.filter((state) => isDeepStrictEqual(plain(found), plain(expectedIn(state))));
    const expected = this.#states.slice(0, 2).map((state) => JSON.stringify(expectedIn(state)));
    if (left.length === 0) this.#fail(`${what} are\n${JSON.stringify(found)}\nand not\n${expected.join('\nor\n')}`);
    this.#states = distinct(left);
  }

  #trashOf(state: State): unknown {
    const nameOf = (key: string) => state.albums.find((album) => album.key === key)?.name;
    const photos = looseInTrash(state).map(({ content, album, caption }) =>
      [originalNameOf(content), nameOf(album), caption].join(' | '),
    );
    const roots = state.albums.filter(({ key, trashedWith }) => key === trashedWith);
    const albums = roots.map(({ key, name }) => {
      const count = (all: readonly { trashedWith: string | null }[]) =>
        all.filter(({ trashedWith }) => trashedWith === key).length;
      return `album-${this.#library.album(key)} | ${name} | ${count(state.albums) - 1} | ${count(state.photos)}`;
    });
    return { photos, albums: albums.sort() };
  }

  #addressesIn(state: State, withFormer: boolean): Set<string> {
    const slugs = [
      ...state.albums.map(({ key, slug }) => ({ key, slug })),
      ...(withFormer ? Object.entries(state.former).map(([slug, key]) => ({ key, slug })) : []),
    ];
    return new Set(
      slugs.flatMap(({ key, slug }) =>
        photosIn(state, key).map((photo) =>
          imagePath({ albumSlug: slug, filename: this.#library.photo(photo) }, 'thumbnail'),
        ),
      ),
    );
  }

  #fail(what: string): never {
    throw new Unexplained(`${what}\nafter\n${this.#history.join('\n')}`);
  }
}

/** As JSON has it. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function trashText({ photos, albums }: Awaited<ReturnType<ServerLibrary['trash']>>): unknown {
  return {
    photos: photos.map((entry) =>
      entry.kind === 'photo' ? [entry.name, entry.albumName, entry.caption ?? ''].join(' | ') : '',
    ),
    albums: albums
      .map((entry) => (entry.kind === 'album' ? `${entry.id} | ${entry.name} | ${entry.albums} | ${entry.photos}` : ''))
      .sort(),
  };
}
