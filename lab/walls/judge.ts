import { type Circumstances, GONE_MS, LOOKED_MS, START_MS } from './circumstances.ts';
import type { Shown } from './world/shown.ts';
import { NIGHT } from './world/server.ts';
import { type Images, imagesIn } from './world/storage.ts';
import { Photos } from './photos.ts';
import { wrongRevocation } from './revocation.ts';
import { SPAN_MS, Traffic } from './traffic.ts';
import type { World } from './world.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** A browser that could not load a page tries again so often. */
const RELOADED_MS = 40 * SECOND_MS;
/** The landing page asks every five seconds whether it may return, and a photo is on the wall ten seconds later. */
const RETURNED_MS = 30 * SECOND_MS;
/** A photo stays 90 s; pictures that cannot be loaded are skipped in 3 s each, and then after 30 s. */
const LONGEST_SLIDE_MS = 90 * SECOND_MS + 45 * SECOND_MS;
/** The last photo of a round may be the first of the next. */
const STAYS_MS = 2 * LONGEST_SLIDE_MS;
/** A picture that is not stored is skipped after this time, on a network that hangs. */
const SKIPPED_MS = 33 * SECOND_MS;
/** After another installation, the key is checked every 30 s, and a new stream brings what was missed. */
const KNOWN_AGAIN_MS = MINUTE_MS;
/** In good times all pictures are stored within this time. */
const STORED_MS = 4 * MINUTE_MS;
/** A picture that could not be loaded for a while is stored with the look after the next. */
const STORED_AGAIN_MS = 10 * MINUTE_MS;
/** A version is looked for every 15 minutes or so, and taken over between two photos. */
const UPDATED_MS = 40 * MINUTE_MS;
/** The programme is looked at this often, and the wall was looked at before that. */
const DARK_MS = 40 * SECOND_MS;
/** Says what does not hold on a wall. */
export class Judge {
  readonly #world: World;
  readonly #since: Circumstances;
  readonly #traffic: Traffic;
  readonly photos: Photos;
  #placedLaunch = 0;
  #darkAsItShouldAtMs = 0;
  #unstoredAtMs = -Infinity;
  /** With nothing stored and no server the last photo stays. */
  #bareAtMs = -Infinity;
  #images: Images = { changes: -1, photos: [], isWrong: false, isAny: false };

  constructor(world: World, since: Circumstances) {
    this.#world = world;
    this.#since = since;
    this.#traffic = new Traffic(world);
    this.photos = new Photos(world);
  }

  /** Returns what does not hold at this moment, as a sentence. */
  wrong(): string | undefined {
    const { browser, clock, network, server, storage } = this.#world;
    const sinceStartMs = clock.monotonicMs - this.#since.startedAtMs;
    const { besideUntilMs, sameSinceMs, soundSinceMs } = this.#since;
    const quietSinceMs = Math.max(this.#since.undisturbedSinceMs, besideUntilMs, soundSinceMs);
    const much = this.#traffic.tooMuch(clock.monotonicMs - quietSinceMs > 2 * SPAN_MS);
    if (much !== undefined) return much;
    const { screen } = browser;
    // Where another installation does not know its key, its positions are forgotten with it.
    if (screen === 'landing') browser.lastPhoto = undefined;
    const before = this.#images;
    if (before.changes !== storage.changes) this.#images = imagesIn(storage);
    const { isAny, isWrong } = this.#images;
    if (isAny) this.#since.hadPictures = true;
    if (isWrong) return 'Something is stored that is no picture';
    if (this.#since.isRevoked) return wrongRevocation(this.#world, this.#since, isAny);
    if (this.#since.hadPictures && !isAny) return 'All pictures are gone, and nobody revoked the key';
    const lost = this.#lost(before);
    if (lost) return `The picture of ${lost.albumSlug}/${lost.filename} is gone, and nobody deleted it`;
    const stored = this.#stored().length;
    if (sinceStartMs < this.#since.startMs(stored)) {
      this.#darkAsItShouldAtMs = clock.monotonicMs;
      return undefined;
    }
    // Without a worker there is the browser's own page, which it loads anew now and then.
    const isAlone = browser.build.name === 'none' || network.loadedAlone === `page-${browser.launches}`;
    if (screen === 'no page' && isAlone && !this.#since.isGood(RELOADED_MS)) return undefined;
    // The worker ended while it served the page, which the browser then asked the network for. Nobody takes a portal's away.
    if (screen === 'a foreign page' && isAlone) return undefined;
    const isAgain = browser.opened === 'none' || network.loadedAlone === `page-${browser.launches - 1}`;
    const isLoading = screen === 'nothing yet' && isAgain && sinceStartMs < RELOADED_MS + START_MS;
    if (isLoading && !this.#since.isGood(RELOADED_MS)) return undefined;
    // Until it can read which key it was connected with last, an old icon leads to the letters.
    if (screen === 'landing' && clock.monotonicMs - this.#since.unreadUntilMs < RETURNED_MS) return undefined;
    // It returns by itself, once its own server responds.
    if (screen === 'landing' && browser.opened === 'alone' && !this.#since.isGood(RETURNED_MS)) return undefined;
    // With nothing stored and no server there is no photo, and none until the slideshow looks for one again.
    if (stored === 0) this.#bareAtMs = clock.monotonicMs;
    const isBare = !this.#since.isListed || clock.monotonicMs - this.#bareAtMs < RELOADED_MS;
    const isWaiting = (screen === 'nothing yet' || screen === 'landing') && !this.#since.isGood(RELOADED_MS);
    if (isWaiting && isBare) return undefined;
    if (typeof screen === 'string')
      return `The wall shows ${screen}, ${Math.round(sinceStartMs / SECOND_MS)} s after its start`;
    const darkness = this.#wrongDarkness();
    if (darkness !== undefined) return darkness;
    if (stored < server.photoCount) this.#unstoredAtMs = clock.monotonicMs;
    const skippedMs = clock.monotonicMs - this.#unstoredAtMs < 2 * SKIPPED_MS ? server.photoCount * SKIPPED_MS : 0;
    const stillMs = clock.monotonicMs - Math.max(screen.sinceMs, this.#bareAtMs);
    if (stillMs > LONGEST_SLIDE_MS + skippedMs) return 'The wall stands still';
    const staysMs = clock.monotonicMs - Math.max(sameSinceMs, soundSinceMs, this.#unstoredAtMs);
    if (staysMs > STAYS_MS && server.photoCount > 1) return 'The wall shows one photo for ever';
    return this.#wrongPhoto(screen.photo) ?? this.#wrongPlace() ?? this.#wrongInGoodTimes();
  }

  #wrongPhoto(photo: Shown): string | undefined {
    const { clock, server } = this.#world;
    const { heardMs, refusedUntilMs, changedAtMs, mendedAtMs, evictedAtMs } = this.#since;
    const now = clock.monotonicMs;
    this.photos.note(now - this.#since.undisturbedSinceMs > heardMs && now - refusedUntilMs > KNOWN_AGAIN_MS);
    const isWhole = this.#stored().length >= server.photoCount && this.#since.isSound(MINUTE_MS);
    return this.photos.wrong(photo, isWhole && now - Math.max(changedAtMs, mendedAtMs, evictedAtMs) > MINUTE_MS);
  }

  /** A photo of which a picture was stored at the last look, while all was well; what is stored twice may be deleted once. */
  #lost({ photos, changes }: Images): Shown | undefined {
    const since = this.#since;
    const { server, clock } = this.#world;
    const isCalm = since.isSound(GONE_MS) && clock.monotonicMs - since.evictedAtMs > STORED_MS;
    if (!isCalm || changes === this.#images.changes) return undefined;
    const stored = new Set(this.#images.photos.map(({ filename }) => filename));
    return photos.find((photo) => !stored.has(photo.filename) && server.has(photo));
  }

  /** After a start the slideshow goes on where it was, on a bad network too, if nothing has changed or gone meanwhile. */
  #wrongPlace(): string | undefined {
    const { server, browser, clock } = this.#world;
    const { firstPhoto, lastPhoto, launches } = browser;
    if (this.#placedLaunch === launches || !firstPhoto || !lastPhoto) return undefined;
    this.#placedLaunch = launches;
    if (this.#stored().length < server.photoCount) return undefined;
    const { changedAtMs, mendedAtMs, evictedAtMs, besideUntilMs } = this.#since;
    const isQuiet = clock.monotonicMs - Math.max(changedAtMs, mendedAtMs, evictedAtMs, besideUntilMs) > 2 * MINUTE_MS;
    if (!isQuiet || !server.has(lastPhoto)) return undefined;
    const isSame = firstPhoto.albumSlug === lastPhoto.albumSlug && firstPhoto.filename === lastPhoto.filename;
    return isSame ? undefined : `The slideshow began with ${firstPhoto.filename} instead of ${lastPhoto.filename}`;
  }

  #wrongDarkness(): string | undefined {
    const { browser, clock } = this.#world;
    if (this.#since.isGood(2 * MINUTE_MS) && clock.monotonicMs - this.#since.startedAtMs > MINUTE_MS)
      this.#since.knowsProgramme = true;
    const hour = new Date(clock.now).getHours();
    const isNight = hour >= NIGHT.from || hour < NIGHT.to;
    if (browser.isDark === isNight || !this.#since.knowsProgramme) this.#darkAsItShouldAtMs = clock.monotonicMs;
    if (clock.monotonicMs - this.#darkAsItShouldAtMs < DARK_MS) return undefined;
    return isNight ? 'The wall is bright at night' : 'The wall is dark in the day';
  }

  #wrongInGoodTimes(): string | undefined {
    const { browser, clock, server, storage } = this.#world;
    const now = clock.monotonicMs;
    const sinceMs = now - this.#since.undisturbedSinceMs;
    // Pictures that the browser evicted are looked for at the next start, or after hours.
    const isWhole = storage.quota === Infinity && this.#since.openedAtMs > this.#since.evictedAtMs;
    const isLooked = now - this.#since.mendedAtMs > STORED_AGAIN_MS;
    if (sinceMs > STORED_MS && isLooked && isWhole && this.#stored().length < server.photoCount)
      return `${this.#stored().length} of ${server.photoCount} photos are stored`;
    if (sinceMs > GONE_MS && this.#since.isSound(GONE_MS)) {
      const gone = this.#images.photos.find((one) => !server.has(one));
      if (gone) return `${gone.albumSlug}/${gone.filename} was deleted, and its picture is still stored`;
    }
    const lookedAtMs = Math.max(
      this.#since.listedAtMs,
      this.#since.goodSinceMs,
      this.#since.startedAtMs,
      this.#since.hangingUntilMs,
    );
    if (now - lookedAtMs > LOOKED_MS) return 'The wall looks at no list of photos';
    const isDue =
      now - Math.max(this.#since.releasedAtMs, this.#since.soundSinceMs) > UPDATED_MS && server.build.starts;
    if (isDue && browser.build.name !== server.build.name) return `The wall runs build ${browser.build.name}`;
    return undefined;
  }

  /** The photos whose pictures are stored, and that still exist. */
  #stored(): Shown[] {
    return this.#images.photos.filter((photo) => this.#world.server.has(photo));
  }
}
