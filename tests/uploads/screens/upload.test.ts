import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { uploadPhotos } from '#src/shared/api/upload.ts';

const ANSWER = { photos: [], duplicates: [], rejected: [] };

let server: Server;
let asked: (string | undefined)[];

/** Takes every upload, wherever it is sent. */
beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    if (request.method === 'POST') asked.push(request.url);
    const headers = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*, Authorization' };
    request.resume().on('end', () => response.writeHead(201, headers).end(JSON.stringify(ANSWER)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => server.close());

test.each(['/api', '/api/', ''])('an upload goes to the API below its own path: %j', async (path) => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  window.environment = { baseApiUrl: `http://127.0.0.1:${port}${path}` };
  const files = [new File(['x'], 'x.jpg')];

  const result = await uploadPhotos({ token: 'token' }, { albumId: 'a b', files, onProgress: () => undefined });

  expect(result).toEqual({ status: 'complete', data: ANSWER });
  expect(asked).toEqual([`${path.replace(/\/$/, '')}/photos/albums/a%20b/photos`]);
});
