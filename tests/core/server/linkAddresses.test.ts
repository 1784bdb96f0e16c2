import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asPage, linksWith, OWN, type Ready, readyServer } from '#support/server/linkCalls.ts';

// Links hold secrets: they lead to PUBLIC_URL or to where the admin's own page is, and to nothing that a header made up.

const EVIL = 'evil.example';

let plain: Ready;
let proxied: Ready;
let named: Ready;
beforeAll(async () => {
  plain = await readyServer({});
  proxied = await readyServer({ trustProxy: true });
  named = await readyServer({ trustProxy: true, publicUrl: 'https://photos.example' });
});
afterAll(() => Promise.all([plain, proxied, named].map(({ server }) => server.close())));

test('without a proxy the Host is where the admin is, and forwarded headers say nothing', async () => {
  expect(await linksWith(plain, {})).toEqual([`http://${OWN}`]);
  expect(await linksWith(plain, asPage(`http://${OWN}`))).toEqual([`http://${OWN}`]);
  const forwarded = { 'x-forwarded-host': EVIL, 'x-forwarded-proto': 'https' };
  expect(await linksWith(plain, forwarded)).toEqual([`http://${OWN}`]);
});

describe('behind a trusted proxy', () => {
  test.each([[EVIL], [`${EVIL}:8443`], [`${OWN}, ${EVIL}`], [`${EVIL}, ${EVIL}`], [`${OWN}@${EVIL}`], [`${EVIL}/#`]])(
    'X-Forwarded-Host: %s leads no link away',
    async (host) => {
      const headers = { 'x-forwarded-host': host, 'x-forwarded-proto': 'https' };
      expect(await linksWith(proxied, headers)).toEqual([`https://${OWN}`]);
    },
  );

  test('a page cannot send a foreign X-Forwarded-Host', async () => {
    const headers = { 'x-forwarded-host': EVIL, 'x-forwarded-proto': 'https' };
    expect(await linksWith(proxied, { ...headers, ...asPage(`https://${OWN}`) })).toEqual([403]);
    expect(await linksWith(proxied, { ...headers, origin: `https://${EVIL}` })).toEqual([403]);
    expect(await linksWith(proxied, { ...headers, origin: 'null' })).toEqual([403]);
  });

  test('a scheme that is none of the web’s makes no link', async () => {
    expect(await linksWith(proxied, { 'x-forwarded-proto': 'javascript' })).toEqual([`http://${OWN}`]);
  });

  test('links lead to the proxy’s name, whether it keeps the Host or names it in X-Forwarded-Host', async () => {
    const kept = { 'x-forwarded-proto': 'https' };
    expect(await linksWith(proxied, { ...kept, ...asPage(`https://${OWN}`) })).toEqual([`https://${OWN}`]);
    const renamed = { host: '127.0.0.1:8083', 'x-forwarded-host': 'photos.example', 'x-forwarded-proto': 'https' };
    expect(await linksWith(proxied, { ...renamed, ...asPage('https://photos.example') })).toEqual([
      'https://photos.example',
    ]);
  });
});

test('PUBLIC_URL wins over all headers', async () => {
  const headers = { host: EVIL, 'x-forwarded-host': EVIL, 'x-forwarded-proto': 'http' };
  expect(await linksWith(named, headers)).toEqual(['https://photos.example']);
});
