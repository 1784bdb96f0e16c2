import { live } from '../life.ts';
import { buildCode } from '../real/build.ts';
import { scriptsOf, World } from '../world.ts';
import { imagesIn } from '../world/storage.ts';
import { DAYS_OF_YEAR, type Event, eventsOf, MOMENTS, QUIET } from '../year.ts';
import type { Weather } from '#support/browser/networkConditions.ts';
import type { Random } from '#support/random.ts';
import type { House } from './house.ts';
import type { RealTablet } from './realTablet.ts';

const SECOND_MS = 1_000;
/** The server has sent the event of a change by then, in real time. */
const EVENT_SENT_MS = 1_000;

/** The seen part of a wall. */
export interface Seen {
  shows: 'photo' | 'dark' | 'landing' | 'nothing';
  /** Whether the photo, also the one below the dark, is one of those that the tablet may see. */
  isAllowed: boolean;
  stored: number;
  photos: number;
}

/** A moment of the simulated life, before or after something has happened. */
export interface Moment {
  what: string;
  ms: number;
  /** The date of the tablet. */
  dateMs: number;
  weather: World['network']['weather'];
  build: World['server']['build'];
  isFull: boolean;
  seen: Seen;
}

interface Real {
  house: House;
  tablet: RealTablet;
  random: Random;
}

/** In real Chromium, with the real server. A moment's network, build, disk and date do what is not here. */
export const DEEDS: Record<string, ((real: Real) => Promise<void>) | undefined> = {
  'the network is bad': nothingElse,
  'the server restarts': nothingElse,
  'a new version': nothingElse,
  'a version that does not start, and one that does': nothingElse,
  'the disk is full': nothingElse,
  'the date is set': nothingElse,
  'a leap day': nothingElse,
  'the hour changes': nothingElse,
  'more seconds since 1970 than 32 bits can count': nothingElse,
  'the page is loaded anew': ({ tablet }) => tablet.reload(),
  'the page crashes': ({ tablet }) => tablet.crash(5 * SECOND_MS),
  'the power fails, and the server is back later': ({ tablet }) => tablet.powerCut(8 * SECOND_MS),
  'the browser is updated': ({ tablet }) => tablet.powerCut(20 * SECOND_MS),
  'the worker is killed': ({ tablet }) => tablet.endWorker(),
  'photos are added': ({ house, random }) => house.addPhotos(1, house.albums[random(house.albums.length)]),
  'a photo is deleted': ({ house, random }) => house.deletePhoto(random, house.albums[random(house.albums.length)]),
  'a photo is deleted, and the event is lost': async ({ house, random }) => {
    house.road.isMuted = true;
    await house.deletePhoto(random, house.albums[random(house.albums.length)]);
    await new Promise((resolve) => setTimeout(resolve, EVENT_SENT_MS));
    house.road.isMuted = false;
  },
  'an album is taken away, and another comes': async ({ house, random }) => {
    if (house.albums.length > 1) await house.takeAlbum(random(house.albums.length));
    await house.addAlbum(2 + random(8));
  },
  'the browser evicts an album': evict,
  'pictures are gone, and the network is bad': evict,
  'the key is replaced': ({ house }) => house.endKey(),
  'the key is revoked': ({ house }) => house.revokeKey(),
  [MOMENTS.connected]: async ({ house, tablet }) => {
    await house.connect();
    await tablet.open(house.url);
  },
  [MOMENTS.over]: nothingElse,
};

export const WEATHERS: Partial<Record<Moment['weather'], Weather>> = {
  ok: 'fine',
  refused: 'dead',
  hanging: 'hanging',
  cut: 'cut',
  502: 'bad gateway',
  portal: 'portal',
  'portal in JSON': 'portal in JSON',
  'another installation': 'fine',
  'a proxy refuses': 'forbidden',
};

async function nothingElse(): Promise<void> {}

async function evict({ tablet, random }: Real): Promise<void> {
  const images = Object.keys(await tablet.stored()).filter((name) => name.includes(':images:'));
  const evicted = images[random(images.length)];
  if (evicted !== undefined) await tablet.evict(evicted);
}

/** Why a mishap cannot be made to happen in the real life. */
function whyNot(what: string, weather: Moment['weather']): string | undefined {
  if (!Object.hasOwn(DEEDS, what)) return what;
  return WEATHERS[weather] === undefined ? `${what}: ${weather}` : undefined;
}

/** The first so many mishaps of a seed that both lives can meet, with the moments of the simulated one. */
export async function simulatedLife(seed: number, count: number) {
  const scripts = scriptsOf(await buildCode());
  const leftOut: string[] = [];
  const drawn = eventsOf(seed, DAYS_OF_YEAR).filter(({ kind }) => kind !== QUIET);
  let events: Event[] = [];
  for (;;) {
    while (events.length < count && drawn[0]) events.push(...drawn.splice(0, 1));
    const moments: Moment[] = [];
    const lived = await live(new World(scripts, seed), events, (what, world) => moments.push(momentOf(what, world)));
    const met = moments.filter(({ what }) => !Object.values<string>(MOMENTS).includes(what));
    const at = met.findIndex(({ what, weather }) => whyNot(what, weather) !== undefined);
    if (at === -1) return { events, moments, leftOut, failure: lived.failure };
    const { what = '', weather = 'ok' } = met[at] ?? {};
    leftOut.push(whyNot(what, weather) ?? what);
    events = events.toSpliced(at, 1);
  }
}

function momentOf(what: string, { clock, network, server, browser, storage }: World): Moment {
  const { screen, isDark } = browser;
  const photo = typeof screen === 'string' ? undefined : screen.photo;
  const shows = photo ? 'photo' : screen === 'landing' ? 'landing' : 'nothing';
  const stored = imagesIn(storage).photos.filter((one) => server.has(one)).length;
  return {
    what,
    ms: Math.round(clock.monotonicMs),
    dateMs: Math.round(clock.now),
    weather: network.weather,
    build: server.build,
    isFull: storage.quota !== Infinity,
    seen: {
      shows: isDark ? 'dark' : shows,
      isAllowed: photo !== undefined && server.has(photo),
      stored,
      photos: server.photoCount,
    },
  };
}
