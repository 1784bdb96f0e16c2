import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import Fastify from 'fastify';

/** The peer of the image route: `static` or `memory`, on the thumbnails of one album's folder. */
const [kind, folder = ''] = process.argv.slice(2);
const app = Fastify();

if (kind === 'static') {
  // It names files in another way: /photos/thumbnails/thumbnail/NAME.jpg is NAME/thumbnail.jpg on the disk.
  await app.register(fastifyStatic, { root: folder, serve: false, immutable: true, maxAge: '1y' });
  app.get<{ Params: { name: string } }>('/photos/thumbnails/thumbnail/:name', (request, reply) =>
    reply.sendFile(`${request.params.name.slice(0, -4)}/thumbnail.jpg`),
  );
} else {
  const bytes = new Map(
    readdirSync(folder).map((name) => [`${name}.jpg`, readFileSync(join(folder, name, 'thumbnail.jpg'))]),
  );
  app.get<{ Params: { name: string } }>('/photos/thumbnails/thumbnail/:name', (request, reply) =>
    reply
      .type('image/jpeg')
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .send(bytes.get(request.params.name)),
  );
}

process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));
