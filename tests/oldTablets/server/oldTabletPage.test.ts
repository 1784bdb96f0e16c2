import { afterAll, beforeAll, expect, test } from 'vitest';
import { distFolder } from '#support/server/distFolder.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

const PAGE = '<!doctype html><title>Frame</title>';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ distDir: distFolder({ 'frame.html': PAGE }) });
});
afterAll(() => server.close());

test.each(['/frame', '/frame/'])('%s is the page for old tablets', async (path) => {
  const response = await server.call(path);
  expect(response).toMatchObject({ status: 200, body: PAGE });
  expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('Cache-Control')).toBe('no-cache');
});

test('a page with a key in its address is not cached and sends no referrer', async () => {
  const { headers } = await server.call('/frame?apiKey=1e5');
  expect(headers.get('Cache-Control')).toBe('no-store');
  expect(headers.get('Referrer-Policy')).toBe('no-referrer');
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
});

test('it may run its own scripts and reach its own server only', async () => {
  const { headers } = await server.call('/frame');
  expect(headers.get('Content-Security-Policy')?.split(';')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ]);
});

test('photos and calls at other addresses are let in by the settings', async () => {
  const elsewhere = await startTestServer({
    baseApiUrl: 'https://api.example.org',
    baseAssetUrl: 'https://cdn.example.org/x',
  });
  const policy = (await elsewhere.call('/frame')).headers.get('Content-Security-Policy');
  expect(policy).toContain("img-src 'self' data: https://cdn.example.org;");
  expect(policy).toContain("connect-src 'self' https://api.example.org;");
  await elsewhere.close();
});

test('its file has no address of its own', async () => {
  expect((await server.call('/frame.html')).status).toBe(404);
});
