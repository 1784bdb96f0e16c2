import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sendTabletReport } from '#src/shared/api/ownTablet.ts';

let server: Server;
let response: { status: number; body: string };

beforeEach(async () => {
  server = createServer((request, reply) => {
    const headers = {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Headers': '*, X-API-Key, Content-Type',
    };
    request.resume().on('end', () => {
      reply.writeHead(request.method === 'POST' ? response.status : 204, headers);
      reply.end(request.method === 'POST' ? response.body : '');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  window.environment = { baseApiUrl: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` };
});
afterEach(() => server.close());

// Seed 4 of the simulated walls lost a diary to a guest network.
test('a report has arrived when the server says so, and not when a captive portal sends its page', async () => {
  response = { status: 204, body: '' };
  await expect(sendTabletReport('key', { path: '/circuit-tree' })).resolves.toBeUndefined();
  response = { status: 200, body: '<h1>Welcome to our guest network</h1>' };
  await expect(sendTabletReport('key', { path: '/circuit-tree' })).rejects.toThrow('200');
});
