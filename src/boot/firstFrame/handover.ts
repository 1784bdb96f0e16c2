/** The page's side of what src/firstFrame draws before the app's code is there. */

const FRAME = '.first-frame';
/** `html` bears it while pictures are shown that no screen has taken over yet. */
export const FIRST_PICTURES = 'first-pictures';
/** And this one if those are the thumbnails of an album. */
export const FIRST_ALBUM = 'first-album';
/** A screen that has not taken them over by then is not going to: what is below them says why. */
const LONGEST_PICTURES_MS = 10_000;
const startedAt = window.location.pathname;

export function hasFirstFrame(): boolean {
  return document.querySelector(FRAME) !== null;
}

export function removeFirstFrame(): void {
  document.querySelector(FRAME)?.remove();
  document.documentElement.classList.remove(FIRST_PICTURES, FIRST_ALBUM);
}

/** A screen stands, and the frame has done its duty; but pictures stay until the screen's own stand there too. */
export function screenRendered(pathname: string): void {
  const areStillWanted = document.documentElement.classList.contains(FIRST_PICTURES) && pathname === startedAt;
  if (areStillWanted) setTimeout(removeFirstFrame, LONGEST_PICTURES_MS);
  else removeFirstFrame();
}

/** Seen, or broken and so never to be seen. */
function isSeen(image: HTMLImageElement): boolean {
  return image.complete && (image.naturalWidth === 0 || getComputedStyle(image).opacity !== '0');
}

async function takeOver(images: HTMLImageElement[]): Promise<void> {
  await Promise.allSettled(images.map((image) => image.decode()));
  removeFirstFrame();
}

/** The album's list is there: its own thumbnails, if there are any, take over when those in sight are seen. */
export function albumRendered(count: number): void {
  const page = document.documentElement.classList;
  if (!page.contains(FIRST_ALBUM)) return;
  // The frame lies over the page and does not move with it.
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
