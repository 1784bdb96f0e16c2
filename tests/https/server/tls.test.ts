import { readFileSync } from 'node:fs';
import { get } from 'node:https';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { distFolder } from '#support/server/distFolder.ts';
import { startTestServer } from '#support/server/testServer.ts';

const certFile = fileURLToPath(new URL('../../support/server/tls/cert.pem', import.meta.url));
const keyFile = fileURLToPath(new URL('../../support/server/tls/key.pem', import.meta.url));

test('two files serve HTTPS directly, with the headers and cookies that belong to it', async () => {
  const server = await startTestServer({ tls: { certFile, keyFile }, distDir: distFolder() });
  expect(server.origin).toMatch(/^https:/);
  const answer = await new Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]> }>(
    (resolve, reject) => {
      const asked = get(server.origin, { ca: readFileSync(certFile), agent: false }, (message) => {
        message.resume();
        resolve({ status: message.statusCode, headers: message.headers });
      });
      asked.once('error', reject);
    },
  );
  expect(answer.status).toBe(200);
  expect(answer.headers['strict-transport-security']).toBe('max-age=15552000');
  expect(answer.headers['set-cookie']).toEqual([expect.stringContaining('; Secure')]);
  await server.close();
});
