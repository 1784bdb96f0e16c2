import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { areaOf } from '#contract/areas.ts';
import type { PagePath } from '#contract/pages.ts';
import type { Settings } from '#server/core/settings/settings.ts';

export interface PageSettings extends Pick<Settings, 'appleClientId' | 'baseApiUrl' | 'baseAssetUrl' | 'socketUrl'> {
  /** The origin under the server's name, which a page at its bare address tries to reach. */
  namedOrigin?: () => string | undefined;
}

const APPLE_SCRIPT = 'https://appleid.cdn-apple.com';
const APPLE = 'https://appleid.apple.com';
/**
 * Matches a Host header that can be put into the policy: the client may send any value, but these characters can
 * neither end a directive nor begin another.
 */
const PLAIN_HOST = /^[\w.:[\]-]+$/;

/** The screen that connects to any URL that a person types. */
const SOCKET_TEST: PagePath = '/test/nodes-socket';
const CODENAMES: PagePath = '/codenames';
/** A game of Codenames reads words with code in WebAssembly. */
const WEB_ASSEMBLY = "'wasm-unsafe-eval'";
/**
 * The kiosk's pages are not isolated from the page that opened them, since nobody signs in on them. Isolation would put
 * a page into another process than its service worker, which takes more memory and lengthens a cold start by a third.
 */
const NOT_ISOLATED = { crossOriginOpenerPolicy: false, originAgentCluster: false };

/** Helmet's options for a route that serves a page of the app. */
export function pageHeaders(path: string, settings: PageSettings, built: BuiltApp) {
  const usual = directives(settings, built);
  if (path === SOCKET_TEST)
    return withPolicy({ ...usual, 'connect-src': ["'self'", 'http:', 'https:', 'ws:', 'wss:'] });
  if (path === CODENAMES) return withPolicy({ ...usual, 'script-src': [...usual['script-src'], WEB_ASSEMBLY] });
  return { ...withPolicy(usual), ...(areaOf(path)?.name === 'kiosk' && NOT_ISOLATED) };
}

function withPolicy<Directives>(allowed: Directives) {
  return { contentSecurityPolicy: { useDefaults: false, directives: allowed } };
}

/** For the files of the reader: a worker follows the policy of its own file, not its page's. */
export function readerHeaders() {
  return withPolicy({
    'default-src': ["'none'"],
    'script-src': ["'self'", WEB_ASSEMBLY],
    'connect-src': ["'self'"],
    'frame-ancestors': ["'none'"],
  });
}

/** For the page for old tablets: it may only load its own script and styles, calls and photos. */
export function oldTabletPageHeaders({ baseApiUrl, baseAssetUrl }: PageSettings) {
  return withPolicy({
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', ...originsOf([baseAssetUrl])],
    'connect-src': ["'self'", ...originsOf([baseApiUrl])],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
  });
}

function directives(settings: PageSettings, built: BuiltApp) {
  const apple = settings.appleClientId === undefined ? [] : [APPLE];
  const appleScript = settings.appleClientId === undefined ? [] : [APPLE_SCRIPT];
  const elsewhere = originsOf([settings.baseApiUrl, settings.baseAssetUrl, settings.socketUrl]);
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...appleScript, () => built.inlineHashes('script')],
    'style-src': ["'self'", () => built.inlineHashes('style')],
    'img-src': ["'self'", 'data:', 'blob:', ...originsOf([settings.baseAssetUrl])],
    // Older Safaris do not count a socket to our own host as 'self'.
    'connect-src': [
      "'self'",
      (request: IncomingMessage) => [ownSockets(request), settings.namedOrigin?.() ?? ''].join(' ').trim(),
      ...apple,
      ...elsewhere,
      ...elsewhere.map(socketOrigin),
    ],
    'font-src': ["'self'"],
    'media-src': ["'self'", 'blob:'],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'frame-src': apple.length > 0 ? apple : ["'none'"],
    'frame-ancestors': ["'none'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
  };
}

function originsOf(urls: string[]): string[] {
  return [...new Set(urls.filter((url) => url !== '').map((url) => new URL(url).origin))];
}

function socketOrigin(origin: string): string {
  return origin.replace(/^http/, 'ws');
}

function ownSockets(request: IncomingMessage): string {
  const { host } = request.headers;
  return host && PLAIN_HOST.test(host) ? `ws://${host} wss://${host}` : "'self'";
}

/**
 * The hashes by which the content security policy allows the inline scripts and styles of our index.html, and no
 * others.
 */
export interface BuiltApp {
  inlineHashes(element: 'script' | 'style'): string;
}

/** Reads index.html again when a new build has replaced it while the server runs. */
export function builtApp(distDir: string): BuiltApp {
  const file = join(distDir, 'index.html');
  let known = { builtAt: -1, hashes: { script: "'self'", style: "'self'" } };
  return {
    inlineHashes: (element) => {
      const builtAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
      if (builtAt !== undefined && builtAt !== known.builtAt) {
        const html = readFileSync(file, 'utf8');
        known = { builtAt, hashes: { script: hashesOf(html, 'script'), style: hashesOf(html, 'style') } };
      }
      return known.hashes[element];
    },
  };
}

/** A regular expression is enough here, since the HTML is our own build's. */
function hashesOf(html: string, element: string): string {
  const inline = html.matchAll(new RegExp(`<${element}(?![^>]*\\ssrc=)[^>]*>([^]*?)</${element}>`, 'g'));
  const hashes = Array.from(inline, ([, content = '']) => createHash('sha256').update(content).digest('base64'));
  return hashes.length === 0 ? "'self'" : hashes.map((hash) => `'sha256-${hash}'`).join(' ');
}
