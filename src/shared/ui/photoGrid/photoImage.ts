/**
 * The `crossorigin` attribute for a picture: needed when it comes from another origin, because browsers count a
 * response without CORS (an opaque one) as several megabytes of storage quota.
 */
export function crossOriginFor(src: string): 'anonymous' | undefined {
  return new URL(src, window.location.href).origin === window.location.origin ? undefined : 'anonymous';
}

/** Returns the wait after this many failures in a row. */
export type RetryDelay = (failuresInARow: number) => number;

/** A picture that failed is requested again after a delay, for as long as it is in the document. */
export function retryLater(image: HTMLImageElement, delayMs: RetryDelay): void {
  const failures = Number(image.dataset.failures ?? 0) + 1;
  image.dataset.failures = String(failures);
  setTimeout(() => {
    if (image.isConnected) image.setAttribute('src', image.src);
  }, delayMs(failures));
}
