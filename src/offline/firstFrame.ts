/** The page's side of what src/firstFrame.ts draws before the app's code is there. */

const FRAME = '.first-frame';
/** `html` bears it while a photo is shown that no slideshow has taken over yet. */
export const FIRST_PHOTO = 'first-photo';
/** A slideshow that has not come by then says why, below. */
const LONGEST_PHOTO_MS = 10_000;
const startedAt = window.location.pathname;

export function hasFirstFrame(): boolean {
  return document.querySelector(FRAME) !== null;
}

export function dropFirstFrame(): void {
  document.querySelector(FRAME)?.remove();
  document.documentElement.classList.remove(FIRST_PHOTO);
}

/** A screen stands. The clock and the logo have done their duty; a photo stays until its slideshow stands there too. */
export function screenStands(pathname: string): void {
  const isPhotoDue = document.documentElement.classList.contains(FIRST_PHOTO) && pathname === startedAt;
  if (isPhotoDue) setTimeout(dropFirstFrame, LONGEST_PHOTO_MS);
  else dropFirstFrame();
}
