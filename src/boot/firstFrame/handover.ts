/** How the app's screens take over from the first frame, which was drawn before their code was there. */

const FRAME = '.first-frame';
/** A class of `html` while the frame shows pictures that no screen has taken over yet. */
export const FIRST_PICTURES = 'first-pictures';
/** A second class of `html` if those pictures are the thumbnails of an album. */
export const FIRST_ALBUM = 'first-album';
/** A screen that shows no picture of its own after this time never will, and the pictures would hide its reason. */
const LONGEST_PICTURES_MS = 10_000;
const startedAt = window.location.pathname;

export function hasFirstFrame(): boolean {
  return document.querySelector(FRAME) !== null;
}

export function removeFirstFrame(): void {
  document.querySelector(FRAME)?.remove();
  document.documentElement.classList.remove(FIRST_PICTURES, FIRST_ALBUM);
}

/** A screen is shown, so the frame goes; but its pictures stay until the screen's own pictures are seen. */
export function screenRendered(pathname: string): void {
  const areStillWanted = document.documentElement.classList.contains(FIRST_PICTURES) && pathname === startedAt;
  if (areStillWanted) setTimeout(removeFirstFrame, LONGEST_PICTURES_MS);
  else removeFirstFrame();
}

/** A broken image counts as seen, since nobody will ever see it. */
function isSeen(image: HTMLImageElement): boolean {
  return image.complete && (image.naturalWidth === 0 || getComputedStyle(image).opacity !== '0');
}

async function takeOver(images: HTMLImageElement[]): Promise<void> {
  await Promise.allSettled(images.map((image) => image.decode()));
  removeFirstFrame();
}

/** The album's screen has its list: its thumbnails take over when all of them in sight are seen, at once if it has none. */
export function albumRendered(count: number): void {
  const page = document.documentElement.classList;
  if (!page.contains(FIRST_ALBUM)) return;
  // The frame covers the page and does not scroll with it.
  window.addEventListener('scroll', removeFirstFrame, { once: true });
  const look = () => {
    const images = [...document.querySelectorAll<HTMLImageElement>('#root img')];
    const inSight = images.filter((image) => image.getBoundingClientRect().top < window.innerHeight);
    if (count === 0) removeFirstFrame();
    else if (inSight.length > 0 && inSight.every(isSeen)) void takeOver(inSight);
    else if (page.contains(FIRST_ALBUM)) requestAnimationFrame(look);
  };
  look();
}
