/** The page's side of what src/firstFrame draws before the app's code is there. */

const FRAME = '.first-frame';
/** `html` bears it while a photo is shown that no slideshow has taken over yet. */
export const FIRST_PHOTO = 'first-photo';
/** A slideshow that has not come by then is not coming: the page below the photo says why. */
const LONGEST_PHOTO_MS = 10_000;
const startedAt = window.location.pathname;

export function hasFirstFrame(): boolean {
  return document.querySelector(FRAME) !== null;
}

export function dropFirstFrame(): void {
  document.querySelector(FRAME)?.remove();
  document.documentElement.classList.remove(FIRST_PHOTO);
}

/** A screen stands, and the frame has done its duty; but a photo stays until its slideshow stands there too. */
export function screenStands(pathname: string): void {
  const isPhotoDue = document.documentElement.classList.contains(FIRST_PHOTO) && pathname === startedAt;
  if (isPhotoDue) setTimeout(dropFirstFrame, LONGEST_PHOTO_MS);
  else dropFirstFrame();
}
