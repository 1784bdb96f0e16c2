import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommandLine } from '#server/cli/commandLine.ts';
import { nodeReference } from '#server/nodes/socket/reporterEvents.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { SHARE_KEY_HEADER } from '#contract/access/shareKeys.ts';
import { invitationTokenFrom } from '#domain/access/links.ts';
import { fieldOf, startTestServer, type TestServer } from '#support/server/testServer.ts';

let server: TestServer;
let token: string;
let albumId: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ token } = await server.signIn({ permissions: ['admin'] }));
  albumId = fieldOf(await post('/photos/albums', { name: 'Zoo', slug: 'zoo' }), 'id');
});
afterAll(() => server.close());

const post = (path: string, body: object) => server.call(path, { method: 'POST', token, body });
const invitation = { permissions: [], term: 'day' };

async function accept(name: string) {
  const made = await post('/invitations', { ...invitation, name: 'Eve' });
  return post('/auth/invitation/accept', { token: invitationTokenFrom(new URL(fieldOf(made, 'url')).hash), name });
}

const DOORS: [string, (name: string) => Promise<{ status: number }>][] = [
  ['a tablet', (name) => post('/tablets', { name })],
  ['an album', (name) => post('/photos/albums', { name, slug: `album-${Math.random().toString(36).slice(2)}` })],
  ['an invitation', (name) => post('/invitations', { ...invitation, name })],
  ['a person', accept],
  ['a share', (name) => post('/shares', { albumId, term: 'day', name })],
];

test.each(DOORS)('%s gets no name that steers a terminal or turns a line around', async (_door, give) => {
  for (const name of ['Eve\u001B]0;x\u0007', 'Eve\u202Eexe.gnp', '\u2066Eve', 'E\u0000ve']) {
    expect(await give(name), JSON.stringify(name)).toMatchObject({ status: 400 });
  }
  expect((await give('👨\u200D👩\u200D👧 می\u200Cخواهم')).status).toBeLessThan(300);
});

const changeCaption = (caption: string) =>
  server.call(`/photos/albums/${albumId}/photos/${'a'.repeat(40)}.jpg`, {
    method: 'PATCH',
    token,
    body: { caption },
  });

test('a caption has lines, but nothing else that is hidden', async () => {
  for (const caption of ['Eve\u001B]0;x\u0007', 'Eve\u202Eexe.gnp', 'a\u0000b']) {
    expect(await changeCaption(caption), JSON.stringify(caption)).toMatchObject({ status: 400 });
  }
  // The text is taken; there is no such photo.
  for (const caption of ['two\nlines', 'two\r\nlines'])
    expect(await changeCaption(caption)).toMatchObject({ status: 404 });
});

test('a channel of alerts and a node get no such name', async () => {
  for (const to of ['eve\u202E@example.org', 'eve\u001B@example.org']) {
    const channel = { kind: 'mail', to, smtpUrl: 'smtp://localhost' };
    expect(await post(ADMIN_PATHS.alertChannels, channel), to).toMatchObject({ status: 400 });
  }
  expect(nodeReference({ nodeId: 'hall\u202E' })).toBeUndefined();
  expect(nodeReference({ nodeId: 'ha\u001Bll' })).toBeUndefined();
  expect(nodeReference({ nodeId: 'hall 1' })).toEqual({ nodeId: 'hall 1' });
});

test('the command line prints no control characters that are stored already', async () => {
  await server.dependencies.users.create({ email: 'eve@example.org', firstName: 'Eve\u001B]0;x\u0007' });
  let printed = '';
  await runCommandLine(['user', 'list'], {
    settings: () => server.dependencies.settings,
    print: (line) => (printed += `${line}\n`),
    printError: () => undefined,
    hint: () => undefined,
  });
  expect(printed).toContain('Eve\u{FFFD}]0;x');
  for (const character of ['\u001B', '\u0007']) expect(printed).not.toContain(character);
});

test('a device does not cache lists for a visitor with a share', async () => {
  const key = fieldOf(await post('/shares', { albumId, term: 'day' }), 'key');
  const { headers } = await server.call('/photos/albums', { headers: { [SHARE_KEY_HEADER]: key } });
  expect(headers.get('Cache-Control')).toBe('no-store');
});
