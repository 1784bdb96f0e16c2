import { isDeepStrictEqual } from 'node:util';
import { Chooser, type Sizes } from './actions.ts';
import { Addresses } from './addresses.ts';
import { distinct } from './model/canonical.ts';
import { albumTree, photoList } from './model/lists.ts';
import type { Action } from './model/model.ts';
import { type Asked, possibleStates } from './model/possibleStates.ts';
import { EMPTY, filesOf, photosIn, type State } from './model/state.ts';
import { tabletsAlbums, visitorsAlbums } from './model/viewerRules.ts';
import type { Random } from '#support/random.ts';
import type { Credential, ServerLibrary } from './serverLibrary.ts';
import { trashListed, trashOf } from './trashText.ts';

/** Each looks at the library with a browser or a tablet of their own. */
export interface People {
  admins: readonly Credential[];
  /** It sees all albums. */
  kiosk: Credential;
  /** Which albums it sees is changed. */
  tablet: Credential;
}

/** Makes the server go in the middle of what is asked, and come back. */
type Kill = (answered: Promise<unknown>) => Promise<void>;

interface Sequence {
  random: Random;
  steps: number;
  sizes: Sizes;
  /** The largest number of actions at the same time. */
  mostAtOnce: number;
  /** Comes in the middle of the sequence. */
  kill?: Kill;
}

type Together = Pick<Sequence, 'random' | 'sizes' | 'kill'> & { count: number };

/** Something that the model does not explain, with all that was done in the sequence until then. */
export class Unexplained extends Error {}

/** Far more than calls at once leave open. */
const MOST_STATES = 20_000;

/** Random actions of admins on a server, next to a model of the library. */
export class CurationTrial {
  readonly #library: ServerLibrary;
  readonly #people: People;
  readonly #addresses: Addresses;
  #states: State[] = [EMPTY];
  #keys = 0;
  #history: string[] = [];
  #asked = 0;
  actions = 0;
  atOnce = 0;
  cut = 0;

  constructor(library: ServerLibrary, people: People) {
    this.#library = library;
    this.#people = people;
    this.#addresses = new Addresses(library);
  }

  /** All files that there have to be, as `ALBUM/NAME`. */
  files(): Set<string> {
    const [state = EMPTY] = this.#states;
    const places = state.photos.map(filesOf);
    return new Set(places.map(({ album, ref }) => `${this.#library.album(album)}/${this.#library.photo(ref)}`));
  }

  async play({ random, steps, sizes, mostAtOnce, kill }: Sequence): Promise<void> {
    this.#history = [`(from ${JSON.stringify(this.#states[0])})`];
    const killAt = kill ? random(steps) : -1;
    for (let step = 0; step < steps; step += 1) {
      if (step === killAt && kill) await this.#together({ random, sizes, count: 2 + random(3), kill });
      else await this.#together({ random, sizes, count: random(3) === 0 ? 2 + random(mostAtOnce - 1) : 1 });
    }
    for (const credential of [...this.#people.admins, this.#people.kiosk]) await this.#compareAll(credential);
  }

  /** Asks for each address that ever led to an image. */
  async checkAddresses(): Promise<number> {
    await this.#compareImages(this.#addresses.all);
    return this.#addresses.all.length;
  }

  async #together({ random, sizes, count, kill }: Together): Promise<void> {
    const [state = EMPTY] = this.#states;
    const newKey = () => `a${(this.#keys += 1)}`;
    const chooser = new Chooser(state, { random, newKey, sizes });
    const actions = Array.from({ length: count }, () => chooser.next());
    const { admins } = this.#people;
    const first = random(admins.length);
    const asking = actions.map(async (action, index): Promise<Asked> => {
      const admin = admins[(first + index) % admins.length] ?? {};
      const status = await this.#library.ask(action, admin);
      return status === undefined ? { action } : { action, status };
    });
    if (kill) await kill(Promise.race(asking));
    const asked = await Promise.all(asking);
    this.#note(asked, kill !== undefined);
    this.#states = possibleStates(this.#states, asked);
    if (this.#states.length === 0) this.#fail('no order of these actions gives these responses');
    if (this.#states.length > MOST_STATES) throw new Error('Too many states');
    await this.#compare(state, actions);
  }

  #note(asked: readonly Asked[], isKilled: boolean): void {
    this.actions += asked.length;
    if (asked.length > 1) this.atOnce += asked.length;
    this.cut += asked.filter(({ status }) => status === undefined).length;
    this.#history.push(asked.map(({ action, status }) => `${status ?? 'cut'} ${JSON.stringify(action)}`).join(' & '));
    if (!isKilled && asked.some(({ status }) => status === undefined)) this.#fail('the server did not respond');
  }

  /** Keeps those states that people see. */
  async #compare(before: State, actions: readonly Action[]): Promise<void> {
    const [credential = {}] = this.#people.admins;
    const tree = await this.#library.tree(credential);
    for (const action of actions) if (action.kind === 'create') this.#library.learn(action.key, action.slug, tree);
    await this.#narrow('the albums', tree, (state) => albumTree(state, this.#library));
    await this.#narrow('the trash', trashListed(await this.#library.trash(credential)), (one) =>
      trashOf(one, this.#library),
    );
    const named = JSON.stringify(actions);
    const after = this.#states;
    for (const { key, trashedWith } of after[0]?.albums ?? []) {
      const photosOf = (state: State) => JSON.stringify(photosIn(state, key));
      const isTouched = named.includes(`"${key}"`) || after.some((state) => photosOf(state) !== photosOf(before));
      if (trashedWith === null && isTouched) await this.#comparePhotos(key, credential);
    }
    await this.#compareViewers(before);
    await this.#compareImages(this.#addresses.worthAsking(before, this.#states));
  }

  /** Those who see other albums than before, and in turn one of the others. */
  async #compareViewers(before: State): Promise<void> {
    const visitors = [...this.#library.visitors()].map(([key, credential]) => ({
      name: `the visitor of ${key}`,
      credential,
      sees: (state: State) => visitorsAlbums(state, key),
    }));
    const viewers = [{ name: 'the tablet', credential: this.#people.tablet, sees: tabletsAlbums }, ...visitors];
    this.#asked += 1;
    for (const [place, { name, credential, sees }] of viewers.entries()) {
      const isChanged = this.#states.some((state) => !isDeepStrictEqual(sees(state), sees(before)));
      if (!isChanged && this.#asked % viewers.length !== place) continue;
      const found = await this.#library.keysSeenBy(credential);
      await this.#narrow(`the albums for ${name}`, [found], (state) => [sees(state)]);
    }
  }

  async #compareImages(addresses: readonly string[]): Promise<void> {
    for (const address of addresses) {
      const status = await this.#library.statusOf(address);
      await this.#narrow(address, status, (state) => (this.#addresses.in(state).has(address) ? 200 : 404));
    }
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

  #fail(what: string): never {
    throw new Unexplained(`${what}\nafter\n${this.#history.join('\n')}`);
  }
}

/** The value after a way through JSON. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
