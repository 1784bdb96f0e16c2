const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 120_000;

/** CORS is asked for only where the pictures come from elsewhere; an opaque answer would cost megabytes of quota. */
export function crossOriginFor(src: string): 'anonymous' | undefined {
  return new URL(src, window.location.href).origin === window.location.origin ? undefined : 'anonymous';
}

/** A thumbnail that failed asks again by itself, ever more rarely, for as long as it is in the document. */
export function retryLater(image: HTMLImageElement): void {
  const failures = Number(image.dataset.failures ?? 0);
  image.dataset.failures = String(failures + 1);
  const wait = Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS);
  setTimeout(() => {
    if (image.isConnected) image.setAttribute('src', image.src);
  }, wait);
}
