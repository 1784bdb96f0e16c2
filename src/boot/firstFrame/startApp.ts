import { ENVIRONMENT_SCRIPT } from '#contract/paths.ts';
import { appTags, letAppStart } from '../entryScript.ts';

/** The app is started after this time even if the picture is not painted yet: a page in a hidden tab never paints. */
const LONGEST_WAIT_MS = 500;

/** Runs the script with the settings before the app, because the settings contain the address of the API. */
export function runSettings(): Promise<void> {
  const tag = appTags()?.content.querySelector<HTMLScriptElement>(`script[src="${ENVIRONMENT_SCRIPT}"]`);
  if (!tag) return Promise.resolve();
  tag.remove();
  const script = document.importNode(tag);
  // Scripts that are inserted later run only after this one, however long it takes to load.
  script.async = false;
  return new Promise((resolve) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => resolve());
    document.head.append(script);
  });
}

/**
 * Calls back once a frame has been handed to the screen. The first animation frame begins before that frame is laid out
 * and painted; the second begins when it has been.
 */
function afterPaint(callback: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(callback)));
}

/**
 * Requests the app's files once the first frame is on the screen: an old tablet takes longer to queue these requests
 * than to draw the frame. If this script fails, the watchdog (boot/watchdog.ts) starts the app.
 */
export function startAppAfter(picture: Promise<unknown> | undefined): void {
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    // The app needs its root element, which comes below this script in index.html.
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', letAppStart);
    else letAppStart();
  };
  const startAfterPaint = () => afterPaint(start);
  if (picture) void picture.then(startAfterPaint, startAfterPaint);
  else startAfterPaint();
  setTimeout(start, LONGEST_WAIT_MS);
}
