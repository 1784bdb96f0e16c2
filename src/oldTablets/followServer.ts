import { backoff } from '#domain/backoff.ts';
import { oldTabletSettings, type OldTabletSettings } from '#domain/oldTablets/oldTabletSettings.ts';
import { drawnCodeIn, type Result, resultOf } from '#domain/oldTablets/responses.ts';
import { OLD_TABLET_PAGE } from '#contract/paths.ts';
import type { TabletCommand } from '#contract/tablets/schemas.ts';
import type { KioskEvent } from '#domain/tablets/kioskEvent.ts';
import { recordOf, textOf } from '#domain/records.ts';
import { ask, askText, listen, type Loaded, loadPhotos } from './ask.ts';
import { keep, keepLine, recall, storedLine } from './memory.ts';
import { noteTouch, setProgramme, sleep, wantedNow } from './night.ts';
import { keepStill, showCode, showLine } from './page.ts';
import { showKnown, showResult, show } from './show.ts';
import { move, resume, setLook } from './stage.ts';

const OWN_SCRIPT = /\/assets\/frame-[\w-]+\.js/;

/**
 * Reloads the page when the server has another build of it. The server has just sent that page, so the reload does not
 * end in a browser's error page, from which nobody would bring this screen back.
 */
function reloadForNewBuild(): void {
  askText(OLD_TABLET_PAGE, (html) => {
    const there = html === undefined ? null : OWN_SCRIPT.exec(html);
    const running = document.querySelector('script[src*="/assets/frame-"]');
    if (there && running && running.getAttribute('src') !== there[0]) window.location.reload();
  });
}

/** Requests the guest code as a picture, since this page cannot draw one. */
const KIOSK_SETTINGS = '/kiosk/settings?draws=code';
const LIST_EVERY_MS = 5 * 60_000;
/** Often enough to notice within half a minute that the server is gone or the key revoked. */
const SETTINGS_EVERY_MS = 25_000;
const BUILD_EVERY_MS = 60 * 60_000;
/** The time for which the tablet shows its name to a person who looks for it. */
const NAME_MS = 10_000;
const retryAfter = backoff({ firstMs: 2_000, longestMs: 60_000 });

let settings = settingsIn(undefined);
let listFailures = 0;
let isAsking = false;
/** The name of this tablet. */
let ownName = '';
/** The album that was requested last; null: all. */
let listedAlbumId: string | null = null;
/** The time of the next request for each, on a clock that never jumps. */
const due = { settings: 0, list: 0, build: performance.now() + BUILD_EVERY_MS };

export function currentSettings() {
  return settings;
}

/**
 * Reads the settings in a response. Browsers without `Intl` write dates in their own language, whatever language is
 * requested.
 */
function settingsIn(body: unknown): OldTabletSettings {
  return oldTabletSettings(body, typeof Intl === 'object' ? 'all' : 'English');
}

/** Shows the stored photos and settings of this key until the server responds. */
export function beginWithStored(apiKey: string): void {
  showLine(storedLine());
  const { photos, settings: kept } = recall(apiKey);
  takeSettings(kept);
  if (photos.length > 0) show({ apiKey, photos, startsWith: wantedNow(settings).startsWith });
}

/** Called every second with a key: keeps photos and settings up to date. */
export function followServer(apiKey: string): void {
  listen(apiKey, hear);
  const now = performance.now();
  if (isAsking) return;
  if (wantedAlbumId() !== listedAlbumId) due.list = 0;
  if (now >= due.settings) {
    due.settings = now + SETTINGS_EVERY_MS;
    askSettings(apiKey);
  } else if (now >= due.list) {
    isAsking = true;
    listedAlbumId = wantedAlbumId();
    loadPhotos({ apiKey, albumId: listedAlbumId }, (loaded) => takeList(apiKey, loaded));
  } else if (now >= due.build) {
    due.build = now + BUILD_EVERY_MS;
    reloadForNewBuild();
  }
}

/** The album that a command has chosen, until a reload; undefined: none has. */
let chosenAlbumId: string | null | undefined;

function wantedAlbumId(): string | null {
  return chosenAlbumId === undefined ? wantedNow(settings).albumId : chosenAlbumId;
}

function hear(event: KioskEvent | undefined, isBack: boolean): void {
  const name = event && event.event;
  if (event && event.event === 'command') carryOut(event.command);
  // Events between two streams were missed.
  if (isBack || name === 'settings' || name === 'revoked' || name === 'albums') due.settings = 0;
  if (isBack || name === 'albums') due.list = 0;
}

function carryOut(command: TabletCommand): void {
  switch (command.command) {
    case 'message':
      keepLine(command.text.trim());
      showLine(storedLine());
      return;
    case 'awake':
      if (command.on) noteTouch();
      else sleep();
      return;
    case 'show':
      chosenAlbumId = command.albumId === '' ? null : command.albumId;
      showKnown('photos');
      return;
    case 'identify':
      showLine(ownName);
      window.setTimeout(() => showLine(storedLine()), NAME_MS);
      return;
    case 'warm':
      due.list = 0;
      return;
    case 'reload':
      window.location.reload();
      return;
    case 'resume':
      resume();
      return;
    case 'pause':
      move('paused');
      return;
    case 'next':
    case 'previous':
      move(command.command);
  }
}

function askSettings(apiKey: string): void {
  isAsking = true;
  ask(KIOSK_SETTINGS, apiKey, (response) => {
    isAsking = false;
    // A server without this call responds all the same; the list then shows whether it accepts the key.
    const isMissing = response.status === 404;
    const result: Result = isMissing ? 'fine' : resultOf(response);
    if (result === 'fine' && !isMissing) {
      keep(apiKey, { settings: response.body });
      takeSettings(response.body);
    }
    if (result === 'fine') listAfterOutage();
    else showResult(result);
  });
}

function takeSettings(body: unknown): void {
  settings = settingsIn(body);
  setLook(settings);
  setProgramme(settings);
  keepStill(!settings.transitions);
  showCode(drawnCodeIn(body));
  ownName = textOf(recordOf(recordOf(body).tablet), 'name');
}

/** Lists that could not be loaded while the server was away are requested as soon as it is back. */
function listAfterOutage(): void {
  if (listFailures > 0) due.list = 0;
  else showResult('fine');
}

function takeList(apiKey: string, loaded: Loaded): void {
  isAsking = false;
  if (loaded.result === 'fine') show({ apiKey, photos: loaded.photos, startsWith: wantedNow(settings).startsWith });
  listFailures = loaded.result === 'fine' ? 0 : listFailures + 1;
  due.list = performance.now() + (listFailures === 0 ? LIST_EVERY_MS : retryAfter(listFailures));
  showResult(loaded.result);
}
