import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { areaOf } from '#contract/areas.ts';
import type { PagePath } from '#contract/pages.ts';
import type { PageSettings, Policy, ShellPart } from './shellParts.ts';

const APPLE_SCRIPT = 'https://appleid.cdn-apple.com';
const APPLE = 'https://appleid.apple.com';
/**
 * Matches a Host header that can be put into the policy: the client may send any value, but these characters can
 * neither end a directive nor begin another.
 */
const PLAIN_HOST = /^[\w.:[\]-]+$/;

/** The screen that connects to any URL that a person types. */
const SOCKET_TEST: PagePath = '/test/nodes-socket';
/**
 * The kiosk's pages are not isolated from the page that opened them, since nobody signs in on them. Isolation would put
 * a page into another process than its service worker, which takes more memory and lengthens a cold start by a third.
 */
const NOT_ISOLATED = { crossOriginOpenerPolicy: false, originAgentCluster: false };

interface PageSources {
  settings: PageSettings;
  built: BuiltApp;
  parts: Iterable<ShellPart>;
}

/** Helmet's options for a route that serves a page of the app. */
export function pageHeaders(path: string, { settings, built, parts }: PageSources) {
  const usual = directives(settings, built);
  const allowed = [...parts].flatMap(({ allows }) => (allows?.path === path ? [allows.policy] : []));
  if (path === SOCKET_TEST)
    return withPolicy({ ...usual, 'connect-src': ["'self'", 'http:', 'https:', 'ws:', 'wss:'] });
  return { ...withPolicy(widened(usual, allowed)), ...(areaOf(path)?.name === 'kiosk' && NOT_ISOLATED) };
}

function widened(usual: ReturnType<typeof directives>, allowed: readonly Policy[]) {
  const sources = (name: string) => allowed.flatMap((policy) => policy[name] ?? []);
  return Object.fromEntries(Object.entries(usual).map(([name, own]) => [name, [...own, ...sources(name)]]));
}

export function withPolicy<Directives>(allowed: Directives) {
  return { contentSecurityPolicy: { useDefaults: false, directives: allowed } };
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
    'media-src': ["'self'", 'blob:', ...originsOf([settings.baseAssetUrl])],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'frame-src': apple.length > 0 ? apple : ["'none'"],
    'frame-ancestors': ["'none'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
  };
}

/** Without an address, which stands for the server's own, there is none. */
export function originsOf(urls: string[]): string[] {
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
