/** Hands the screen over from the first frame, which was drawn before the app's code had loaded. */

const FRAME = '.first-frame';
/** A class of `html` while the frame shows pictures that no screen has taken over yet. */
export const FIRST_PICTURES = 'first-pictures';
/** A second class of `html` if those pictures are the thumbnails of an album. */
export const FIRST_ALBUM = 'first-album';
/** A class of `html` from the first paint of a start at night until the night's cover is there. */
export const FIRST_NIGHT = 'first-night';
/**
 * After this time the frame is removed in any case: a screen without pictures by then has failed, and the frame would
 * hide its error message.
 */
const LONGEST_PICTURES_MS = 10_000;
const startedAt = window.location.pathname;
const page = document.documentElement.classList;

export function hasFirstFrame(): boolean {
  return document.querySelector(FRAME) !== null;
}

export function removeFirstFrame(): void {
  document.querySelector(FRAME)?.remove();
  page.remove(FIRST_PICTURES, FIRST_ALBUM);
}

/** Removes the frame when a screen is rendered; one with pictures stays until the screen's own pictures are visible. */
export function screenRendered(pathname: string): void {
  const areStillWanted = page.contains(FIRST_PICTURES) && pathname === startedAt;
  if (areStillWanted) setTimeout(removeFirstFrame, LONGEST_PICTURES_MS);
  else removeFirstFrame();
}

/** A broken image counts as seen, since it will never become visible. */
function isSeen(image: HTMLImageElement): boolean {
  return image.complete && (image.naturalWidth === 0 || getComputedStyle(image).opacity !== '0');
}

async function takeOver(images: HTMLImageElement[]): Promise<void> {
  await Promise.allSettled(images.map((image) => image.decode()));
  removeFirstFrame();
}

/**
 * Called when the album's screen has its list of photos. Removes the frame once all thumbnails in view are visible, or
 * at once if the album has none.
 */
export function albumRendered(count: number): void {
  if (!page.contains(FIRST_ALBUM)) return;
  // The frame does not scroll with the page, so it is removed as soon as the person scrolls.
  window.addEventListener('scroll', removeFirstFrame, { once: true });
  const removeOnceSeen = () => {
    const images = [...document.querySelectorAll<HTMLImageElement>('#root img')];
    const inSight = images.filter((image) => image.getBoundingClientRect().top < window.innerHeight);
    if (count === 0) removeFirstFrame();
    else if (inSight.length > 0 && inSight.every(isSeen)) void takeOver(inSight);
    else if (page.contains(FIRST_ALBUM)) requestAnimationFrame(removeOnceSeen);
  };
  removeOnceSeen();
}

/** Called when a screen is shown, which means that this build starts. */
export function reportStart(): void {
  window.circuitTreeStart?.succeeded();
}

/** Called when an error is shown in place of a screen: a failed start, unless a screen was shown before. */
export function reportFailedStart(): void {
  window.circuitTreeStart?.failed();
}
