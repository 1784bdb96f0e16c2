import { DATE_MISHAPS } from './dates.ts';
import type { Apply, Effect } from './mishap.ts';
import { SUBJECTS } from './subjects.ts';
import { pick } from './world/clock.ts';
import type { Weather } from './world/network.ts';
import type { World } from './world.ts';

const MINUTE_MS = 60_000;

const WEATHERS: Weather[] = [
  'refused',
  'hanging',
  'slow',
  'cut',
  '502',
  'portal',
  'portal in JSON',
  'a proxy refuses',
  'another installation',
  'the key is forgotten',
];

const OF_WALLS: Record<string, Apply> = {
  'the network is bad': ({ network }, random) => weather(network, pick(WEATHERS, random), random),
  'the server restarts': ({ network, server }) => {
    server.backUp();
    return { lastsMs: 4_000, undo: network.turn('refused') };
  },
  'an old backup is restored': ({ network, server }) => {
    server.restore();
    return { changesAlbums: true, lastsMs: 10_000, undo: network.turn('refused') };
  },
  'an event comes twice, and late': ({ server }) => {
    server.tell('albums');
    server.tell('albums');
    return { lastsMs: 30_000, undo: () => server.tell('albums') };
  },
  'the page is loaded anew': ({ browser }) => {
    void browser.open(browser.address);
    return { startsWithinMs: 0 };
  },
  'the page crashes': ({ browser, startAddress }) => {
    browser.close();
    browser.openIn(5_000, startAddress);
    return { startsWithinMs: 5_000 };
  },
  'the power fails, and the server is back later': ({ browser, network, startAddress }, random) => {
    browser.powerOff();
    browser.openIn(8_000, startAddress);
    return { startsWithinMs: 8_000, lastsMs: 10_000 + random() * 3 * MINUTE_MS, undo: network.turn('refused') };
  },
  'the power fails in the middle of a write': ({ browser, storage, startAddress }, random) => {
    browser.powerOff();
    storage.isDatabaseBroken = random() < 0.3;
    browser.openIn(8_000, startAddress);
    return {
      startsWithinMs: 8_000,
      lastsMs: (1 + random() * 5) * MINUTE_MS,
      undo: () => (storage.isDatabaseBroken = false),
      loses: () => storage.tear(random),
    };
  },
  'the browser is updated': ({ browser, startAddress }) => {
    browser.powerOff();
    browser.openIn(20_000, startAddress, { isRestarted: true });
    return { startsWithinMs: 20_000 };
  },
  'the address is opened a second time': ({ browser, startAddress }, random) => {
    browser.openAnother(startAddress);
    return { startsWithinMs: 0, lastsMs: (0.5 + random() * 20) * MINUTE_MS, undo: () => browser.closeOther() };
  },
  'the worker is killed': ({ browser }) => {
    browser.killWorker();
    return {};
  },
  'photos are added': ({ server }, random) => {
    server.addPhoto(pick(server.albums, random).id);
    server.tell('albums');
    return { changesAlbums: true };
  },
  'a photo is deleted': ({ server }, random) => {
    const { photos } = pick(server.albums, random);
    if (server.photoCount > 3) photos.splice(Math.floor(random() * photos.length), 1);
    server.tell('albums');
    return { changesAlbums: true };
  },
  'a photo is deleted, and the event is lost': ({ server }, random) => {
    const { photos } = pick(server.albums, random);
    if (server.photoCount > 3) photos.splice(Math.floor(random() * photos.length), 1);
    return { changesAlbums: true, isUnheard: true };
  },
  'a photo is added, and its picture cannot be read for a while': ({ server }, random) => {
    server.addPhoto(pick(server.albums, random).id);
    server.breakNewest();
    server.tell('albums');
    return { changesAlbums: true, lastsMs: 3 * MINUTE_MS, undo: () => server.mendPictures() };
  },
  'an album is taken away, and another comes': ({ server }, random) => {
    if (server.albums.length > 1) server.albums.splice(Math.floor(random() * server.albums.length), 1);
    server.addAlbum(2 + Math.floor(random() * 8));
    server.tell('albums');
    return { changesAlbums: true };
  },
  'a new version': (world) => {
    world.release(true);
    return { startsWithinMs: 0 };
  },
  'a version that does not start, and one that does': (world, random) => {
    world.release(false);
    return { lastsMs: 20 * MINUTE_MS * (1 + random()), undo: () => world.release(true), startsWithinMs: 0 };
  },
  'the browser evicts an album': ({ storage }, random) => {
    const images = [...storage.caches.keys()].filter((name) => name.includes(':images:'));
    if (images.length > 0) storage.evict(pick(images, random));
    return { evicts: true };
  },
  'pictures are gone, and the network is bad': ({ network, storage }, random) => {
    const images = [...storage.caches.keys()].filter((name) => name.includes(':images:'));
    if (images.length > 1) storage.evict(pick(images, random));
    return { ...weather(network, pick(WEATHERS, random), random), evicts: true };
  },
  'the disk is full': ({ storage }) => {
    storage.quota = storage.used;
    return { lastsMs: 30 * MINUTE_MS, undo: () => (storage.quota = Infinity), evicts: true };
  },
  'IndexedDB fails': ({ storage }) => {
    storage.isDatabaseBroken = true;
    return { lastsMs: 10 * MINUTE_MS, undo: () => (storage.isDatabaseBroken = false) };
  },
  'IndexedDB hangs': ({ storage }) => {
    storage.isDatabaseHanging = true;
    return { lastsMs: 5 * MINUTE_MS, undo: () => (storage.isDatabaseHanging = false) };
  },
  ...DATE_MISHAPS,
  'the key is replaced': ({ server }) => {
    server.revoke();
    server.tell('revoked');
    return { revokes: 'letters' };
  },
  'the key is revoked': ({ server }) => {
    server.revoke();
    server.tell('revoked');
    return { revokes: 'address' };
  },
};

/** Every mishap that a tablet meets on a wall. */
export const MISHAPS: Readonly<Record<string, Apply>> = Object.assign(
  OF_WALLS,
  ...Object.values(SUBJECTS).map(({ mishaps }) => mishaps),
);

function weather(network: World['network'], kind: Weather, random: () => number): Effect {
  return { lastsMs: 5_000 + random() * 90 * MINUTE_MS, undo: network.turn(kind) };
}
