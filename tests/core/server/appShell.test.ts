import { utimesSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { distFolder } from '#support/server/distFolder.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

const INDEX = '<!doctype html><title>Circuit Tree</title><div id="root"></div>';
const SCRIPT = 'export const answer = 42;\n'.repeat(100);
/** The headers of Chromium when a person opens an address. */
const NAVIGATION = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const IMMUTABLE = 'public, max-age=31536000, immutable';

let dist: string;
let server: TestServer;
beforeAll(async () => {
  dist = distFolder({
    'index.html': INDEX,
    'sw.js': 'self.version = 1;',
    'kiosk.webmanifest': '{"name":"Circuit Tree"}',
    'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'environment.js': 'window.environment = { production: "the file\'s" };',
    'assets/index-abc123.js': SCRIPT,
    'assets/index-abc123.js.br': brotliCompressSync(SCRIPT),
    '.vite/manifest.json': '{}',
    '.built-from': 'hash',
    'assets/.hidden.js': 'hidden',
  });
  server = await startTestServer({ distDir: dist });
});
afterAll(() => server.close());

/** fetch tidies paths up before it sends them, and asks past every cache when it is given an ETag. */
function raw(path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; body: Buffer; encoding: string | undefined }>((resolve, reject) => {
    const { hostname, port } = new URL(server.origin);
    const asked = request({ hostname, port, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      const { statusCode: status = 0 } = answer;
      const encoding = answer.headers['content-encoding'];
      answer.on('end', () => resolve({ status, body: Buffer.concat(chunks), encoding }));
    });
    asked.once('error', reject).end();
  });
}

describe("the app's shell", () => {
  test.each([
    '/',
    '/?error=API%20key%20is%20required',
    '/circuit-tree?launch=home-screen',
    '/circuit-tree/?launch=home-screen',
    '/circuit-tree/photos/some-album',
    '/admin/photos/%E6%97%A5%E6%9C%AC',
    '/admin/circuit-tree/health',
    '/codenames',
  ])('%s is answered with it, to be asked for again each time', async (path) => {
    const answer = await server.call(path);
    expect(answer).toMatchObject({ status: 200, body: INDEX });
    expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('Cache-Control')).toBe('no-cache');
    expect(answer.headers.get('ETag')).toBeTruthy();
  });

  test.each(['/circuit-tree?apiKey=1e5', '/circuit-tree/photos/x?slideshow=true&apiKey=1e5'])(
    '%s, which holds a key, stays in no cache',
    async (path) => {
      const answer = await server.call(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('Cache-Control')).toBe('no-store');
    },
  );

  test.each([
    '/nowhere',
    '/admin/nowhere',
    '/admin/photos/a/b',
    '/circuit-tree/clocks',
    '/circuit-tree/photos/a/b',
    '//',
    '//admin',
    '/admin//photos',
    '/index.html',
    '/Admin',
    '/codenames/rules',
    '/assets',
    '/assets/',
    '/.vite/manifest.json',
    '/.built-from',
    '/assets/.hidden.js',
    '/assets/../index.html',
    '/assets/..%2findex.html',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..%5c..%5cetc/passwd',
    '/assets/index-abc123.js%00',
    '/assets/index-abc123.js/',
    '/users/nobody',
    '/photos/albums/unknown',
    '/auth',
  ])('%s is no page: 404, in JSON, kept by nobody', async (path) => {
    const answer = await raw(path);
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.body.toString())).toEqual({ message: 'There is nothing at this address' });
  });

  test.each([
    '/nowhere',
    '/nowhere.html',
    '/admin/nowhere',
    '/circuit-tree/photos/a/b?apiKey=k',
    '/users/nobody',
    '/photos/albums/unknown',
    '/%2e%2e/etc/passwd',
    '/.vite/manifest.json',
    '/index.html',
    '/100%',
  ])('a browser that opens %s, which is nothing, gets it with a 404, kept by nobody', async (path) => {
    const first = await server.call('/');
    const headers = { ...NAVIGATION, 'If-None-Match': first.headers.get('ETag') ?? '', Range: 'bytes=0-1' };
    const answer = await raw(path, headers);
    expect([answer.status, answer.body.toString()]).toEqual([404, INDEX]);
    expect((await raw(path, { ...headers, 'Accept-Encoding': 'br' })).status).toBe(404);
    if (path === '/nowhere') {
      const { headers: sent } = await server.call(path, { headers: NAVIGATION });
      expect(sent.get('Cache-Control')).toBe('no-store');
      expect(sent.get('Content-Security-Policy')).toContain("script-src 'self'");
      expect(sent.get('Content-Type')).toBe('text/html; charset=utf-8');
    }
  });

  test.each([
    ['GET', '/users', 401],
    ['GET', '/auth/check-api-key/wrong', 401],
    ['GET', '/photos/albums/unknown/photos', 401],
    ['GET', '/photos/none/medium/none.jpg', 404],
    ['GET', '/assets/index-gone.js', 404],
    ['POST', '/nowhere', 404],
  ])('%s %s stays JSON, even for a browser', async (method, path, status) => {
    const answer = await server.call(path, { method, headers: NAVIGATION });
    expect(answer).toMatchObject({ status, body: { message: expect.any(String) } });
  });

  test('is answered with 304 while it is unchanged', async () => {
    const first = await server.call('/');
    const headers = { 'If-None-Match': first.headers.get('ETag') ?? '' };
    expect((await raw('/', headers)).status).toBe(304);
  });
});

describe('built files', () => {
  test('with a hash in the name are kept for ever', async () => {
    const answer = await server.call('/assets/index-abc123.js');
    expect(answer).toMatchObject({ status: 200, body: SCRIPT });
    expect(answer.headers.get('Cache-Control')).toBe(IMMUTABLE);
    expect(answer.headers.get('Content-Type')).toMatch(/^(text|application)\/javascript/);
  });

  test('that are missing are a 404 kept by nobody, never the shell', async () => {
    const answer = await server.call('/assets/index-gone.js');
    expect(answer).toMatchObject({ status: 404, body: { message: 'There is nothing at this address' } });
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
  });

  test.each(['/sw.js', '/kiosk.webmanifest', '/logo.svg'])('%s is asked for again each time', async (path) => {
    const answer = await server.call(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Cache-Control')).toBe('no-cache');
    const headers = { 'If-None-Match': answer.headers.get('ETag') ?? '' };
    expect((await raw(path, headers)).status).toBe(304);
  });

  test('are sent compressed as the build made them', async () => {
    const answer = await raw('/assets/index-abc123.js', { 'Accept-Encoding': 'gzip, br' });
    expect(answer.encoding).toBe('br');
    expect(brotliDecompressSync(answer.body).toString()).toBe(SCRIPT);
    expect((await raw('/assets/index-abc123.js')).encoding).toBeUndefined();
  });

  test('edited after the build are not answered with what they were', async () => {
    const file = join(dist, 'edited.js');
    writeFileSync(`${file}.br`, brotliCompressSync('old'));
    writeFileSync(file, 'new');
    utimesSync(`${file}.br`, new Date(0), new Date(0));
    const answer = await raw('/edited.js', { 'Accept-Encoding': 'br' });
    expect([answer.encoding, answer.body.toString()]).toEqual([undefined, 'new']);
  });
});

describe('/environment.js', () => {
  test("comes from the server's settings, not from the file", async () => {
    const answer = await server.call('/environment.js');
    expect(answer.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
    expect(answer.headers.get('Cache-Control')).toBe('no-cache');
    expect(answer.body).toMatch(/^window\.environment = \{"production":false,"baseApiUrl":"",/);
    const headers = { 'If-None-Match': answer.headers.get('ETag') ?? '' };
    expect((await server.call('/environment.js', { headers })).status).toBe(304);
  });

  test('tells of production, Apple and how long the trash keeps things', async () => {
    const production = await startTestServer({ production: true, appleClientId: 'org.example.app', trashDays: 10 });
    const { body } = await production.call('/environment.js');
    expect(body).toContain('"production":true');
    expect(body).toContain('"appleClientId":"org.example.app"');
    expect(body).toContain('"trashDays":10');
    await production.close();
  });
});
