import { createHash } from 'node:crypto';
import { CLIP_CACHE } from '#contract/clips/clipCache.ts';
import { albumOfCache } from '#sw/cacheNames.ts';
import type { Check } from '../../walls/check.ts';
import { type Circumstances, GONE_MS } from '../../walls/circumstances.ts';
import type { World } from '../../walls/world.ts';
import { nameOf } from '../../walls/world/page.ts';
import type { Shown } from '../../walls/world/shown.ts';
import { imagesIn } from '../../walls/world/storage.ts';
import type { SimVideo } from '../../walls/world/video.ts';
import { clipOf, type ClipServer, clipServerOf, isClipOf } from './clipServer.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** A still stands alone first, and its clip begins soon after. */
const BEGUN_MS = 4 * SECOND_MS;
/** A clip that draws nothing makes way for its still within this time. */
const UNCOVERED_MS = 2 * SECOND_MS;
/** While all is well every clip is stored within this time: the album is checked every five minutes, in two rounds. */
const STORED_MS = 12 * MINUTE_MS;
/** A setting is heard of at once, or with the next stream of events. */
const HEARD_MS = 90 * SECOND_MS;
/** On a full disk a photo is tried again every two minutes, and clips make way for it. */
const ROOM_MS = 6 * MINUTE_MS;
/** An album comes back with an old backup while the worker still applies the list before. */
const SETTLED_MS = MINUTE_MS;

interface Stored {
  changes: number;
  clips: readonly (Shown & { content: string })[];
}

/** Clips play where they are stored, take nothing from the photos, and are gone when these are. */
export class ClipCheck implements Check {
  readonly #world: World;
  readonly #since: Circumstances;
  readonly #server: ClipServer;
  #stored: Stored = { changes: -1, clips: [] };
  /** Something went wrong between two looks. */
  #wrong: string | undefined;
  /** Since then clips are played and drawn. */
  #playsSinceMs = 0;
  #wasStill = false;
  #onSinceMs = 0;
  #isHeard = true;
  /** Since then they are sent whole, and none was lost. */
  #wholeSinceMs = 0;
  /** Since then they are off. */
  #offSinceMs = Infinity;
  /** Since then each clip of now is stored. */
  readonly #storedSinceMs = new Map<string, number>();

  constructor(world: World, _looksPerMinute: number, since: Circumstances) {
    this.#world = world;
    this.#since = since;
    this.#server = clipServerOf(world);
    this.#server.onRequest = () => (this.#wrong ??= this.#wrongRequest());
    world.storage.onDelete = (name) => (this.#wrong ??= this.#wrongDeletion(name));
  }

  look(): string | undefined {
    this.#note();
    const wrong = this.#wrong ?? this.#wrongStored() ?? this.#wrongOnScreen();
    this.#wrong = undefined;
    return wrong;
  }

  #note(): void {
    const { browser, clock, server, storage } = this.#world;
    const now = clock.monotonicMs;
    const isOff = server.settings.clips === 'off';
    this.#offSinceMs = isOff ? Math.min(this.#offSinceMs, now) : Infinity;
    const isFailing = storage.isDatabaseBroken || storage.isDatabaseHanging;
    if (isOff) [this.#isHeard, this.#onSinceMs] = [false, now];
    // On a bad network the tablet hears later that they are on again.
    this.#isHeard ||= now - Math.max(this.#onSinceMs, this.#since.undisturbedSinceMs) > HEARD_MS;
    const isStill = !this.#isHeard || isFailing || browser.decoder !== 'fine' || browser.pages.length > 1;
    // It may have ended at any time since the last look.
    if (isStill || this.#wasStill) this.#playsSinceMs = now;
    this.#wasStill = isStill;
    if (isOff || this.#server.isInPieces) this.#wholeSinceMs = now;
    if (this.#stored.changes === storage.changes) return;
    this.#stored = clipsIn(this.#world);
    const stored = new Set(this.#stored.clips.map(({ filename }) => filename));
    for (const filename of this.#storedSinceMs.keys()) {
      if (stored.has(filename)) continue;
      this.#storedSinceMs.delete(filename);
      // Browsers evict clips too, and clips make way for photos.
      this.#wholeSinceMs = now;
    }
    for (const filename of stored) if (!this.#storedSinceMs.has(filename)) this.#storedSinceMs.set(filename, now);
  }

  #wrongStored(): string | undefined {
    const { browser, clock, server, storage } = this.#world;
    const { clips } = this.#stored;
    const cut = clips.find(({ filename, content }) => clipOf(filename) !== content);
    if (cut) return `The clip of ${cut.filename} is stored as '${cut.content}'`;
    const undisturbedMs = clock.monotonicMs - this.#since.undisturbedSinceMs;
    if (undisturbedMs > GONE_MS && this.#since.isSound(GONE_MS)) {
      const gone = clips.find((clip) => !server.has(clip));
      if (gone) return `${nameOfPhoto(gone)} was deleted, and its clip is still stored`;
    }
    const needed = this.#neededFor(undisturbedMs);
    if (needed) return `There is no room for ${nameOfPhoto(needed)}, and clips are stored`;
    const { evictedAtMs, mendedAtMs } = this.#since;
    const wellSinceMs = Math.max(this.#wholeSinceMs, evictedAtMs, mendedAtMs);
    const isWell = undisturbedMs > STORED_MS && this.#since.isSound(STORED_MS) && storage.quota === Infinity;
    if (!isWell || clock.monotonicMs - wellSinceMs <= STORED_MS || typeof browser.screen === 'string') return undefined;
    const missing = this.#photos().find((photo) => clipOf(photo.filename) && !this.#storedSinceMs.has(photo.filename));
    return missing && `The clip of ${nameOfPhoto(missing)} is not stored`;
  }

  /** A photo that has no room because of clips. */
  #neededFor(undisturbedMs: number): Shown | undefined {
    const { needed } = this.#server;
    const { server, storage } = this.#world;
    if (!needed || storage.quota === Infinity || storage.isDatabaseBroken) return undefined;
    if (imagesIn(storage).photos.some(({ filename }) => filename === needed.filename)) this.#server.needed = undefined;
    const isMissing = this.#server.needed !== undefined && server.has(needed);
    return isMissing && undisturbedMs > ROOM_MS && this.#stored.clips.length > 0 ? needed : undefined;
  }

  #wrongOnScreen(): string | undefined {
    const { browser, clock } = this.#world;
    const [page] = browser.pages;
    if (!page || typeof browser.screen === 'string') return undefined;
    const { photo, sinceMs } = browser.screen;
    const videos = page.videos.filter(({ src }) => src !== '');
    if (videos.length > 1) return `${videos.length} videos have a source`;
    const [video] = videos;
    const covering = video && this.#wrongCover(video, photo);
    if (covering !== undefined) return covering;
    const storedSinceMs = this.#storedSinceMs.get(photo.filename) ?? Infinity;
    const isDue = Math.max(storedSinceMs, this.#playsSinceMs, this.#since.startedAtMs) < sinceMs;
    if (!isDue || clock.monotonicMs - sinceMs < BEGUN_MS) return undefined;
    const hasPlayed = page.videos.some(
      ({ lastDrawn }) => lastDrawn && isClipOf(lastDrawn.src, photo) && lastDrawn.atMs >= sinceMs,
    );
    return hasPlayed ? undefined : `The clip of ${nameOfPhoto(photo)} is stored and did not play`;
  }

  #wrongCover({ src, dataset, drawnUntilMs }: SimVideo, photo: Shown): string | undefined {
    const { clock } = this.#world;
    if (dataset.playing === undefined) return undefined;
    if (!isClipOf(src, photo)) return `${src} plays over ${nameOfPhoto(photo)}`;
    const isOver = clock.monotonicMs - drawnUntilMs > UNCOVERED_MS;
    return isOver ? `A clip that draws nothing lies over ${nameOfPhoto(photo)}` : undefined;
  }

  /** None is asked for while they are off, nor before all photos are stored. */
  #wrongRequest(): string | undefined {
    const { clock, network, server, storage } = this.#world;
    const heardMs = Math.max(this.#offSinceMs, this.#since.undisturbedSinceMs) + HEARD_MS;
    if (network.weather === 'ok' && clock.monotonicMs > heardMs) return 'A clip is asked for, and clips are off';
    const { changedAtMs, evictedAtMs, goodSinceMs, mendedAtMs, soundSinceMs, startedAtMs } = this.#since;
    const disturbedAtMs = Math.max(changedAtMs, evictedAtMs, goodSinceMs, mendedAtMs, soundSinceMs);
    // Clips do not wait for a picture that cannot be read.
    const isDisturbed = this.#since.isRevoked || server.isBroken || disturbedAtMs > startedAtMs;
    if (isDisturbed || network.weather !== 'ok') return undefined;
    const stored = imagesIn(storage).photos.filter((photo) => server.has(photo)).length;
    if (stored >= server.photoCount) return undefined;
    return `A clip is asked for while ${stored} of ${server.photoCount} photos are stored`;
  }

  /** On a full disk, pictures of albums make way last. */
  #wrongDeletion(name: string): string | undefined {
    const { apiKey, clock, server, storage } = this.#world;
    const album = albumOfCache(name);
    if (!album || storage.quota === Infinity || server.keys.get(apiKey) !== 'valid') return undefined;
    const isListed = server.albums.some(({ slug }) => slug === album.albumSlug);
    const isSettled = clock.monotonicMs - this.#since.changedAtMs > SETTLED_MS;
    const isOfKey = album.keyHash === createHash('sha256').update(apiKey).digest('hex');
    if (!isListed || !isSettled || !isOfKey) return undefined;
    const { clips } = clipsIn(this.#world);
    return clips.length > 0 ? `The pictures of ${album.albumSlug} made way for others, and clips did not` : undefined;
  }

  #photos(): Shown[] {
    return this.#world.server.albums.flatMap(({ slug, photos }) =>
      photos.map((filename) => ({ albumSlug: slug, filename })),
    );
  }
}

function nameOfPhoto(photo: Shown): string {
  return nameOf({ photo, sinceMs: 0 });
}

function clipsIn({ storage }: World): Stored {
  const caches = [...storage.caches].flatMap(([name, files]) => (name.includes(CLIP_CACHE) ? [files] : []));
  const clips = caches.flatMap((files) =>
    [...files].flatMap(([url, { bodyText }]) => {
      const [, albumSlug, filename] = /\/photos\/([^/]+)\/clip\/([^/]+)$/.exec(url) ?? [];
      return albumSlug === undefined || filename === undefined ? [] : [{ albumSlug, filename, content: bodyText }];
    }),
  );
  return { changes: storage.changes, clips };
}
