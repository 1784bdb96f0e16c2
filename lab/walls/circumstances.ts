import type { Effect } from './mishap.ts';
import { LOOK_EVERY_MS } from './traffic.ts';
import { RECORDS } from '#contract/storageKeys.ts';
import { recordOf } from '#domain/records.ts';
import type { World } from './world.ts';

/** After a start, and after whatever stood in its way, a photo is on the wall within this time. */
export const START_MS = 10_000;
/** On a slow network it waits for a list and for the first photo, where these are not stored: 8 s each. */
const SLOW_START_MS = 25_000;
/** A network that hangs is waited for so long for each photo that is not stored, in two rounds, until one is found that is. */
const PASSED_OVER_MS = 2 * 600;
/** On a network that hangs, the key of an old icon is given up after this time. */
const CHECKED_MS = 31_000;
/** A change of the server's is on the wall within this time, while the way to it is good. */
const HEARD_MS = 30_000;
/** Without an event, a change is heard by the next look at the list. */
export const LOOKED_MS = 330_000;
/** Files of photos and albums that are gone are deleted with the next lists, by the look after the next at the latest. */
export const GONE_MS = 12 * 60_000;

/** Since when the world around a wall is as it is, and what of that excuses the wall. */
export class Circumstances {
  startedAtMs = 0;
  /** The page was opened then, by whomever. */
  openedAtMs = 0;
  changedAtMs = 0;
  goodSinceMs = 0;
  /** Since then nothing of the browser fails either. */
  soundSinceMs = 0;
  /** Another installation refuses streams, until the tablet asks its own again whether it knows its key. */
  refusedUntilMs = -Infinity;
  /** Another page of the tablet was open until then, which also writes down where its slideshow is. */
  besideUntilMs = -Infinity;
  /** The worker hears nothing while it cannot look up whose page it serves. */
  hangingUntilMs = 0;
  /** Until then a tablet with an old icon could not know which key it was connected with last. */
  unreadUntilMs = -Infinity;
  /** Its record of that is lost, and since when the wall shows letters for it. */
  isRecordLost = false;
  lostSinceMs = Infinity;
  /** The photo on the wall is the same since then. */
  sameSinceMs = 0;
  mendedAtMs = -Infinity;
  evictedAtMs = -Infinity;
  releasedAtMs = 0;
  /** A change is on the wall within this time. */
  heardMs = HEARD_MS;
  listedAtMs = 0;
  /** The lists were read while there was room for them, since the tablet was connected. */
  isListed = false;
  isRevoked = false;
  revokedAtMs = 0;
  revokedKey = '';
  /** How an admin connects the tablet whose key is revoked. */
  connectedBy: 'letters' | 'address' = 'address';
  /** A power cut undid the last writes then. */
  tornAtMs = -Infinity;
  hadPictures = false;
  knowsProgramme = false;
  readonly #world: World;
  #shown: string | undefined;
  #knownBuild = '1';
  #listsRead = 0;
  /** The launch at which the record of the last key was lost. */
  #lostLaunch = -1;
  #fullUntilMs = -Infinity;

  constructor(world: World) {
    this.#world = world;
  }

  met(effect: Effect): void {
    const now = this.#world.clock.monotonicMs;
    if (effect.startsWithinMs !== undefined) this.startedAtMs = Math.max(this.startedAtMs, now + effect.startsWithinMs);
    if (effect.changesAlbums) {
      this.changedAtMs = now;
      this.heardMs = effect.isUnheard ? LOOKED_MS : HEARD_MS;
    }
    if (effect.evicts) {
      this.hadPictures = false;
      this.evictedAtMs = now;
    }
    // Where it was, and its programme, may be among what is lost.
    if (effect.loses) [this.knowsProgramme, this.tornAtMs] = [false, now];
    if (effect.loses || effect.revokes) this.#world.browser.lastPhoto = undefined;
    // A key that ended meets a wall that is being connected again, or the same mishap.
    if (effect.revokes && !this.isRevoked) this.connectedBy = effect.revokes;
    if (effect.revokes) [this.isRevoked, this.revokedAtMs, this.revokedKey] = [true, now, this.#world.apiKey];
  }

  /** Called when the effect of a mishap is over. */
  ended(): void {
    this.changedAtMs = this.#world.clock.monotonicMs;
    this.mendedAtMs = this.changedAtMs;
  }

  /** An admin connects the tablet again. */
  connected(): void {
    this.isRevoked = false;
    this.isListed = false;
    this.knowsProgramme = false;
    this.startedAtMs = this.#world.clock.monotonicMs;
    this.hadPictures = false;
  }

  /** A start takes so long at most, with so many photos stored. */
  startMs(stored: number): number {
    const { network, server, hasOldIcon } = this.#world;
    const missing = Math.max(0, server.photoCount - stored);
    const isHanging = network.weather === 'hanging';
    const checkedMs = hasOldIcon && (isHanging || network.weather === 'slow') ? CHECKED_MS : 0;
    if (network.weather === 'slow' && missing > 0) return SLOW_START_MS + checkedMs;
    return START_MS + checkedMs + (isHanging ? missing * PASSED_OVER_MS : 0);
  }

  /** Since then nothing has changed, failed or hung, and the page is open. */
  get undisturbedSinceMs(): number {
    return Math.max(this.changedAtMs, this.goodSinceMs, this.startedAtMs, this.hangingUntilMs);
  }

  isGood(forMs: number): boolean {
    const { clock, network } = this.#world;
    return network.weather === 'ok' && clock.monotonicMs - this.goodSinceMs >= forMs;
  }

  isSound(forMs: number): boolean {
    return this.#world.clock.monotonicMs - this.soundSinceMs > forMs;
  }

  look(): void {
    const { clock, network, browser, server } = this.#world;
    const { quota, isDatabaseBroken, isDatabaseHanging } = this.#world.storage;
    const now = clock.monotonicMs;
    if (network.weather !== 'ok') this.goodSinceMs = now;
    if (network.weather === 'another installation') this.refusedUntilMs = now;
    if (isDatabaseHanging) this.hangingUntilMs = now;
    this.#lookAtIcon();
    if (network.weather !== 'ok' || quota !== Infinity || isDatabaseBroken || isDatabaseHanging)
      this.soundSinceMs = now;
    // The worker gives up albums for others for as long as the disk is full.
    if (quota !== Infinity) [this.#fullUntilMs, this.evictedAtMs] = [now, now];
    if (browser.pages.length > 1) this.besideUntilMs = now;
    if (server.listsRead !== this.#listsRead) {
      this.#listsRead = server.listsRead;
      this.listedAtMs = now;
      this.isListed ||= now - this.#fullUntilMs > LOOK_EVERY_MS;
    }
    const shown = typeof browser.screen === 'string' ? undefined : browser.screen.photo.filename;
    if (shown === undefined || shown !== this.#shown) this.sameSinceMs = now;
    this.#shown = shown;
    if (browser.openedAtMs !== this.openedAtMs) {
      this.openedAtMs = browser.openedAtMs;
      this.startedAtMs = Math.max(this.startedAtMs, this.openedAtMs);
    }
    if (server.build.name !== this.#knownBuild) {
      this.#knownBuild = server.build.name;
      this.releasedAtMs = now;
    }
  }

  #lookAtIcon(): void {
    const { browser, clock, network, storage, hasOldIcon, apiKey } = this.#world;
    const isFailing = storage.isDatabaseBroken || storage.isDatabaseHanging;
    const isLost = hasOldIcon && recordOf(storage.records.get(RECORDS.launch)).apiKey !== apiKey;
    const isUnknown = network.weather === 'another installation' || network.weather === 'the key is forgotten';
    if (isLost || (hasOldIcon && (isFailing || isUnknown))) this.unreadUntilMs = clock.monotonicMs;
    this.isRecordLost = isLost;
    // Another page may write the record again, which this one has looked for when it was opened.
    const wasLost = isLost || (hasOldIcon && this.#lostLaunch === browser.launches);
    if (wasLost) [this.#lostLaunch, this.unreadUntilMs] = [browser.launches, clock.monotonicMs];
    const isShown = wasLost && browser.screen === 'landing';
    this.lostSinceMs = isShown ? Math.min(this.lostSinceMs, clock.monotonicMs) : Infinity;
  }
}
