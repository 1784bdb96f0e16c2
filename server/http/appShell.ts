import fastifyStatic from '@fastify/static';
import type { FastifyReply } from 'fastify';
import type { Settings } from '../settings.ts';
import type { TypedApp } from './typedApp.ts';

/** SPEC §2's route table: the only paths at which the app is served. */
const SHELL_PATHS = [
  '/',
  '/circuit-tree',
  '/circuit-tree/clock',
  '/circuit-tree/photos',
  '/circuit-tree/photos/:albumSlug',
  '/admin',
  '/admin/photos',
  '/admin/photos/:slug',
  '/admin/users',
  '/admin/circuit-tree',
  '/admin/circuit-tree/health',
  '/codenames',
  '/test/nodes-socket',
];

/** Vite puts a hash of the content in the names below this folder. */
const HASHED = /^\/assets\//;
const ONE_YEAR = 'public, max-age=31536000, immutable';

export async function registerAppShell(app: TypedApp, settings: Settings): Promise<void> {
  await app.register(fastifyStatic, {
    root: settings.distDir,
    serve: false,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    preCompressed: true,
  });
  const config = { access: 'public' } as const;

  for (const path of SHELL_PATHS) {
    app.get(path, { config }, async (_request, reply) => sendFresh(reply, 'index.html'));
    if (path !== '/') app.get(`${path}/`, { config }, async (_request, reply) => sendFresh(reply, 'index.html'));
  }

  app.get('/*', { config }, async (request, reply) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    if (pathname === '/index.html') return reply.callNotFound();
    if (!HASHED.test(pathname)) return sendFresh(reply, pathname);
    return reply.header('Cache-Control', ONE_YEAR).sendFile(pathname);
  });
}

function sendFresh(reply: FastifyReply, path: string): FastifyReply {
  return reply.header('Cache-Control', 'no-cache').sendFile(path);
}
