import { createHash } from 'node:crypto';
import { utimesSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { distFolder } from '#support/server/distFolder.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

const INLINE = 'document.title = "first frame"';
const INDEX = `<!doctype html><style>b{}</style><script>${INLINE}</script><script src="/environment.js"></script><div id="root">`;

let dist: string;
let server: TestServer;
beforeAll(async () => {
  dist = distFolder({ 'index.html': INDEX, 'sw.js': 'self.version = 1;', 'logo.svg': '<svg/>' });
  server = await startTestServer({ distDir: dist });
});
afterAll(() => server.close());

function policyOf(answer: { headers: Headers }): Map<string, string> {
  const text = answer.headers.get('Content-Security-Policy') ?? '';
  return new Map(
    text.split(';').map((directive) => {
      const [name = '', ...values] = directive.trim().split(' ');
      return [name, values.join(' ')];
    }),
  );
}

describe('security headers', () => {
  test("allow only the app's own scripts", async () => {
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

  test.each(['/', '/health', '/none'])('let no other page frame %s', async (path) => {
    expect((await server.call(path)).headers.get('X-Frame-Options')).toBe('DENY');
  });

  test('keep search engines from listing anything: a library is nobody else’s, and an address may hold a key', async () => {
    const paths = ['/', '/circuit-tree?apiKey=k', '/admin', '/frame', '/nowhere', '/logo.svg', '/environment.js'];
    for (const path of [...paths, '/health', '/photos/albums', '/openapi.json']) {
      expect((await server.call(path)).headers.get('X-Robots-Tag'), path).toBe('noindex');
    }
    // Forbidden by it, a page would not be read, and so its header would not be seen.
    expect((await server.call('/robots.txt')).status).toBe(404);
  });

  test('leave a kiosk in the process of its worker, and keep all other pages apart from who opened them', async () => {
    const apart = ['cross-origin-opener-policy', 'origin-agent-cluster'];
    const apartOf = async (path: string) => {
      const { headers } = await server.call(path);
      expect(headers.has('Content-Security-Policy'), path).toBe(true);
      return apart.filter((name) => headers.has(name));
    };
    for (const path of ['/circuit-tree', '/circuit-tree/clock', '/circuit-tree/photos/holidays?slideshow=true'])
      expect(await apartOf(path), path).toEqual([]);
    for (const path of ['/', '/admin', '/admin/circuit-tree', '/codenames', '/test/nodes-socket'])
      expect(await apartOf(path), path).toEqual(apart);
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
