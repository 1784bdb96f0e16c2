import { type RefObject, useEffect, useRef, useCallback } from 'react';
import { withTimeout } from '#domain/timing.ts';
import { imageUrl } from '#src/shared/api/imageUrls.ts';
import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';
import type { Slide } from '#domain/slideshow/slideList.ts';
import { cutPosition } from '#domain/photoFocus.ts';
import { crossOriginFor } from '#src/shared/ui/photoGrid/photoImage.ts';
import styles from './SlideLayers.module.css';

interface Props {
  slide: Slide | undefined;
  /** The slides to load ahead. */
  around: () => Slide[];
  /** Counts the moves from photo to photo. An album's only photo is shown again at each move. */
  move: number;
  settings: Pick<TabletSettings, 'fit' | 'transitions'>;
  onShown: (move: number) => void;
  onBroken: (move: number) => void;
}

/**
 * The pictures: three image elements (five where pairs are shown) that live as long as the slideshow. React does not
 * render them: a photo comes to the front once it is decoded, and only opacity changes on screen.
 */
export function SlideLayers(props: Props) {
  const { slide, move, settings, onShown, onBroken, around } = props;
  const backdrop = useRef<HTMLSpanElement>(null);
  const layers = useRef<HTMLSpanElement>(null);
  const fade = useRef<CrossFade>(undefined);
  const report = useRef({ onShown, onBroken, around });
  useEffect(() => {
    report.current = { onShown, onBroken, around };
  });
  const preload = usePreloads();

  const sources = slide?.map((photo) => imageUrl(photo, 'medium')).join('\n');
  const thumbnail = slide && imageUrl(slide[0], 'thumbnail');
  useEffect(() => {
    if (!sources || !thumbnail || !layers.current) return undefined;
    fade.current ??= new CrossFade(layers.current);
    const abort = new AbortController();
    const { signal } = abort;
    const bring = async (crossFade: CrossFade) => {
      try {
        await crossFade.show(sources.split('\n'), signal);
      } catch {
        if (!signal.aborted) report.current.onBroken(move);
        return;
      }
      if (signal.aborted) return;
      if (backdrop.current) showBackdrop(backdrop.current, thumbnail);
      report.current.onShown(move);
      preload(report.current.around());
    };
    void bring(fade.current);
    return () => abort.abort();
  }, [sources, thumbnail, move, preload]);

  useCuts(layers, slide);

  const fading = settings.transitions && move > 0 ? styles.fadeIn : '';
  const filled = settings.fit === 'cover' ? styles.filled : '';
  return (
    <>
      <span ref={backdrop} className={styles.backdrop} />
      <span ref={layers} className={`${styles.layers} ${filled} ${fading}`} />
    </>
  );
}

/** Tells the stylesheet how the pictures of a filled wall are cropped, again whenever the wall is turned. */
function useCuts(layers: RefObject<HTMLElement | null>, slide: Slide | undefined): void {
  useEffect(() => {
    const cut = () => {
      for (const image of layers.current?.querySelectorAll('img') ?? []) {
        const photo = slide?.find((one) => imageUrl(one, 'medium') === image.getAttribute('src'));
        const ratio = window.innerWidth / (slide?.length ?? 1) / window.innerHeight;
        if (photo) image.style.setProperty('--cut', cutPosition(photo, ratio));
      }
    };
    cut();
    window.addEventListener('resize', cut);
    return () => window.removeEventListener('resize', cut);
  }, [layers, slide]);
}

/** The element is made together with its first picture, like those of the layers. */
function showBackdrop(backdrop: HTMLElement, thumbnail: string): void {
  const image = backdrop.querySelector('img') ?? newImage();
  setSource(image, thumbnail);
  if (!image.isConnected) backdrop.append(image);
}

/**
 * Loads the photos around the current ones ahead, into four image elements at most (with the two layers and the backdrop
 * there are seven; pairs of photos take twice as many). They are used again and again: Chromium never frees an image
 * element whose source was removed (the document's MediaQueryMatcher holds it), and new elements would add two each
 * slide, for months.
 */
function usePreloads(): (slides: readonly Slide[]) => void {
  const images = useRef<HTMLImageElement[]>([]);

  return useCallback((slides) => {
    const wanted = slides.flatMap((slide) => slide.map((photo) => imageUrl(photo, 'medium')));
    const held = images.current.map((image) => image.getAttribute('src'));
    const free = images.current.filter((image) => !wanted.includes(image.getAttribute('src') ?? ''));
    for (const src of wanted) {
      if (held.includes(src)) continue;
      const image = free.pop() ?? new Image();
      setSource(image, src);
      if (!images.current.includes(image)) images.current.push(image);
    }
  }, []);
}

/** A picture that takes longer is treated as broken. */
const LOAD_TIMEOUT_MS = 30_000;

function setSource(image: HTMLImageElement, src: string): void {
  const crossOrigin = crossOriginFor(src) ?? null;
  if (image.crossOrigin !== crossOrigin) image.crossOrigin = crossOrigin;
  image.src = src;
}

/** The image elements of one slide: one, or two where pairs of photos are shown. */
type Layer = HTMLImageElement[];

/**
 * Two layers of image elements, used in turn: one on screen, the other behind it until its pictures are decoded. An
 * element is made for its first picture, since one without a source is not valid.
 */
class CrossFade {
  readonly #stage: HTMLElement;
  #front: Layer = [];
  #back: Layer = [];

  constructor(stage: HTMLElement) {
    this.#stage = stage;
  }

  /** Loads and decodes the pictures behind the current ones, then brings them to the front. Rejects when that fails. */
  async show(sources: readonly string[], signal: AbortSignal): Promise<void> {
    if (this.#shows(sources)) return;
    const back = this.#back;
    const images = sources.map((source, at) => {
      const image = (back[at] ??= newImage());
      image.dataset.half = sources.length === 2 ? (['left', 'right'][at] ?? '') : '';
      setSource(image, source);
      if (!image.isConnected) addHidden(this.#stage, image);
      return image;
    });
    const decoded = Promise.all(images.map((image) => image.decode()));
    await withTimeout(Promise.race([decoded, whenAborted(signal)]), LOAD_TIMEOUT_MS, tookTooLong);
    if (signal.aborted) return;
    for (const image of this.#front) delete image.dataset.front;
    for (const image of images) image.dataset.front = '';
    this.#back = this.#front;
    this.#front = back;
  }

  #shows(sources: readonly string[]): boolean {
    const shown = this.#front.filter((image) => image.dataset.front !== undefined);
    return shown.length === sources.length && shown.every((image, at) => image.getAttribute('src') === sources[at]);
  }
}

function newImage(): HTMLImageElement {
  const image = new Image();
  image.alt = '';
  image.draggable = false;
  return image;
}

function addHidden(stage: HTMLElement, image: HTMLImageElement): void {
  stage.append(image);
  // Reading the style makes the browser note that the image is transparent: only then does its opacity fade in.
  void getComputedStyle(image).opacity;
}

function tookTooLong(): never {
  throw new Error('The picture took too long');
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('Another picture is wanted')), { once: true });
  });
}
