import { APP_TAGS } from '../../contract/offline.ts';
import { letAppStart } from '../startReport.ts';

/** A picture that takes longer holds the app up no more, nor does a page that nobody sees and that so never paints. */
const LONGEST_WAIT_MS = 500;

/** The settings alone, ahead of the rest: they say where calls go. */
export function runSettings(): Promise<void> {
  const template = document.querySelector<HTMLTemplateElement>(`#${APP_TAGS}`);
  const tag = template?.content.querySelector<HTMLScriptElement>('script[src="/environment.js"]');
  if (!tag) return Promise.resolve();
  tag.remove();
  const script = document.importNode(tag);
  // Whatever is inserted later runs after it, however long it takes.
  script.async = false;
  return new Promise((resolve) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => resolve());
    document.head.append(script);
  });
}

/**
 * The app's files are asked for when the first frame is on the screen: queueing them costs an old tablet more than
 * drawing the frame. Should this script fail, public/boot.js lets them go.
 */
export function startAppAfter(picture: Promise<unknown> | undefined): void {
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    // The app wants its root, which stands below the frame's script.
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', letAppStart);
    else letAppStart();
  };
  const startAfterPaint = () => requestAnimationFrame(() => setTimeout(start));
  if (picture) void picture.then(startAfterPaint, startAfterPaint);
  else startAfterPaint();
  setTimeout(start, LONGEST_WAIT_MS);
}
