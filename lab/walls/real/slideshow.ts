import { imagesOf, imageUrl } from '#src/shared/api/imageUrls.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import type { Remote } from '#src/shared/state/remoteResource.ts';
import { idleForMs } from '#src/shared/device/lastInput.ts';
import { lastPosition, rememberPosition } from '#src/shared/device/slideshowPosition.ts';
import { withTimeout } from '#domain/timing.ts';
import { nextPhotos } from '#domain/albums/keepOrder.ts';
import { inRound, slidesInOrder, slideWith, type Slide } from '#domain/slideshow/slideList.ts';
import { slideshow, type SlideshowEvent, startSlideshow, waitLeftMs } from '#domain/slideshow/slideshow.ts';
import { applyBetweenSlides } from '#src/shared/offline/applyUpdates.ts';
import { keepOnScreen } from '#src/shared/offline/keeper.ts';
import { albumOfSeveral, albumsIn, fetchPhotosOf, loadAlbums, photosOf } from '#src/shared/albums/albumData.ts';
import { primeWorkerCache } from '#src/wall/layout/primeWorkerCache.ts';
import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { LAYERS } from './layers.ts';
import { photoOnScreen } from '#src/shared/tablet/slideshowControl.ts';

export interface Wall {
  /** Loads a picture as an image element does; rejects when it cannot be shown. */
  loadImage: (url: string) => Promise<void>;
  show: (screen: { photo: Photo } | 'landing' | 'no photos') => void;
  /** The letters on the landing page. */
  spell: (letters: string | undefined) => void;
  cover: (isDark: boolean) => void;
  reload: () => void;
  open: (address: string) => void;
  /** The address becomes another, without a load. */
  move: (address: string) => void;
  /** Called once the build's script was loaded. */
  whenLoaded: (start: () => void) => void;
  failsToStart: boolean;
}

declare const wall: Wall;

/** The time of the app's own slideshow (SlideLayers.tsx). */
const LOAD_TIMEOUT_MS = 30_000;
const EVERYTHING = { id: 'albums:', slug: '' };

interface Options {
  onRevoked: () => void;
  settings: () => TabletSettings;
}

/** Everything the tablet may see, as on `/circuit-tree/photos?slideshow=true`. */
export class RunningSlideshow {
  readonly #apiKey: string;
  readonly #options: Options;
  readonly #position = lastPosition(EVERYTHING.slug);
  readonly #seed = this.#position?.seed ?? Math.floor(Math.random() * 2 ** 31);
  #photos: readonly Photo[] | undefined;
  #state = startSlideshow(0);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #bringing = -1;
  #endKeeping: () => void = () => undefined;
  /** End what lies over the photo on screen. */
  #endsOfLayers: (() => void)[] = [];
  #inOrder: { photos: readonly Photo[] | undefined; round: number; slides: readonly Slide[] } | undefined;

  constructor(apiKey: string, options: Options) {
    this.#apiKey = apiKey;
    this.#options = options;
    const photos = photosOf({ apiKey, albumId: EVERYTHING.id, includeChildAlbums: true });
    document.addEventListener('visibilitychange', () => this.#goOn());
    photos.watch(() => this.#take(photos.state));
    this.#take(photos.state);
  }

  #slides(): readonly Slide[] {
    const { round } = this.#state;
    const known = this.#inOrder;
    if (known?.round === round && known.photos === this.#photos) return known.slides;
    const base = slidesInOrder(this.#photos ?? [], { order: 'album', pairs: false, today: '' });
    const slides = base.length > 0 ? inRound(base, this.#seed + round) : base;
    this.#inOrder = { photos: this.#photos, round, slides };
    return slides;
  }

  #take(remote: Remote<Photo[]>): void {
    if (remote.status === 'revoked') this.#options.onRevoked();
    if (remote.status !== 'loaded') return;
    const shown = this.#slides()[this.#state.index]?.[0];
    const before = this.#photos;
    this.#photos = remote.value;
    const slides = this.#slides();
    if (before) {
      const index = slideWith(slides, shown);
      this.#state = slideshow(this.#state, {
        type: 'recounted',
        count: slides.length,
        index: index === -1 ? undefined : index,
      });
    } else this.#state = startSlideshow(slides.length, Math.max(0, slideWith(slides, this.#position)));
    if (before !== this.#photos) this.#keep();
    if (slides.length === 0) wall.show('no photos');
    this.#goOn();
  }

  #keep(): void {
    const apiKey = this.#apiKey;
    this.#endKeeping();
    this.#endKeeping = keepOnScreen({
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
    for (const end of this.#endsOfLayers) end();
    wall.show({ photo });
    this.#endsOfLayers = Object.values(LAYERS).map((begin) => begin(photo, this.#options.settings()));
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
