// Runs the first script of a built app, with all that it imports, in a page that has nothing on it: `node shellTrial.ts
// DIST`. Ends with code 0 when it gets as far as drawing without an error. Drawing itself needs a browser.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const nothing = () => undefined;

/** Can be called with `new`, unlike an arrow function, and so can a proxy of it. */
function nothingMade(): void {
  nothing();
}

/** Replaces any object of a page: each of its properties, and the result of each call, is this object again. */
const anything: unknown = new Proxy(nothingMade, {
  get: (_, name) => {
    if (name === Symbol.toPrimitive) return () => '';
    if (name === Symbol.iterator) return () => [].values();
    if (name === Symbol.hasInstance) return () => false;
    return name === 'then' || name === 'prototype' ? undefined : anything;
  },
  set: () => true,
  apply: () => anything,
  construct: () => ({ addEventListener: nothing, removeEventListener: nothing, observe: nothing }),
});

/** The error by which the script says that it begins to draw. */
class Drawing extends Error {}

/** The element that the app is drawn into. */
const root = new Proxy(
  {},
  {
    get: () => {
      throw new Drawing();
    },
  },
);

const events = { addEventListener: nothing, removeEventListener: nothing, dispatchEvent: () => true };
const storage = { getItem: () => null, setItem: nothing, removeItem: nothing, length: 0 };
const documents = { getElementById: () => root, querySelector: () => null, querySelectorAll: () => [], cookie: '' };

/**
 * The values of a page on which decisions of scripts depend; everything else of document and window accepts any use.
 */
const PAGE: Record<string, unknown> = {
  ...events,
  document: pageOf({ ...events, ...documents, visibilityState: 'visible', readyState: 'complete' }),
  location: new URL('http://localhost/'),
  history: { state: null, length: 1, pushState: nothing, replaceState: nothing },
  navigator: pageOf({ ...events, userAgent: '', language: 'en', languages: ['en'], onLine: true, platform: '' }),
  localStorage: storage,
  sessionStorage: storage,
  matchMedia: () => ({ ...events, matches: false }),
  requestAnimationFrame: nothing,
  requestIdleCallback: nothing,
  fetch: () => new Promise(nothing),
  indexedDB: anything,
  caches: anything,
  screen: anything,
};
for (const name of [
  'HTMLElement',
  'Element',
  'Node',
  'Image',
  'MutationObserver',
  'ResizeObserver',
  'XMLHttpRequest',
]) {
  PAGE[name] = anything;
}

function pageOf(known: Record<string, unknown>): unknown {
  const get = (_: object, name: string | symbol) =>
    typeof name === 'string' && name in known ? known[name] : anything;
  return new Proxy({}, { get, set: () => true, has: () => true });
}

for (const [name, value] of Object.entries({ ...PAGE, window: globalThis, self: globalThis })) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
const [, , dist = ''] = process.argv;
const html = readFileSync(join(dist, 'index.html'), 'utf8');
const script = /<script type="module"[^>]* src="\/([^"]+)"/.exec(html)?.[1];
try {
  if (script !== undefined) await import(pathToFileURL(join(dist, script)).href);
} catch (error) {
  if (!(error instanceof Drawing)) throw error;
}
// Timers of the page would go on.
process.exit(0);
