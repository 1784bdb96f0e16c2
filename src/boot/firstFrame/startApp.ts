import { ENVIRONMENT_SCRIPT } from '../../contract/paths.ts';
import { appTags, letAppStart } from '../appTags.ts';

/** A picture that takes longer delays the app no further; a page that nobody sees never paints. */
const LONGEST_WAIT_MS = 500;

/** Runs the settings alone, ahead of the app: they say where calls go. */
export function runSettings(): Promise<void> {
  const tag = appTags()?.content.querySelector<HTMLScriptElement>(`script[src="${ENVIRONMENT_SCRIPT}"]`);
  if (!tag) return Promise.resolve();
  tag.remove();
  const script = document.importNode(tag);
  // Whatever is inserted later runs after the settings, however long they take.
  script.async = false;
  return new Promise((resolve) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => resolve());
    document.head.append(script);
  });
}

/**
 * The app's files are asked for when the first frame is on the screen: queueing them costs an old tablet more than
 * drawing the frame. Should this script fail, the watchdog starts the app.
 */
export function startAppAfter(picture: Promise<unknown> | undefined): void {
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    // The app needs its root element, which comes below the frame's script.
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', letAppStart);
    else letAppStart();
  };
  const startAfterPaint = () => requestAnimationFrame(() => setTimeout(start));
  if (picture) void picture.then(startAfterPaint, startAfterPaint);
  else startAfterPaint();
  setTimeout(start, LONGEST_WAIT_MS);
}
