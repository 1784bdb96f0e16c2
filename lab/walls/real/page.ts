/* A kiosk's page, with the modules that it really uses and without React: the parts that are hooks there are
 * put together here in the same order. The simulated browser gives `wall`, through which the page reaches its screen. */
import { DEFAULT_TABLET_SETTINGS } from '#contract/tablets.ts';
import { isRecord } from '#domain/records.ts';
import { momentOf, ruleAt } from '#domain/tablets/programme.ts';
import { tabletSettingsFrom } from '#domain/tablets/tabletSettings.ts';
import { setDark } from '#src/tablet/dark.ts';
import { storedTablet } from '#src/tablet/storedTablet.ts';
import { imagesOf, imageUrl } from '#src/api/imageUrls.ts';
import { fetchAlbums, fetchPhotos } from '#src/api/albums.ts';
import { watchStart } from '#src/boot/watchdog.ts';
import type { Photo } from '#contract/schemas/photos.ts';
import type { Remote } from '#src/state/remoteResource.ts';
import { idleForMs, watchInput } from '#src/device/lastInput.ts';
import { lastPosition, rememberPosition } from '#src/device/slideshowPosition.ts';
import { keyInAddress } from '#domain/access/kioskAddress.ts';
import { withTimeout } from '#domain/timing.ts';
import { nextPhotos } from '#domain/albums/keepOrder.ts';
import { inRound, slidesInOrder, slideWith, type Slide } from '#domain/slideshow/slideList.ts';
import { slideshow, type SlideshowEvent, startSlideshow, waitLeftMs } from '#domain/slideshow/slideshow.ts';
import { endKey, isKeyVerified } from '#src/kioskKey/kioskKey.ts';
import { checkApiKey, refusalOf } from '#src/kioskKey/checkApiKey.ts';
import { rememberVerifiedKey } from '#src/kioskKey/launchRecord.ts';
import { applyBetweenSlides, holdUpdatesForSlideshow, startUpdates } from '#src/offline/applyUpdates.ts';
import { onKeyKnown, onKeyRevoked } from '#src/offline/bridge.ts';
import { onReconnect, watchConnection } from '#src/offline/connection.ts';
import { keepLibrary, keepOnScreen, lookAgain } from '#src/offline/keeper.ts';
import {
  photosOf,
  loadAlbums,
  outdateLists,
  albumOfSeveral,
  albumsIn,
  fetchPhotosOf,
} from '#src/screens/kiosk/albums/albumData.ts';
import { primeWorkerCache } from '#src/screens/kiosk/bars/primeWorkerCache.ts';
import { keepTabletFresh, takeUpTablet } from '#src/tablet/settings.ts';
import { startLiveTablet } from '#src/tablet/liveTablet.ts';
import { Reporter } from '#src/tablet/reporter.ts';
import { photoOnScreen } from '#src/tablet/slideshowControl.ts';

interface Wall {
  /** Loads a picture as an image element does; rejects when it cannot be shown. */
  loadImage: (url: string) => Promise<void>;
  show: (screen: { photo: Photo } | 'landing' | 'no photos') => void;
  cover: (isDark: boolean) => void;
  reload: () => void;
  open: (address: string) => void;
  /** Called once the build's script was loaded. */
  whenLoaded: (start: () => void) => void;
  failsToStart: boolean;
}

declare const wall: Wall;

const FIRST_SCREEN_MS = 1_000;
/** The time of the app's own slideshow (crossFade.ts). */
const LOAD_TIMEOUT_MS = 30_000;
const CHECK_EVERY_MS = 15 * 60_000;
/** While the server that responds does not know the key. */
const UNKNOWN_CHECK_EVERY_MS = 30_000;
const LOOK_AT_PROGRAMME_MS = 20_000;
const EVERYTHING = { id: 'albums:', slug: '' };

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
  if (apiKey === undefined || !(await isKeyVerified(apiKey))) {
    if (apiKey !== undefined) endKey(apiKey, refusalOf(apiKey));
    wall.show('landing');
  } else {
    takeUpTablet(apiKey);
    void rememberVerifiedKey(apiKey);
    openKiosk(apiKey);
  }
  setTimeout(watch.succeeded);
}

function openKiosk(apiKey: string): void {
  keepTabletFresh(apiKey, (address) => wall.open(address));
  void primeWorkerCache(apiKey).catch(() => undefined);
  onReconnect(() => void checkApiKey(apiKey));
  const check = () => void checkApiKey(apiKey);
  let timer = setInterval(check, CHECK_EVERY_MS);
  onKeyKnown((isKnown) => {
    clearInterval(timer);
    timer = setInterval(check, isKnown ? CHECK_EVERY_MS : UNKNOWN_CHECK_EVERY_MS);
  });
  const leave = () => {
    endKey(apiKey);
    wall.show('landing');
    wall.open('/');
  };
  onKeyRevoked(leave);
  setTimeout(() => {
    void new Reporter(apiKey);
    startLiveTablet(apiKey, {
      onAlbums: outdateLists,
      onWarmUp: lookAgain,
      onShow: () => undefined,
      onIdentify: () => undefined,
      onRevoked: leave,
    });
    keepLibrary({
      idleForMs,
      firstAlbumId: () => null,
      loadAlbums: () => fetchAlbums({ apiKey }),
      loadImages: async (albumId) => {
        await fetchPhotos({ apiKey }, { albumId, includeChildAlbums: true });
        return (await fetchPhotos({ apiKey }, { albumId })).map(imagesOf);
      },
    });
  }, FIRST_SCREEN_MS);
  followProgramme(apiKey);
  setInterval(() => followProgramme(apiKey), LOOK_AT_PROGRAMME_MS);
  holdUpdatesForSlideshow();
  void new RunningSlideshow(apiKey, leave);
}

function followProgramme(apiKey: string): void {
  const stored = storedTablet(apiKey)?.settings;
  const settings = isRecord(stored) ? tabletSettingsFrom(stored) : DEFAULT_TABLET_SETTINGS;
  const isDark = ruleAt(settings, momentOf(new Date()))?.shows === 'black';
  setDark(isDark);
  wall.cover(isDark);
}

/** Everything the tablet may see, as on `/circuit-tree/photos?slideshow=true`. */
class RunningSlideshow {
  readonly #apiKey: string;
  readonly #onRevoked: () => void;
  readonly #position = lastPosition(EVERYTHING.slug);
  readonly #seed = this.#position?.seed ?? Math.floor(Math.random() * 2 ** 31);
  #photos: readonly Photo[] | undefined;
  #state = startSlideshow(0);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #bringing = -1;

  constructor(apiKey: string, onRevoked: () => void) {
    this.#apiKey = apiKey;
    this.#onRevoked = onRevoked;
    const photos = photosOf({ apiKey, albumId: EVERYTHING.id, includeChildAlbums: true });
    photos.watch(() => this.#take(photos.state));
    this.#take(photos.state);
  }

  #slides(round = this.#state.round): readonly Slide[] {
    const base = slidesInOrder(this.#photos ?? [], { order: 'album', pairs: false, today: '' });
    return base.length > 0 ? inRound(base, this.#seed + round) : base;
  }

  #take(remote: Remote<Photo[]>): void {
    if (remote.status === 'revoked') this.#onRevoked();
    if (remote.status !== 'loaded') return;
    const shown = this.#slides()[this.#state.index]?.[0];
    const isFirst = this.#photos === undefined;
    this.#photos = remote.value;
    const slides = this.#slides();
    if (isFirst) {
      this.#state = startSlideshow(slides.length, Math.max(0, slideWith(slides, this.#position)));
      this.#keep();
    } else {
      const index = slideWith(slides, shown);
      this.#state = slideshow(this.#state, {
        type: 'recounted',
        count: slides.length,
        index: index === -1 ? undefined : index,
      });
    }
    if (slides.length === 0) wall.show('no photos');
    this.#goOn();
  }

  #keep(): void {
    const apiKey = this.#apiKey;
    keepOnScreen({
      idleForMs,
      load: async () => {
        await primeWorkerCache(apiKey);
        const album = albumOfSeveral(await loadAlbums(apiKey), { name: '' });
        const photos = await fetchPhotosOf(apiKey, albumsIn(album.id, album.childAlbums));
        const plan = nextPhotos(photos, { kind: 'slideshow', at: this.#state.index });
        return {
          albumSlugs: album.childAlbums.map(({ slug }) => slug),
          photos: plan.photos.map(imagesOf),
          screen: plan.screen,
        };
      },
    });
  }

  #tell(event: SlideshowEvent): void {
    this.#state = slideshow(this.#state, event);
    this.#goOn();
  }

  #goOn(): void {
    clearTimeout(this.#timer);
    const state = this.#state;
    const photo = this.#slides()[state.index]?.[0];
    if (!photo) return;
    if (state.phase === 'loading') {
      if (this.#bringing !== state.moves) void this.#bring(photo, state.moves);
      return;
    }
    const left = waitLeftMs(state, reading());
    if (left !== undefined && document.visibilityState === 'visible') this.#timer = setTimeout(() => this.#due(), left);
  }

  #due(): void {
    if ((waitLeftMs(this.#state, reading()) ?? 1) > 0) {
      this.#goOn();
      return;
    }
    if (this.#state.phase === 'shown') applyBetweenSlides(idleForMs);
    this.#tell({ type: 'woke', at: reading() });
  }

  async #bring(photo: Photo, move: number): Promise<void> {
    this.#bringing = move;
    const url = imageUrl(photo, 'medium');
    try {
      await withTimeout(wall.loadImage(url), LOAD_TIMEOUT_MS, tookTooLong);
    } catch {
      this.#tell({ type: 'broken', move, at: reading() });
      return;
    }
    if (move !== this.#state.moves) return;
    wall.show({ photo });
    photoOnScreen.set(photo);
    const { albumSlug, filename } = photo;
    rememberPosition(EVERYTHING.slug, { albumSlug, filename, imageUrl: url, seed: this.#seed + this.#state.round });
    this.#tell({ type: 'shown', move, at: reading() });
  }
}

function tookTooLong(): never {
  throw new Error('The picture took too long');
}

function reading() {
  return { monotonicMs: performance.now(), wallMs: Date.now() };
}
