// Runs the first script of a built app in a page without a screen. Ends with code 0 when the script throws nothing at
// its start.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { JSDOM } from 'jsdom';

/** Globals that Node has too, and that a page replaces by its own. */
const OF_THE_PAGE = ['navigator', 'localStorage', 'sessionStorage', 'Event', 'EventTarget', 'CustomEvent'];

const [, , dist = ''] = process.argv;
const html = readFileSync(join(dist, 'index.html'), 'utf8');
const { window } = new JSDOM(html, { url: 'http://localhost/', pretendToBeVisual: true });
for (const name of Object.getOwnPropertyNames(window)) {
  if (name in globalThis && !OF_THE_PAGE.includes(name)) continue;
  Object.defineProperty(globalThis, name, { value: window[name], configurable: true, writable: true });
}
const nothing = () => undefined;
const media = () => ({ matches: false, addEventListener: nothing, removeEventListener: nothing });
const page = { window: globalThis, self: globalThis, addEventListener: nothing, removeEventListener: nothing };
Object.assign(globalThis, page, { matchMedia: media });
const script = /<script type="module"[^>]* src="\/([^"]+)"/.exec(html)?.[1];
// Later work of the page needs a server and a screen.
if (script !== undefined) await import(pathToFileURL(join(dist, script)).href);
process.exit(0);
