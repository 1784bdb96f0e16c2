import { statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PAGES } from '#contract/pages.ts';
import { OLD_TABLET_PAGE } from '#contract/paths.ts';
import { READER_ROOT } from '#contract/table/reader.ts';
import { API_KEY_PARAMETER } from '#domain/access/kioskAddress.ts';
import type { Addresses } from '#server/core/addresses/addresses.ts';
import type { Settings } from '#server/core/settings/settings.ts';
import { setCsrfCookie } from '../security/origins.ts';
import type { TypedApp } from '../typedApp.ts';
import { type BuiltApp, oldTabletPageHeaders, pageHeaders, type PageSettings, readerHeaders } from './pageHeaders.ts';

/** Matches the paths of files that the build makes; excludes dot files, folders and `..`. */
const PLAIN_FILE = /^(\/[\w-][\w.-]*)*\/[\w-][\w.-]*\.\w+$/;
/** Files in this folder have a hash of their content in their name, so that browsers may cache them for ever. */
const HASHED = /^\/assets\//;
/** Files with a hash in their path, and those of the reader, whose folder has their version in its name. */
const FOR_EVER = new RegExp(`${HASHED.source}|^${READER_ROOT}`);
const ONE_YEAR = 'public, max-age=31536000, immutable';
const ASK_EVERY_TIME = 'no-cache';
/** A page whose address contains a kiosk's key must not be stored with that address in a browser's cache. */
const HOLDS_KEY = new RegExp(`[?&]${API_KEY_PARAMETER}=`);

/** Pages that have addresses of their own, with the headers of a page. */
const PAGE_FILES = ['/index.html', '/frame.html'];

/** An address at which there is never a page. */
const NO_PAGE = '/-';
const CONDITIONS = ['if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since', 'range'];

interface BuiltFile {
  path: string;
  cache: string;
}

interface ShellSources {
  settings: PageSettings & Pick<Settings, 'distDir'>;
  addresses: Pick<Addresses, 'namedOrigin'>;
}

export async function registerAppShell(
  app: TypedApp,
  { settings: given, addresses }: ShellSources,
  built: BuiltApp,
): Promise<void> {
  const settings = { ...given, namedOrigin: () => addresses.namedOrigin() };
  await app.register(fastifyStatic, {
    root: settings.distDir,
    serve: false,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    preCompressed: true,
  });
  function send(request: FastifyRequest, reply: FastifyReply, { path, cache }: BuiltFile): FastifyReply {
    if (!isCompressedNewer(join(settings.distDir, path))) request.headers['accept-encoding'] = 'identity';
    return reply.header('Cache-Control', cache).sendFile(path);
  }

  for (const path of Object.keys(PAGES)) {
    for (const spelling of path === '/' ? [path] : [path, `${path}/`]) {
      // A new object for each route, because helmet changes it.
      const config = { access: 'public' as const };
      app.get(spelling, { config, helmet: pageHeaders(path, settings, built) }, async (request, reply) => {
        setCsrfCookie(request, reply);
        return send(request, reply, { path: 'index.html', cache: cacheOf(request) });
      });
    }
  }
  for (const spelling of [OLD_TABLET_PAGE, `${OLD_TABLET_PAGE}/`]) {
    const config = { access: 'public' as const };
    app.get(spelling, { config, helmet: oldTabletPageHeaders(settings) }, async (request, reply) =>
      send(request, reply, { path: 'frame.html', cache: cacheOf(request) }),
    );
  }

  /** The app's page, which says that there is nothing at this address. */
  function sendNotFoundPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    setCsrfCookie(request, reply);
    // Conditional and range headers apply to existing pages: with them, this page would be sent without its content or
    // in part.
    for (const name of CONDITIONS) delete request.headers[name];
    return send(request, reply.status(404), { path: 'index.html', cache: 'no-store' });
  }

  const reader = { config: { access: 'public' as const }, helmet: readerHeaders() };
  app.get(`${READER_ROOT}*`, reader, async (request, reply) => {
    const found = builtFileAt(settings.distDir, request.url);
    return found ? send(request, reply, found) : reply.callNotFound();
  });

  const missing = { config: { access: 'public' as const }, helmet: pageHeaders(NO_PAGE, settings, built) };
  app.get('/*', missing, async (request, reply) => {
    const path = request.url.replace(/[?#].*$/s, '');
    const found = builtFileAt(settings.distDir, request.url);
    if (found) return send(request, reply, found);
    return wantsPage(request, path) ? sendNotFoundPage(request, reply) : reply.callNotFound();
  });
}

/** A file of the build at the address; undefined where there is none. */
function builtFileAt(distDir: string, url: string): BuiltFile | undefined {
  const path = url.replace(/[?#].*$/s, '');
  const isFile = PLAIN_FILE.test(path) && !PAGE_FILES.includes(path) && isThere(join(distDir, path));
  return isFile ? { path, cache: FOR_EVER.test(path) ? ONE_YEAR : ASK_EVERY_TIME } : undefined;
}

function cacheOf({ url }: Pick<FastifyRequest, 'url'>): string {
  return HOLDS_KEY.test(url) ? 'no-store' : ASK_EVERY_TIME;
}

/** Whether a person opens an address in a browser. A missing file of a build must never be answered with a page. */
function wantsPage({ headers }: Pick<IncomingMessage, 'headers'>, path: string): boolean {
  return headers.accept?.includes('text/html') === true && !HASHED.test(path);
}

/**
 * Fastify has no route for an address that cannot be decoded, such as `/100%`. A person who opens one gets the page of
 * an address that does not exist.
 */
export function routableUrl(request: IncomingMessage): string {
  const { url = '/' } = request;
  if (!url.includes('%') || !wantsPage(request, url)) return url;
  try {
    decodeURI(url);
    return url;
  } catch {
    return NO_PAGE;
  }
}

function isThere(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

/** False when a file was edited by hand after the build: its compressed copy is then outdated. */
function isCompressedNewer(file: string): boolean {
  const changedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return (statSync(`${file}.br`, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) >= changedAt;
}
