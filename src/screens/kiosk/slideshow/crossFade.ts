import { withTimeout } from '../../../domain/timing.ts';
import { crossOriginFor } from '../../../ui/photoGrid/photoImage.ts';

/** A picture that takes longer is treated as broken. */
const LOAD_TIMEOUT_MS = 30_000;

export function setSource(image: HTMLImageElement, src: string): void {
  const crossOrigin = crossOriginFor(src) ?? null;
  if (image.crossOrigin !== crossOrigin) image.crossOrigin = crossOrigin;
  image.src = src;
}

/** Two image elements, used in turn: one on screen, the other behind it until its picture is decoded. */
export class CrossFade {
  #front: HTMLImageElement;
  #back: HTMLImageElement;

  constructor(front: HTMLImageElement, back: HTMLImageElement) {
    this.#front = front;
    this.#back = back;
  }

  /** Loads and decodes the picture behind the current one, then brings it to the front. Rejects when that fails. */
  async show(src: string, signal: AbortSignal): Promise<void> {
    if (this.#front.dataset.front !== undefined && this.#front.getAttribute('src') === src) return;
    const image = this.#back;
    setSource(image, src);
    await withTimeout(Promise.race([image.decode(), whenAborted(signal)]), LOAD_TIMEOUT_MS, tookTooLong);
    if (signal.aborted) return;
    this.#back = this.#front;
    this.#front = image;
    delete this.#back.dataset.front;
    image.dataset.front = '';
  }
}

function tookTooLong(): never {
  throw new Error('The picture took too long');
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('Another picture is wanted')), { once: true });
  });
}
