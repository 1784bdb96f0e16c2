import { statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PAGES } from '#contract/pages.ts';
import { API_KEY_PARAMETER } from '#domain/access/kioskAddress.ts';
import type { Addresses } from '#server/core/addresses/addresses.ts';
import type { Settings } from '#server/core/settings/settings.ts';
import { setCsrfCookie } from '../security/origins.ts';
import type { TypedApp } from '../typedApp.ts';
import { type BuiltApp, pageHeaders, withPolicy } from './pageHeaders.ts';
import type { PageSettings, ShellPart } from './shellParts.ts';

/** Matches the paths of files that the build makes; excludes dot files, folders and `..`. */
const PLAIN_FILE = /^(\/[\w-][\w.-]*)*\/[\w-][\w.-]*\.\w+$/;
/** Files in this folder have a hash of their content in their name, so that browsers may cache them for ever. */
const HASHED = /^\/assets\//;
const ONE_YEAR = 'public, max-age=31536000, immutable';
const ASK_EVERY_TIME = 'no-cache';
/** A page whose address contains a kiosk's key must not be stored with that address in a browser's cache. */
const HOLDS_KEY = new RegExp(`[?&]${API_KEY_PARAMETER}=`);

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
  slots: { shell: Iterable<ShellPart> };
}

export async function registerAppShell(
  app: TypedApp,
  { settings: given, addresses, slots }: ShellSources,
  built: BuiltApp,
): Promise<void> {
  const settings = { ...given, namedOrigin: () => addresses.namedOrigin() };
  const parts = [...slots.shell];
  const sources = { settings, built, parts };
  const files = builtFiles(settings.distDir, parts);
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
      app.get(spelling, { config, helmet: pageHeaders(path, sources) }, async (request, reply) => {
        setCsrfCookie(request, reply);
        return send(request, reply, { path: 'index.html', cache: cacheOf(request) });
      });
    }
  }
  for (const { path, file, policy } of parts.flatMap(({ page }) => page ?? [])) {
    for (const spelling of [path, `${path}/`]) {
      const options = { config: { access: 'public' as const }, helmet: withPolicy(policy(settings)) };
      app.get(spelling, options, async (request, reply) =>
        send(request, reply, { path: file, cache: cacheOf(request) }),
      );
    }
  }

  /** The app's page, which says that there is nothing at this address. */
  function sendNotFoundPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    setCsrfCookie(request, reply);
    // Conditional and range headers apply to existing pages: with them, this page would be sent without its content or
    // in part.
    for (const name of CONDITIONS) delete request.headers[name];
    return send(request, reply.status(404), { path: 'index.html', cache: 'no-store' });
  }

  for (const { path, policy } of parts.flatMap(({ folder }) => folder ?? [])) {
    const options = { config: { access: 'public' as const }, helmet: withPolicy(policy(settings)) };
    app.get(`${path}*`, options, async (request, reply) => {
      const found = files(request.url);
      return found ? send(request, reply, found) : reply.callNotFound();
    });
  }

  const missing = { config: { access: 'public' as const }, helmet: pageHeaders(NO_PAGE, sources) };
  app.get('/*', missing, async (request, reply) => {
    const path = request.url.replace(/[?#].*$/s, '');
    const found = files(request.url);
    if (found) return send(request, reply, found);
    return wantsPage(request, path) ? sendNotFoundPage(request, reply) : reply.callNotFound();
  });
}

/** Returns a function that finds the file of the build at an address; undefined where there is none. */
function builtFiles(distDir: string, parts: readonly ShellPart[]): (url: string) => BuiltFile | undefined {
  // Pages have addresses of their own, with the headers of a page.
  const pages = ['/index.html', ...parts.flatMap(({ page }) => (page ? `/${page.file}` : []))];
  const folders = parts.flatMap(({ folder }) => folder?.path ?? []);
  return (url) => {
    const path = url.replace(/[?#].*$/s, '');
    if (!PLAIN_FILE.test(path) || pages.includes(path) || !isThere(join(distDir, path))) return undefined;
    const isForEver = HASHED.test(path) || folders.some((folder) => path.startsWith(folder));
    return { path, cache: isForEver ? ONE_YEAR : ASK_EVERY_TIME };
  };
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
