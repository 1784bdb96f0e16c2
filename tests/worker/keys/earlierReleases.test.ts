import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hashOfText } from '#domain/hashOfText.ts';
import { leaveEarlierReleases } from '#sw/keys/earlierReleases.ts';
import { MemoryClient, stubWorkerScope } from '#support/worker/workerScope.ts';

// A tablet of an earlier version, on which the keys `first`, `second` and `third` took each other's place by themselves.

const records = vi.hoisted(() => ({ all: new Map<string, unknown>(), isBroken: false }));
vi.mock('idb-keyval', async () => (await import('#support/worker/workerScope.ts')).keyvalOf(records));

const PICTURE = '/photos/summer/medium/a.jpg';
let scope: ReturnType<typeof stubWorkerScope>;
let first: string;
let second: string;
let third: string;

const put = async (cache: string, url: string, text: string) =>
  (await scope.caches.open(cache)).put(url, new Response(text, { headers: { 'Content-Type': 'text/plain' } }));

const isFormer = (name: string) => name.includes(first) || /stored-as|replaced/.test(name);

beforeEach(async () => {
  scope = stubWorkerScope();
  records.all.clear();
  records.isBroken = false;
  [first = '', second = '', third = ''] = await Promise.all(['first', 'second', 'third'].map(hashOfText));
  records.all.set('replaced-keys', { [second]: first, [third]: first });
  records.all.set('home-screen-launch', { apiKey: 'third', next: 'third', unnoted: ['second'] });
  records.all.set('page:open', { keyHash: first, showing: ['summer'] });
  records.all.set('page:other', { keyHash: second, showing: [] });
  await put(`kiosk:${first}:answers`, `/.kiosk/${first}/albums`, '[]');
  await put(`kiosk:${first}:answers`, `/.kiosk/${third}/stored-as`, first);
  await put(`kiosk:${first}:answers`, `/.kiosk/${first}/replaced`, '[1, 2]');
  await put(`kiosk:${first}:images:summer`, PICTURE, 'picture');
  await put(`kiosk:${second}:images:of-another-tablet`, PICTURE, 'picture');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function textAt(cache: string, url: string): Promise<string | undefined> {
  return (await (await scope.caches.open(cache)).match(url))?.text();
}

it('the photos and lists of a tablet are found under its own key', async () => {
  await leaveEarlierReleases();
  expect(await textAt(`kiosk:${third}:answers`, `/.kiosk/${third}/albums`)).toBe('[]');
  expect(await textAt(`kiosk:${third}:images:summer`, PICTURE)).toBe('picture');
  expect(await textAt(`kiosk:${second}:images:of-another-tablet`, PICTURE)).toBe('picture');
});

it('nothing of what told about replaced keys is left, in no cache and no record', async () => {
  scope.clients.push(new MemoryClient('open', '/circuit-tree?apiKey=third'));
  await leaveEarlierReleases();
  expect(Object.fromEntries(records.all)).toEqual({
    'home-screen-launch': { apiKey: 'third' },
    'page:other': { keyHash: second, showing: [] },
  });
  const addresses = [...scope.caches.all.values()].flatMap(({ stored }) => Array.from(stored.keys()));
  expect([...addresses, ...scope.caches.all.keys()].filter(isFormer)).toEqual([]);
});

it('where the record was lost, the note beside the lists says the same', async () => {
  records.all.delete('replaced-keys');
  await leaveEarlierReleases();
  expect(await textAt(`kiosk:${third}:images:summer`, PICTURE)).toBe('picture');
});

it('a tablet whose key never took another one’s place keeps all as it is', async () => {
  records.all.delete('replaced-keys');
  records.all.set('home-screen-launch', { apiKey: 'second' });
  records.all.delete('page:open');
  await (await scope.caches.open(`kiosk:${first}:answers`)).delete(`/.kiosk/${third}/stored-as`);
  const before = [await scope.caches.keys(), new Map(records.all)];
  await leaveEarlierReleases();
  expect([await scope.caches.keys(), records.all]).toEqual(before);
});

it('on a full disk a photo is moved all the same, and one that cannot be costs no other', async () => {
  const full = scope.caches.all.get(`kiosk:${first}:images:summer`);
  await put(`kiosk:${first}:images:summer`, '/photos/summer/medium/b.jpg', 'other picture');
  let refusals = 1;
  scope.caches.beforePut = (name) => {
    const [left] = name.includes(':images:') ? [full?.stored.size ?? 0] : [0];
    if (left === 2) throw new DOMException('No space left', 'QuotaExceededError');
    if (name.includes(':images:') && refusals-- > 0) throw new DOMException('No space left', 'QuotaExceededError');
  };
  await leaveEarlierReleases();
  expect([...(scope.caches.all.get(`kiosk:${third}:images:summer`)?.stored.values() ?? [])]).toHaveLength(1);
  expect(records.all.has('replaced-keys')).toBe(false);
});

it('what takes too long to move is deleted, and loaded again; the lists come first', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 15_000));
  await leaveEarlierReleases();
  expect(await textAt(`kiosk:${third}:answers`, `/.kiosk/${third}/albums`)).toBe('[]');
  expect(await textAt(`kiosk:${third}:images:summer`, PICTURE)).toBeUndefined();
  expect(await scope.caches.has(`kiosk:${first}:images:summer`)).toBe(false);
});

it('while IndexedDB fails all stays as it is, for the next version that takes over', async () => {
  records.isBroken = true;
  await leaveEarlierReleases();
  records.isBroken = false;
  expect(await textAt(`kiosk:${first}:images:summer`, PICTURE)).toBe('picture');
  await leaveEarlierReleases();
  expect(await textAt(`kiosk:${third}:images:summer`, PICTURE)).toBe('picture');
});
