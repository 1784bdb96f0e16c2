import { APP_TAGS } from './appTags.ts';

/** A picture that takes longer, or a page that nobody sees and so never paints, no longer holds the app up. */
const LONGEST_WAIT_MS = 500;

function appTags(): DocumentFragment | undefined {
  const template = document.getElementById(APP_TAGS);
  return template instanceof HTMLTemplateElement ? template.content : undefined;
}

/** The settings alone, ahead of the rest: they say where calls go. */
export function runSettings(): Promise<void> {
  const waiting = appTags()?.querySelector('script[src="/environment.js"]');
  if (!waiting) return Promise.resolve();
  waiting.remove();
  const script = document.importNode(waiting);
  return new Promise((resolve) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => resolve());
    document.head.append(script);
  });
}

function insertTags(): void {
  const waiting = appTags();
  if (!waiting) return;
  const tags = document.importNode(waiting, true);
  // They run in the order they stand in: boot.js and the settings before the app.
  for (const script of tags.querySelectorAll('script')) script.async = false;
  document.head.append(tags);
}

/**
 * The app's files are asked for when the first frame is on the screen, not before: queueing them costs an old tablet
 * more than drawing the frame.
 */
export function startAppAfter(picture: Promise<unknown> | undefined): void {
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    // The app wants its root, which stands below the frame's script.
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', insertTags);
    else insertTags();
  };
  const startAfterPaint = () => requestAnimationFrame(() => setTimeout(start));
  if (picture) void picture.then(startAfterPaint, startAfterPaint);
  else startAfterPaint();
  setTimeout(start, LONGEST_WAIT_MS);
}
