import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Album } from '#contract/photos/schemas.ts';
import type { PageToWorker, WarmOutcome } from '#contract/offline.ts';
import { CACHED_AT_MOST } from '#domain/albums/keepOrder.ts';
import type { PhotosOnScreen } from '#src/shared/offline/keeper.ts';

// The order in which images are stored, and all that they wait for, in front of a worker that stores what it is told.

const worker = vi.hoisted(() => ({
  ask: (async () => undefined) as (message: PageToWorker) => Promise<unknown>,
  told: [] as string[],
}));
vi.mock('#src/shared/offline/bridge.ts', () => ({
  askWorker: (message: PageToWorker) => worker.ask(message),
  tellWorker: (message: PageToWorker) => {
    if (message.type === 'showing') worker.told.push(message.albumSlugs.join());
  },
  isControlled: () => true,
  whenControlled: async () => undefined,
  onWorkerReplaced: () => undefined,
}));

const IMAGE_MS = 100;

let stored: Set<string>;
/** The images that were asked for, in order; `spare` ones with a mark. */
let asked: string[];
let underWay: number;
let mostUnderWay: number;
/** The images that do not come, or for which there is no space. */
let outcomes: Record<string, WarmOutcome>;
let touchedAtMs: number;
let visibility: DocumentVisibilityState;
let stops: (() => void)[];

const idleForMs = () => performance.now() - touchedAtMs;
const passMs = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** The images that were asked for since the last time. */
const news = () => asked.splice(0);
const ofLibrary = () => news().filter((url) => url.startsWith('('));

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  stored = new Set();
  asked = [];
  underWay = 0;
  mostUnderWay = 0;
  outcomes = {};
  touchedAtMs = -Infinity;
  visibility = 'visible';
  stops = [];
  worker.told = [];
  worker.ask = async (message) => {
    if (message.type === 'missing') return { missing: message.urls.filter((url) => !stored.has(url)) };
    if (message.type !== 'warm') return undefined;
    const { url, spare } = message;
    asked.push(spare ? `(${url})` : url);
    underWay += 1;
    mostUnderWay = Math.max(mostUnderWay, underWay);
    await new Promise((resolve) => setTimeout(resolve, IMAGE_MS));
    underWay -= 1;
    const outcome = outcomes[url] ?? 'stored';
    if (outcome === 'stored') stored.add(url);
    return { outcome };
  };
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});
afterEach(() => {
  for (const stop of stops) stop();
  vi.useRealTimers();
});

const imagesOf = (names: string) => names.split('').map((name) => ({ thumbnail: name, medium: name.toUpperCase() }));

function onScreen(names: string): PhotosOnScreen {
  return { albumSlugs: [names], photos: imagesOf(names), screen: { kind: 'grid' } };
}

const album = (id: string, ...childAlbums: Album[]): Album => ({ id, name: id, slug: id, childAlbums });

async function keeperOf() {
  const keeper = await import('#src/shared/offline/keeper.ts');
  const { reachable } = await import('#src/shared/offline/connection.ts');
  const { updating } = await import('#src/shared/offline/applyUpdates.ts');
  /** Shows these photos in place of those that were shown before. */
  const show = (names: string, load = async () => onScreen(names)) => {
    for (const stop of stops.splice(0)) stop();
    stops.push(keeper.keepOnScreen({ idleForMs, load }));
  };
  return { ...keeper, reachable, updating, show };
}

/** A library whose albums have the photos of their names; each list that is loaded is written down. */
async function libraryOf(...names: string[]) {
  const keeper = await keeperOf();
  const library = {
    albums: names.map((name) => album(name)),
    first: null as string | null,
    gone: '',
    looked: [] as string[],
    /** Other files of photos, by their album. */
    others: {} as Record<string, string[]>,
  };
  const loadImages = async (id: string) => {
    library.looked.push(id);
    if (id === library.gone) throw new Error('404');
    return imagesOf(id);
  };
  const firstAlbumId = () => library.first;
  const loadOthers = async (id: string) => library.others[id] ?? [];
  const loadAlbums = async () => library.albums;
  const stop = keeper.keepLibrary({ idleForMs, firstAlbumId, loadAlbums, loadImages, loadOthers });
  return { ...keeper, library, stop, kept: (id: string) => keeper.cachedAlbums.get().get(id) };
}

describe('the album on screen', () => {
  test("is stored three images at a time, the screen's own first, and says how far it is", async () => {
    const { show, cachedOnScreen } = await keeperOf();
    show('abc');
    expect(cachedOnScreen.get()).toBeUndefined();
    await passMs(0);
    expect(cachedOnScreen.get()).toEqual({ ready: 0, total: 3, isFull: false });
    expect(news()).toEqual(['a', 'b', 'c']);
    await passMs(IMAGE_MS);
    expect(news()).toEqual(['A', 'B', 'C']);
    expect(cachedOnScreen.get()).toEqual({ ready: 0, total: 3, isFull: false });
    await passMs(IMAGE_MS);
    expect(cachedOnScreen.get()).toEqual({ ready: 3, total: 3, isFull: false });
    expect(mostUnderWay).toBe(3);
    expect(worker.told).toEqual(['abc']);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('asks for nothing that is stored already', async () => {
    const { show, cachedOnScreen } = await keeperOf();
    stored = new Set(['a', 'A', 'b']);
    show('ab');
    await passMs(1_000);
    expect(news()).toEqual(['B']);
    expect(cachedOnScreen.get()).toEqual({ ready: 2, total: 2, isFull: false });
  });

  test('gives way to a person until 1.5 s after the last touch', async () => {
    const { show } = await keeperOf();
    touchedAtMs = performance.now();
    show('a');
    await passMs(1_000);
    touchedAtMs = performance.now();
    await passMs(1_499);
    expect(news()).toEqual([]);
    await passMs(1);
    expect(news()).toEqual(['a', 'A']);
  });

  test('another one takes its place while it is being stored, and leaving it ends all', async () => {
    const { show, cachedOnScreen } = await keeperOf();
    show('abcdef');
    await passMs(0);
    expect(news()).toEqual(['a', 'b', 'c']);
    show('x');
    expect(cachedOnScreen.get()).toBeUndefined();
    await passMs(10_000);
    expect(news()).toEqual(['x', 'X']);
    expect(cachedOnScreen.get()).toEqual({ ready: 1, total: 1, isFull: false });
    expect(worker.told).toEqual(['abcdef', '', 'x']);
    for (const stop of stops.splice(0)) stop();
    expect(cachedOnScreen.get()).toBeUndefined();
    expect(worker.told.at(-1)).toBe('');
  });

  test('waits for the server without looking by the second, and goes on as soon as it is back', async () => {
    const { show, reachable } = await keeperOf();
    show('abc');
    await passMs(0);
    reachable.set(false);
    await passMs(IMAGE_MS);
    news();
    expect(vi.getTimerCount()).toBe(0);
    await passMs(3_600_000);
    expect(news()).toEqual([]);
    reachable.set(true);
    await passMs(0);
    expect(news()).toEqual(['A', 'B', 'C']);
  });

  test('waits while a new version takes over', async () => {
    const { show, updating } = await keeperOf();
    updating.set(true);
    show('a');
    await passMs(60_000);
    expect(news()).toEqual([]);
    updating.set(false);
    await passMs(0);
    expect(news()).toEqual(['a', 'A']);
  });

  test('an image that did not come is asked for again 15 s later, alone', async () => {
    const { show, cachedOnScreen } = await keeperOf();
    outcomes = { b: 'failed' };
    show('ab');
    await passMs(2 * IMAGE_MS);
    expect(news()).toEqual(['a', 'b', 'A', 'B']);
    expect(cachedOnScreen.get()).toEqual({ ready: 1, total: 2, isFull: false });
    await passMs(14_999);
    expect(news()).toEqual([]);
    outcomes = {};
    await passMs(1 + IMAGE_MS);
    expect(news()).toEqual(['b']);
    expect(cachedOnScreen.get()).toEqual({ ready: 2, total: 2, isFull: false });
  });

  test('with the storage full it says so, and tries again two minutes later', async () => {
    const { show, cachedOnScreen } = await keeperOf();
    outcomes = { a: 'full', b: 'full', c: 'full', d: 'full' };
    show('abcd');
    await passMs(60_000);
    // No more than were under way.
    expect(news()).toEqual(['a', 'b', 'c']);
    expect(cachedOnScreen.get()).toEqual({ ready: 0, total: 4, isFull: true });
    outcomes = {};
    await passMs(61_000);
    expect(cachedOnScreen.get()).toEqual({ ready: 4, total: 4, isFull: false });
  });

  test('whose list did not come begins 15 s later', async () => {
    const { show } = await keeperOf();
    let isDown = true;
    show('a', async () => {
      if (isDown) throw new Error('502');
      return onScreen('a');
    });
    await passMs(14_000);
    isDown = false;
    await passMs(999);
    expect(news()).toEqual([]);
    await passMs(1);
    expect(news()).toEqual(['a', 'A']);
  });

  test('is looked at anew when albums have changed', async () => {
    const { show, checkAlbumsAgain } = await keeperOf();
    show('a');
    await passMs(1_000);
    news();
    stored.delete('A');
    checkAlbumsAgain();
    await passMs(0);
    expect(news()).toEqual(['A']);
  });

  test('comes before the pictures on cards, which have space of other albums too', async () => {
    const { show, keepCovers, cachedOnScreen } = await keeperOf();
    show('a');
    await passMs(0);
    void keepCovers(['p', 'q'], { idleForMs, signal: new AbortController().signal });
    expect(news()).toEqual(['a', 'A']);
    await passMs(IMAGE_MS);
    expect(news()).toEqual(['p']);
    await passMs(IMAGE_MS);
    expect(news()).toEqual(['q']);
    expect(cachedOnScreen.get()).toEqual({ ready: 1, total: 1, isFull: false });
  });
});

describe('albums that nobody opened', () => {
  test('begin 20 s after the first screen: what the tablet starts with, then the rest, one image at a time', async () => {
    const { library, kept } = await libraryOf('a', 'b', 'cd');
    library.first = 'cd';
    await passMs(19_999);
    expect(library.looked).toEqual([]);
    await passMs(10_000);
    expect(news()).toEqual(['(c)', '(C)', '(d)', '(D)', '(a)', '(A)', '(b)', '(B)']);
    expect(mostUnderWay).toBe(1);
    expect(library.looked).toEqual(['cd', 'a', 'b']);
    expect(['a', 'b', 'cd'].map(kept)).toEqual([1, 1, 2].map((photos) => ({ photos, missing: 0 })));
  });

  test('give way to a person until 5 s after the last touch, but no longer than a minute for each image', async () => {
    await libraryOf('a');
    await passMs(18_000);
    touchedAtMs = performance.now();
    await passMs(4_999);
    expect(news()).toEqual([]);
    await passMs(1);
    expect(news()).toEqual(['(a)']);
    for (let second = 0; second < 59; second += 1) {
      touchedAtMs = performance.now();
      await passMs(1_000);
    }
    expect(news()).toEqual([]);
    touchedAtMs = performance.now();
    await passMs(1_500);
    expect(news()).toEqual(['(A)']);
  });

  test('wait for the album on screen, a minute at most for each image when one of it never comes', async () => {
    const { show } = await libraryOf('a');
    outcomes = { x: 'failed' };
    show('x');
    await passMs(20_000 + 59_000);
    expect(ofLibrary()).toEqual([]);
    await passMs(1_000);
    expect(ofLibrary()).toEqual(['(a)']);
    await passMs(60_000);
    expect(ofLibrary()).toEqual([]);
    outcomes = {};
    await passMs(15_000 + IMAGE_MS);
    expect(ofLibrary()).toEqual(['(A)']);
  });

  test('do not wait for an album on screen for which there is no space', async () => {
    const { show } = await libraryOf('a');
    outcomes = { x: 'full', X: 'full' };
    show('x');
    await passMs(20_000);
    expect(news()).toEqual(['x', 'X', '(a)']);
  });

  test('without space no more is stored, and the rest is looked at all the same', async () => {
    const { kept } = await libraryOf('ab', 'cd');
    outcomes = { b: 'full' };
    await passMs(60_000);
    expect(news()).toEqual(['(a)', '(A)', '(b)']);
    expect(kept('ab')).toEqual({ photos: 2, missing: 1 });
    expect(kept('cd')).toEqual({ photos: 2, missing: 2 });
    outcomes = {};
    await passMs(5 * 60_000);
    expect(news()).toEqual(['(b)', '(B)', '(c)', '(C)', '(d)', '(D)']);
  });

  test('a long album that does not fit any more leaves its place to the small ones after it', async () => {
    const counts = [CACHED_AT_MOST.photos - 100, 101, 60, 41, 40, 1];
    const keeper = await keeperOf();
    const photosOf = (id: string) =>
      Array.from({ length: counts[Number(id)] ?? 0 }, (_, at) => ({
        thumbnail: `${id}/${at}`,
        medium: `${id}/${at}m`,
      }));
    // Only the last image of each album is not stored yet.
    worker.ask = async (message) => {
      if (message.type === 'missing') return { missing: message.urls.slice(-1).filter((url) => !stored.has(url)) };
      if (message.type === 'warm') stored.add(message.url);
      return { outcome: 'stored' };
    };
    const loadImages = async (id: string) => photosOf(id);
    const loadAlbums = async () => counts.map((_, at) => album(`${at}`));
    keeper.keepLibrary({ idleForMs, firstAlbumId: () => null, loadAlbums, loadImages });
    await passMs(30_000);
    const isKept = counts.map((_, at) => keeper.cachedAlbums.get().get(`${at}`)?.missing === 0);
    expect(isKept).toEqual([true, false, true, false, true, false]);
  });

  test('the network lost: what is missing is known at once, and the next look goes on where it stopped', async () => {
    const { kept, reachable, library } = await libraryOf('ab', 'c');
    await passMs(20_000);
    expect(news()).toEqual(['(a)']);
    reachable.set(false);
    await passMs(1_000);
    expect(news()).toEqual([]);
    expect(kept('ab')).toEqual({ photos: 2, missing: 2 });
    expect(kept('c')).toEqual({ photos: 1, missing: 1 });
    reachable.set(true);
    await passMs(5 * 60_000 + 10_000);
    expect(news()).toEqual(['(A)', '(b)', '(B)', '(c)', '(C)']);
    library.looked = [];
    stored.delete('c');
    // Between two looks, too, the marks are needed as soon as the server is out of reach.
    library.albums = [album('ab'), { ...album('c'), name: 'renamed' }];
    reachable.set(false);
    await passMs(0);
    expect(library.looked).toEqual(['c']);
    expect(kept('c')).toEqual({ photos: 1, missing: 1 });
  });

  test('an album that disappears is passed over, and counts as not stored', async () => {
    const { library, kept } = await libraryOf('a', 'b', 'c');
    library.gone = 'b';
    await passMs(60_000);
    expect(news()).toEqual(['(a)', '(A)', '(c)', '(C)']);
    expect(kept('b')).toEqual({ photos: 1, missing: 1 });
    library.albums = [album('a'), album('c')];
    library.looked = [];
    await passMs(10 * 60_000);
    expect(library.looked).toEqual([]);
  });

  test('a page that nobody sees begins with none, and makes up for it at its next look', async () => {
    const { library } = await libraryOf('a');
    visibility = 'hidden';
    await passMs(60 * 60_000);
    expect(library.looked).toEqual([]);
    visibility = 'visible';
    await passMs(5 * 60_000);
    expect(news()).toEqual(['(a)', '(A)']);
  });

  test('what was found is not looked at again until it is listed otherwise, an admin wants it, or six hours passed', async () => {
    const { library, checkAlbumsAgain } = await libraryOf('a', 'b');
    await passMs(60_000);
    library.looked = [];
    checkAlbumsAgain();
    await passMs(5_000);
    expect(library.looked).toEqual([]);
    library.albums = [album('a'), { ...album('b'), name: 'renamed' }];
    checkAlbumsAgain();
    await passMs(5_000);
    expect(library.looked).toEqual(['b']);
    stored.delete('a');
    news();
    // The second word, that albums have changed, does not lessen the first.
    checkAlbumsAgain('all');
    checkAlbumsAgain();
    await passMs(5_000);
    expect(library.looked).toEqual(['b', 'a', 'b']);
    expect(news()).toEqual(['(a)']);
    await passMs(6 * 3_600_000 + 5 * 60_000);
    expect(library.looked).toEqual(['b', 'a', 'b', 'a', 'b']);
  });

  test('other files of their photos come after the images of all albums, and never where one found no space', async () => {
    const { library, checkAlbumsAgain, kept } = await libraryOf('a', 'b');
    library.others = { a: ['a.clip'], b: ['b.clip', 'c.clip'] };
    await passMs(21_000);
    await passMs(10_000);
    expect(news()).toEqual(['(a)', '(A)', '(b)', '(B)', 'a.clip', 'b.clip', 'c.clip']);
    expect(kept('a'), 'without them').toEqual({ photos: 1, missing: 0 });
    stored.delete('B');
    stored.delete('a.clip');
    outcomes = { B: 'full' };
    checkAlbumsAgain('all');
    await passMs(30_000);
    expect(news()).toEqual(['(B)']);
  });

  test('without space for one other file no more is asked for', async () => {
    const { library } = await libraryOf('a');
    library.others = { a: ['1.clip', '2.clip', '3.clip'] };
    outcomes = { '2.clip': 'full' };
    await passMs(40_000);
    expect(news()).toEqual(['(a)', '(A)', '1.clip', '2.clip']);
  });

  test('end when the kiosk is left', async () => {
    const { stop, library } = await libraryOf('ab', 'c');
    await passMs(20_000);
    stop();
    await passMs(60 * 60_000);
    expect(news()).toEqual(['(a)']);
    expect(library.looked).toEqual(['ab']);
  });
});
