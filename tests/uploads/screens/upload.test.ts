import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { uploadPhotos } from '#src/shared/api/upload.ts';

const ANSWER = { photos: [], duplicates: [], rejected: [] };

let server: Server;
let asked: (string | undefined)[];
let received: string;

/** Takes every upload, wherever it is sent. */
beforeEach(async () => {
  asked = [];
  received = '';
  server = createServer((request, response) => {
    if (request.method === 'POST') asked.push(request.url);
    const headers = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*, Authorization' };
    request.setEncoding('latin1').on('data', (text: string) => (received += text));
    request.on('end', () => response.writeHead(201, headers).end(JSON.stringify(ANSWER)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => server.close());

function addressBelow(path: string): string {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return `http://127.0.0.1:${port}${path}`;
}

test.each(['/api', '/api/', ''])('an upload goes to the API below its own path: %j', async (path) => {
  window.environment = { baseApiUrl: addressBelow(path) };
  const files = [new File(['x'], 'x.jpg')];

  const result = await uploadPhotos({ token: 'token' }, { albumId: 'a b', files, onProgress: () => undefined });

  expect(result).toEqual({ status: 'complete', data: ANSWER });
  expect(asked).toEqual([`${path.replace(/\/$/, '')}/photos/albums/a%20b/photos`]);
});

/** A fact and another file for each photo. */
const partsOf = ({ name }: File) => ({
  before: { facts: name },
  beside: { field: 'companions', file: new File(['beside'], `${name}.mp4`) },
});

test('a photo is the last of what belongs to it: a broken connection loses both or none', async () => {
  window.environment = { baseApiUrl: addressBelow('/api') };
  const files = [new File(['x'], 'x.jpg'), new File(['y'], 'y.jpg')];

  await uploadPhotos({ token: 'token' }, { albumId: 'a', files, partsOf, onProgress: () => undefined });

  const sent = [...received.matchAll(/ name="([^"]*)"(?:; filename="([^"]*)")?/g)];
  expect(sent.map(([, field, name = '']) => `${field} ${name}`.trim())).toEqual([
    'facts',
    'companions x.jpg.mp4',
    'photos x.jpg',
    'facts',
    'companions y.jpg.mp4',
    'photos y.jpg',
  ]);
});
