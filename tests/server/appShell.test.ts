import { createHash } from 'node:crypto';
import { utimesSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { distFolder } from '../support/distFolder.ts';
import { startTestServer, type TestServer } from '../support/testServer.ts';

const INLINE = 'document.title = "first frame"';
const INDEX = `<!doctype html><style>b{}</style><script>${INLINE}</script><script src="/boot.js"></script><div id="root">`;
const SCRIPT = 'export const answer = 42;\n'.repeat(100);
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

function policyOf(answer: { headers: Headers }): Map<string, string> {
  const text = answer.headers.get('Content-Security-Policy') ?? '';
  return new Map(
    text.split(';').map((directive) => {
      const [name = '', ...values] = directive.trim().split(' ');
      return [name, values.join(' ')];
    }),
  );
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

  test('is not asked for in vain: 304 while it is the same', async () => {
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

  test('tells of production and Apple', async () => {
    const production = await startTestServer({ production: true, appleClientId: 'org.example.app' });
    const { body } = await production.call('/environment.js');
    expect(body).toContain('"production":true');
    expect(body).toContain('"appleClientId":"org.example.app"');
    await production.close();
  });
});

describe('security headers', () => {
  test('let only the app run', async () => {
    const answer = await server.call('/');
    const policy = policyOf(answer);
    const hash = createHash('sha256').update(INLINE).digest('base64');
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('script-src')).toBe(`'self' 'sha256-${hash}'`);
    expect(policy.get('frame-ancestors')).toBe("'none'");
    expect(policy.get('img-src')).toBe("'self' data: blob:");
    expect(policy.get('connect-src')).toBe(
      `'self' ${server.origin.replace('http', 'ws')} ${server.origin.replace('http', 'wss')}`,
    );
    expect(policy.has('upgrade-insecure-requests')).toBe(false);
    expect([...policy.values()].join(' ')).not.toContain('unsafe');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'permissions-policy': expect.stringContaining('camera=(self), screen-wake-lock=(self)'),
    });
    expect(answer.headers.has('Strict-Transport-Security')).toBe(false);
    expect(answer.headers.has('Server')).toBe(false);
  });

  test('follow a build that replaced the page under the running server', async () => {
    const other = await startTestServer({ distDir: distFolder({ 'index.html': '<script>1</script>' }) });
    const { distDir } = other.dependencies.settings;
    const before = policyOf(await other.call('/')).get('script-src');
    writeFileSync(join(distDir, 'index.html'), '<script>2</script>');
    utimesSync(join(distDir, 'index.html'), new Date(), new Date(Date.now() + 5_000));
    expect(policyOf(await other.call('/')).get('script-src')).not.toBe(before);
    await other.close();
  });

  test('are wider for the test screen alone, which connects anywhere', async () => {
    expect(policyOf(await server.call('/test/nodes-socket')).get('connect-src')).toBe("'self' http: https: ws: wss:");
    expect(policyOf(await server.call('/test/nodes-socket/')).get('connect-src')).toContain('https:');
    for (const path of ['/', '/codenames', '/sw.js', '/logo.svg', '/nowhere']) {
      expect(policyOf(await server.call(path)).get('connect-src'), path).not.toContain('https:');
    }
  });

  test('let the answer to a call do nothing at all', async () => {
    for (const path of ['/health', '/photos/albums', '/auth/check-api-key/x']) {
      const answer = await server.call(path);
      expect(Object.fromEntries(policyOf(answer)), path).toEqual({
        'default-src': "'none'",
        'frame-ancestors': "'none'",
      });
      expect(Object.fromEntries(answer.headers), path).toMatchObject({
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
    }
  });

  test('let Apple in only where Apple sign-in is set up', async () => {
    expect((await server.call('/')).headers.get('Content-Security-Policy')).not.toContain('apple');
    const apple = await startTestServer({
      appleClientId: 'org.example.app',
      baseAssetUrl: 'https://cdn.example.org/x',
    });
    const policy = policyOf(await apple.call('/'));
    expect(policy.get('script-src')).toContain('https://appleid.cdn-apple.com');
    expect(policy.get('connect-src')).toContain('https://appleid.apple.com');
    expect(policy.get('img-src')).toContain('https://cdn.example.org');
    await apple.close();
  });

  test('cannot be bent by the Host header', async () => {
    const { hostname, port } = new URL(server.origin);
    const policy = await new Promise<string>((resolve, reject) => {
      const headers = { Host: 'a; script-src *' };
      const asked = request({ hostname, port, path: '/', headers }, (answer) =>
        resolve(String(answer.resume().headers['content-security-policy'])),
      );
      asked.once('error', reject).end();
    });
    expect(policy).not.toContain('script-src *');
  });

  test('promise https only where there is https', async () => {
    const proxied = await startTestServer({ trustProxy: true, distDir: dist });
    const answer = await proxied.call('/', { headers: { 'X-Forwarded-Proto': 'https' } });
    expect(answer.headers.get('Strict-Transport-Security')).toBe('max-age=15552000');
    expect(answer.headers.getSetCookie()[0]).toContain('; Secure');
    await proxied.close();
    const headers = { 'X-Forwarded-Proto': 'https' };
    expect((await server.call('/', { headers })).headers.has('Strict-Transport-Security')).toBe(false);
  });
});
