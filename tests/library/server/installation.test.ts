import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestServer } from '#support/server/testServer.ts';

const ROOT = join(import.meta.dirname, '../../..');

test('an admin learns where the data lies, and that there is none yet', async () => {
  const server = await startTestServer();
  const { token } = await server.signIn({ permissions: ['admin'] });
  const { id } = server.dependencies.installation;
  const { body } = await server.call('/installation', { token });
  const folder = server.dependencies.settings.dataDir;
  expect(body).toEqual({ id, createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/), folder, isEmpty: true });
  await server.call('/photos/albums', { method: 'POST', token, body: { name: 'A', slug: 'a' } });
  expect(await server.call('/installation', { token })).toMatchObject({ body: { id, isEmpty: false } });
  await server.close();
});

test('two installations never share an id', async () => {
  const servers = await Promise.all([startTestServer(), startTestServer()]);
  const ids = servers.map(({ dependencies }) => dependencies.installation.id);
  expect(new Set(ids).size).toBe(2);
  await Promise.all(servers.map((server) => server.close()));
});

test("the default data folder is the checkout's, whatever the working directory", () => {
  const settings = join(ROOT, 'server/core/settings/settings.ts');
  const code = `const { readSettings } = await import(${JSON.stringify(settings)}); console.log(readSettings({}).dataDir);`;
  const { stdout } = spawnSync(process.execPath, ['-e', code], { cwd: tmpdir(), encoding: 'utf8' });
  expect(stdout.trim()).toBe(join(ROOT, 'data'));
});
