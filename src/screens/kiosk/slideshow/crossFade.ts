import { withTimeout } from '#domain/timing.ts';
import { crossOriginFor } from '#src/ui/photoGrid/photoImage.ts';

/** A picture that takes longer is treated as broken. */
const LOAD_TIMEOUT_MS = 30_000;

export function setSource(image: HTMLImageElement, src: string): void {
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
export class CrossFade {
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

export function newImage(): HTMLImageElement {
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
