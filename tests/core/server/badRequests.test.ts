import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInAsDev } from '#scripts/run/apiClient.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';

// The log and the responses of the real process for requests that no client of ours sends.

/** Patterns of a stack trace, an inner path and an inner module. */
const INSIDES = /\\n\s*at |\n\s+at |"stack"|node:internal|node_modules|\.ts:\d+|\.js:\d+|\/server\//;
const FORM = 'multipart/form-data; boundary=b';
const JSON_TYPE = 'application/json';
const part = (headers: string, body = 'x') => `--b\r\n${headers}\r\n\r\n${body}\r\n`;
const FILE = 'Content-Disposition: form-data; name="photos"; filename="a.jpg"';

let server: ServerProcess;
let token: string;
let album: string;
beforeAll(async () => {
  // The key server of Apple is one that refuses connections.
  const env = { LOG_LEVEL: 'trace', APPLE_CLIENT_ID: 'org.example.app', APPLE_JWKS_URL: 'http://127.0.0.1:9/keys' };
  server = await new ServerProcess({ env }).start();
  token = (await signInAsDev(server.origin, 'admin')).token;
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': JSON_TYPE };
  const body = JSON.stringify({ name: 'Album', slug: 'album' });
  const made: unknown = await (await fetch(`${server.origin}/photos/albums`, { method: 'POST', headers, body })).json();
  album = made !== null && typeof made === 'object' && 'id' in made ? String(made.id) : '';
});
afterAll(() => server.dispose());

interface Bad {
  method?: string;
  path: string;
  type?: string;
  body?: string;
  headers?: Record<string, string>;
}

const upload = (body: string, type = FORM): Bad => ({
  method: 'POST',
  path: '/photos/albums/ALBUM/photos',
  type,
  body,
});
const post = (path: string, body: string, type = JSON_TYPE): Bad => ({ method: 'POST', path, type, body });
const appleToken = `${btoa('{"alg":"RS256","kid":"k"}')}.${btoa('{"sub":"x"}')}.eA`;

const BAD: Bad[] = [
  { path: '/nowhere' },
  { path: '/%' },
  { path: '/%00' },
  { path: '/users/%E0%A4%A/permissions' },
  { path: `/photos/albums/${'a'.repeat(2_000)}/photos` },
  { path: `/photos/x/medium/${'..%2f'.repeat(20)}etc%2fpasswd` },
  { path: '/photos/x/thumbnail/%F0%9F%92%A5.jpg' },
  { path: '/photos/albums/x/photos?includeChildAlbums=perhaps' },
  { path: '/photos/albums?a[b]=1&a[b][c]=2&__proto__[x]=1' },
  { path: '/users', headers: { Authorization: 'Bearer' } },
  { path: '/users', headers: { Authorization: `Bearer ${'x'.repeat(8_000)}` } },
  { path: '/users', headers: { 'X-API-Key': '\u00ff' } },
  { path: '/users', headers: { Cookie: '=;;=%E0%A4%A;__proto__=1' } },
  { path: '/', headers: { 'If-None-Match': '"', 'If-Modified-Since': 'never', Range: 'bytes=9-1' } },
  { path: '/', headers: { Accept: ';;;', 'Accept-Encoding': '*;q=x' } },
  { path: '/socket.io/' },
  { path: '/socket.io/?EIO=4&transport=carrier-pigeon' },
  { path: '/socket.io/?EIO=4&transport=polling&sid=none' },
  { method: 'POST', path: '/socket.io/?EIO=4&transport=polling', body: '9nonsense', type: 'text/plain' },
  { method: 'DELETE', path: '/users' },
  { method: 'OPTIONS', path: '/users', headers: { Origin: 'null', 'Access-Control-Request-Method': 'X' } },
  { method: 'PUT', path: '/users/none/permissions', type: JSON_TYPE, body: '{"permissions":["root"]}' },
  post('/photos/albums', '{"name":'),
  post('/photos/albums', '{"__proto__":{"admin":true}}'),
  post('/photos/albums', ''),
  post('/photos/albums', '{"name":7,"slug":null}'),
  post('/photos/albums', '{"name":"\\ud800","slug":"\\u0000","parentAlbumId":"none"}'),
  post('/photos/albums', `{"name":"${'x'.repeat(300_000)}","slug":"a"}`),
  post('/photos/albums', '['.repeat(50_000)),
  post('/photos/albums', 'name=a', 'application/x-www-form-urlencoded'),
  post('/photos/albums', '<a/>', ';;;'),
  post('/auth/sign-in-link', '{"token":"x"}'),
  post('/auth/apple', '{"idToken":"x"}'),
  post('/auth/apple', `{"idToken":"${appleToken}","user":{"firstName":7}}`),
  post('/auth/apple', `{"code":"c","idToken":"${appleToken}"}`),
  post('/auth/apple', '{"code":"c","idToken":"no.token.at-all"}'),
  upload('nonsense'),
  upload('nonsense', 'multipart/form-data'),
  upload('{}', JSON_TYPE),
  upload(part(FILE)),
  upload(`${part(FILE, 'no picture')}--b--\r\n`),
  upload(`${part('Content-Disposition: form-data; name="__proto__"')}--b--\r\n`),
  upload(`${part('Content-Disposition: form-data; name="other"; filename="a.jpg"')}--b--\r\n`),
  upload(`${part(`Content-Disposition: form-data; name="${'n'.repeat(5_000)}"`)}--b--\r\n`),
  upload(`${part(FILE.replace('a.jpg', '../../etc/passwd'))}--b--\r\n`),
];

const RAW = [
  'hello\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n',
  'GET http://[::/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  'GET //[ HTTP/1.1\r\nHost: [\r\nConnection: close\r\n\r\n',
  'GET /environment.js HTTP/1.1\r\nHost: \x80\r\nConnection: close\r\n\r\n',
  `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`,
  'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
  'POST /photos/albums HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
];

/** The whole response as text. With a cookie, as a browser would send it, an Apple token is looked at. */
async function responseTo({ method = 'GET', path, type, body, headers }: Bad): Promise<string> {
  const sent = {
    Authorization: `Bearer ${token}`,
    Cookie: 'apple-nonce=x',
    ...(type === undefined ? {} : { 'Content-Type': type }),
    ...headers,
  };
  const url = server.origin + path.replace('ALBUM', album);
  const response = await fetch(url, { method, headers: sent, ...(body === undefined ? {} : { body }) });
  return `${response.status} ${JSON.stringify([...response.headers])} ${await response.text()}`;
}

function rawResponseTo(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(Buffer.from(bytes, 'latin1'));
  setTimeout(() => socket.destroy(), 2_000).unref();
  return text(socket).catch(() => '');
}

test('no bad request brings a stack trace or a word of our insides into the log or a response', async () => {
  for (const bad of BAD) {
    const response = await responseTo(bad);
    expect(response, JSON.stringify(bad).slice(0, 200)).not.toMatch(INSIDES);
    expect(response, JSON.stringify(bad).slice(0, 200)).not.toMatch(/^500/);
  }
  for (const response of await Promise.all(RAW.map(rawResponseTo))) expect(response).not.toMatch(INSIDES);
  // Uploads that end in the middle are noticed a little later.
  expect(await responseTo({ path: '/health' })).toMatch(/^200/);
  const lines = server.output.join('').split('\n').filter(Boolean);
  expect(lines.filter((line) => !/^\{| {2}(Landing|Kiosk|New|Version) /.test(line))).toEqual([]);
  expect(lines.filter((line) => INSIDES.test(line))).toEqual([]);
  expect(lines.filter((line) => line.includes('An Apple sign-in was refused'))).not.toEqual([]);
});
