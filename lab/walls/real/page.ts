/* A kiosk's page, with the modules that it really uses and without React: the parts that are hooks there are
 * put together here in the same order. The simulated browser gives `wall`, through which the page reaches its screen. */
import { DEFAULT_TABLET_SETTINGS } from '#contract/tablets/tabletSettings.ts';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { isRecord } from '#domain/records.ts';
import { repeat } from '#domain/timing.ts';
import { momentOf, ruleAt } from '#domain/programme/programme.ts';
import { tabletSettingsFrom } from '#domain/tablets/tabletSettings.ts';
import { setDark } from '#src/shared/tablet/dark.ts';
import { storedTablet } from '#src/shared/device/storedTablet.ts';
import { imagesOf } from '#src/shared/api/imageUrls.ts';
import { fetchAlbums, fetchPhotos } from '#src/shared/api/albums.ts';
import { watchStart } from '#src/boot/watchdog.ts';
import { idleForMs, watchInput } from '#src/shared/device/lastInput.ts';
import { keyInAddress } from '#domain/access/kioskAddress.ts';
import { endKey, isKeyVerified, onKeyRevoked, refusalOf, reportKeyDoubt } from '#src/shared/kioskKey/kioskKey.ts';
import { addressWithLastKey, keyToReturnTo, rememberVerifiedKey } from '#src/shared/kioskKey/launchRecord.ts';
import { holdUpdatesForSlideshow, startUpdates } from '#src/shared/offline/applyUpdates.ts';
import { onKeyKnown } from '#src/shared/offline/bridge.ts';
import { onReconnect, watchConnection } from '#src/shared/offline/connection.ts';
import { keepLibrary, checkAlbumsAgain } from '#src/shared/offline/keeper.ts';
import { outdateLists } from '#src/shared/albums/albumData.ts';
import { primeWorkerCache } from '#src/wall/layout/primeWorkerCache.ts';
import { ScreenPairing } from '#src/visit/connect/screenPairing.ts';
import { keepTabletFresh, takeUpTablet } from '#src/shared/tablet/settings.ts';
import { startLiveTablet } from '#src/wall/tablet/liveTablet.ts';
import { addressesOfOthers } from '#src/wall/otherFiles.ts';
import { Reporter } from '#src/wall/tablet/reporter.ts';
import { RunningSlideshow, type Wall } from './slideshow.ts';

declare const wall: Wall;

const FIRST_SCREEN_MS = 1_000;
const CHECK_EVERY_MS = 15 * 60_000;
/** While the server that responds does not know the key. */
const UNKNOWN_CHECK_EVERY_MS = 30_000;
const RETURN_EVERY_MS = 5_000;
const LOOK_AT_PROGRAMME_MS = 20_000;

const watch = watchStart(() => wall.reload());
wall.whenLoaded(() => {
  if (wall.failsToStart) throw new Error('A build that does not start');
  watchInput();
  watchConnection();
  void startUpdates(idleForMs);
  void openFirstScreen();
});

async function openFirstScreen(): Promise<void> {
  const apiKey = keyInAddress(window.location);
  if (apiKey === undefined) {
    wall.show('landing');
    showLetters();
  } else if (!(await isKeyVerified(apiKey))) {
    const refusal = refusalOf(apiKey);
    const last = await lastAddress(apiKey);
    if (last.href !== undefined) {
      wall.move(last.href);
      await openFirstScreen();
      return;
    }
    const { search, state } = endKey(apiKey, refusal, last.isRead);
    wall.show('landing');
    if (search.connect) showLetters();
    if (state) returnToWall(apiKey, search.connect);
  } else {
    takeUpTablet(apiKey);
    void rememberVerifiedKey(apiKey);
    openKiosk(apiKey);
  }
  setTimeout(watch.succeeded);
}

async function lastAddress(apiKey: string) {
  try {
    return { href: await addressWithLastKey(apiKey, window.location), isRead: true };
  } catch {
    return { href: undefined, isRead: false };
  }
}

/** Stands for the landing page with the letters. */
function showLetters(): void {
  const pairing = new ScreenPairing((key) => wall.open(`/circuit-tree/photos?slideshow=true&apiKey=${key}`));
  const spell = () => wall.spell(pairing.view.get().code);
  pairing.view.subscribe(spell);
  pairing.start();
  spell();
}

/** Stands for useReturnToWall.ts. */
function returnToWall(lostKey: string, hasLetters?: 'again'): void {
  let showsLetters = hasLetters !== undefined;
  let isOver = false;
  const ask = async () => {
    const key = await keyToReturnTo(lostKey);
    if (isOver) return;
    if (key === undefined && refusalOf(lostKey) === 'revoked' && !showsLetters) {
      endKey(lostKey, 'revoked', false);
      showsLetters = true;
      showLetters();
    }
    if (key === undefined) return;
    isOver = true;
    end();
    wall.open(`/circuit-tree/photos?slideshow=true&apiKey=${key}`);
  };
  const end = repeat(RETURN_EVERY_MS, () => void ask());
}

function openKiosk(apiKey: string): void {
  keepTabletFresh(apiKey, (address) => wall.open(address));
  void primeWorkerCache(apiKey).catch(() => undefined);
  onReconnect(() => reportKeyDoubt(apiKey));
  const check = () => reportKeyDoubt(apiKey);
  let timer = setInterval(check, CHECK_EVERY_MS);
  onKeyKnown((isKnown) => {
    clearInterval(timer);
    timer = setInterval(check, isKnown ? CHECK_EVERY_MS : UNKNOWN_CHECK_EVERY_MS);
  });
  let reporter: Reporter | undefined;
  const leave = () => {
    endKey(apiKey);
    reporter?.close();
    wall.show('landing');
    wall.open('/?connect=again');
  };
  onKeyRevoked(apiKey, leave);
  setTimeout(() => {
    reporter = new Reporter(apiKey);
    startLiveTablet(apiKey, {
      onAlbums: outdateLists,
      onWarmUp: checkAlbumsAgain,
      onShow: () => undefined,
      onIdentify: () => undefined,
    });
    keepLibrary({
      idleForMs,
      firstAlbumId: () => null,
      loadAlbums: () => fetchAlbums({ apiKey }),
      loadImages: async (albumId) => {
        await fetchPhotos({ apiKey }, { albumId, includeChildAlbums: true });
        return (await fetchPhotos({ apiKey }, { albumId })).map(imagesOf);
      },
      loadOthers: (albumId) => addressesOfOthers(settings, () => fetchPhotos({ apiKey }, { albumId })),
    });
  }, FIRST_SCREEN_MS);
  followProgramme(apiKey);
  setInterval(() => followProgramme(apiKey), LOOK_AT_PROGRAMME_MS);
  holdUpdatesForSlideshow();
  void new RunningSlideshow(apiKey, { onRevoked: leave, settings: () => settings });
}

let storedText: string | null = null;
let settings = DEFAULT_TABLET_SETTINGS;

function followProgramme(apiKey: string): void {
  const text = localStorage.getItem(LOCAL_STORAGE.tablet);
  if (text !== storedText) {
    const stored = storedTablet(apiKey)?.settings;
    settings = isRecord(stored) ? tabletSettingsFrom(stored) : DEFAULT_TABLET_SETTINGS;
  }
  storedText = text;
  const isDark = ruleAt(settings, momentOf(new Date()))?.shows === 'black';
  setDark(isDark);
  wall.cover(isDark);
}
