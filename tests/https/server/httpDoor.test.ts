import { X509Certificate } from 'node:crypto';
import { request, type RequestListener } from 'node:http';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { authorityPeriod } from '#domain/https/certificateLifetime.ts';
import { makeAuthority } from '#server/https/homeAuthority.ts';
import { redirectToHttps } from '#server/core/http/secure/plainHttp.ts';
import { firstFreePort, openHttpDoor } from '#server/https/httpDoor.ts';
import { trustPages } from '#server/https/page/trustPages.ts';

type HttpDoor = Awaited<ReturnType<typeof openHttpDoor>>;

// The http door of an app on https.

const HOST = '127.0.0.1';
const NAMES = ['192.168.1.20', 'wall.local', 'localhost'];
const FORMER = ['AA:BB:CC'];
const IPAD = 'Mozilla/5.0 (iPad; CPU OS 16_5 like Mac OS X) AppleWebKit/605.1.15 Version/16.5 Safari/604.1';
const { certificate } = await makeAuthority({
  name: 'Circuit Tree at wall',
  names: [],
  period: authorityPeriod(Date.now()),
});

let door: HttpDoor | undefined;
afterEach(() => door?.close());

async function opened(handler: RequestListener): Promise<HttpDoor> {
  door = await openHttpDoor({ host: HOST, ports: [0], handler });
  if (!door) throw new Error('The door did not open');
  return door;
}

const openTrustPages = () =>
  opened(
    trustPages({
      authority: () => certificate,
      former: () => FORMER,
      names: () => NAMES,
      httpsPort: 8443,
      httpPort: () => 8080,
      named: () => 'https://circuit-tree.local:8443',
    }),
  );
const openRedirect = () => opened(redirectToHttps(8443, () => NAMES));

async function ask(
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
) {
  const asked = request({ host: HOST, port: door?.port, path, method, headers: { Accept: 'text/html', ...headers } });
  const [response] = await once(asked.end(), 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

describe('with TLS_CERT and TLS_KEY', () => {
  test.each([
    ['/circuit-tree?apiKey=a%2Bb', 'wall.local:8083', 'https://wall.local:8443/circuit-tree?apiKey=a%2Bb'],
    ['/', '192.168.1.99', 'https://192.168.1.20:8443/'],
    ['/', 'evil"><script>', 'https://192.168.1.20:8443/'],
    ['//evil.example/x', 'localhost', 'https://localhost:8443/'],
  ])('%s asked of %s is led to %s', async (path, host, address) => {
    await openRedirect();
    const { status, headers } = await ask(path, { headers: { Host: host } });
    expect([status, headers.location]).toEqual([307, address]);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'x-frame-options': 'DENY',
    });
    // Firefox takes a timeout of 0 for a connection that it may keep.
    expect(headers['keep-alive']).not.toBe('timeout=0');
  });

  test('what would write is not led on, since it has come in the clear', async () => {
    await openRedirect();
    expect(await ask('/photos/albums', { method: 'POST' })).toMatchObject({ status: 405 });
  });
});

describe('with HTTPS=home', () => {
  test('the page has the steps of the device that asks open, and knows where https is', async () => {
    await openTrustPages();
    const page = await ask('/', { headers: { 'User-Agent': IPAD, Host: 'wall.local:8080' } });
    const html = page.body.toString();
    expect(page.status).toBe(200);
    expect([...html.matchAll(/<details id="(\w+)" open>/g)].map(([, kind]) => kind)).toEqual(['ipad']);
    expect(html).toContain('<body data-secure="https://wall.local:8443">');
    expect(html.indexOf('id="ipad"')).toBeLessThan(html.indexOf('id="android"'));
    expect(html).toContain('>http://wall.local:8080<');
    expect(html).toContain(new X509Certificate(certificate).fingerprint256);
    // The certificate of an authority that was replaced, because its key may be in wrong hands.
    expect(html).toMatch(/remove it: .*<p class="fingerprint">AA:BB:CC<\/p>/);
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; /);
    expect(page.headers['set-cookie']).toBeUndefined();
  });

  test('opened on the server itself, another device is told an address that it reaches', async () => {
    await openTrustPages();
    const html = (await ask('/', { headers: { Host: 'localhost:8080' } })).body.toString();
    expect(html).not.toContain('data-named');
    expect(html).toContain('data-secure="https://localhost:8443"');
    expect(html).toContain('>http://192.168.1.20:8080<');
  });

  test('by its address, the page knows the name under which the server is to be preferred', async () => {
    await openTrustPages();
    const html = (await ask('/', { headers: { Host: '192.168.1.20:8080' } })).body.toString();
    expect(html).toContain(
      '<body data-secure="https://192.168.1.20:8443" data-named="https://circuit-tree.local:8443">',
    );
  });

  test('a page of the app is not led on before the device trusts the authority: a wall of warnings would come', async () => {
    await openTrustPages();
    const { status, headers, body } = await ask('/circuit-tree?apiKey=secret');
    expect([status, headers.location]).toEqual([200, undefined]);
    expect(body.toString()).not.toContain('secret');
  });

  test('the certificate comes in the form that each device wants, and its key in none', async () => {
    await openTrustPages();
    const binary = await ask('/circuit-tree-ca.crt');
    expect(binary.headers['content-type']).toBe('application/x-x509-ca-cert');
    expect(new X509Certificate(binary.body).toString()).toBe(new X509Certificate(certificate).toString());
    expect((await ask('/circuit-tree-ca.pem')).body.toString()).toBe(certificate);
    const profile = await ask('/circuit-tree-ca.mobileconfig');
    expect(profile.headers['content-type']).toBe('application/x-apple-aspen-config');
    const data = /<data>([^<]+)<\/data>/.exec(profile.body.toString())?.[1] ?? '';
    expect(new X509Certificate(Buffer.from(data, 'base64')).subject).toBe('CN=Circuit Tree at wall\nO=Circuit Tree');
    for (const { body } of [binary, profile]) expect(body.toString()).not.toContain('PRIVATE');
  });

  test('calls of the app get a sentence, and nothing of the library', async () => {
    await openTrustPages();
    const call = await ask('/photos/albums', { headers: { Accept: 'application/json', 'X-API-Key': 'k' } });
    expect([call.status, call.body.toString()]).toEqual([404, '{"message":"This server is reached on https only"}']);
    expect((await ask('/auth/sign-in-link', { method: 'POST' })).status).toBe(405);
  });
});

test('a port that is not free makes way for the next; when none is, there is no http', async () => {
  const other = createServer().listen(0, HOST);
  await once(other, 'listening');
  const address = other.address();
  const taken = address !== null && typeof address === 'object' ? address.port : 0;
  door = await openHttpDoor({ host: HOST, ports: [taken, 0], handler: () => undefined });
  expect(door?.port).not.toBe(taken);
  expect(await openHttpDoor({ host: HOST, ports: [taken], handler: () => undefined })).toBeUndefined();
  expect(await firstFreePort(HOST, [taken, 8443])).toBe(8443);
  expect(await firstFreePort(HOST, [0, 8443])).toBe(0);
  other.close();
});
