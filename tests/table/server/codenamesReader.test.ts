import { afterAll, beforeAll, expect, test } from 'vitest';
import { PAGES } from '#contract/pages.ts';
import { READER_FOLDER } from '#contract/reader.ts';
import { distFolder } from '#support/server/distFolder.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

const WORKER = `${READER_FOLDER}/worker.min.js`;
const WEB_ASSEMBLY = "'wasm-unsafe-eval'";

let server: TestServer;
beforeAll(async () => {
  const distDir = distFolder({ 'index.html': '<!doctype html>', 'logo.svg': '<svg/>', [WORKER.slice(1)]: 'read();' });
  server = await startTestServer({ distDir });
});
afterAll(() => server.close());

async function policyOf(path: string): Promise<string> {
  return (await server.call(path)).headers.get('Content-Security-Policy') ?? '';
}

test('only the page of Codenames may run WebAssembly', async () => {
  const others = Object.keys(PAGES)
    .filter((path) => path !== '/codenames')
    .map((path) => path.replace('$slug', 'x'));
  expect(others.length).toBeGreaterThan(10);
  for (const path of [...others, '/frame', '/nowhere', '/logo.svg', '/health'])
    expect(await policyOf(path), path).not.toContain('unsafe');
  const [codenames, landing] = await Promise.all([policyOf('/codenames'), policyOf('/')]);
  expect(codenames.replace(` ${WEB_ASSEMBLY}`, ''), 'and nothing else of its policy differs').toBe(landing);
  expect(codenames).toContain(WEB_ASSEMBLY);
  expect(await policyOf('/codenames/')).toBe(codenames);
});

test('the reader’s worker may run it too, and load nothing but files of this server', async () => {
  const response = await server.call(WORKER);
  expect(response.status).toBe(200);
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
  expect(await policyOf(WORKER)).toBe(
    `default-src 'none';script-src 'self' ${WEB_ASSEMBLY};connect-src 'self';frame-ancestors 'none'`,
  );
  expect((await server.call(`${READER_FOLDER}/other.js`)).status).toBe(404);
});
