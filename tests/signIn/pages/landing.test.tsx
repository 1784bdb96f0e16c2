import { createServer } from 'node:http';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UserRecord } from '#contract/users/schemas.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { signInAsDev } from '#scripts/run/apiClient.ts';
import { openDatabase } from '#server/core/db/open.ts';
import { oneTimeRepository } from '#server/signIn/oneTimeRepository.ts';
import { sessionRepository } from '#server/signIn/sessionRepository.ts';
import { userRepository } from '#server/users/userRepository.ts';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import {
  renderApp,
  signInBrowser,
  startScreenServer,
  startServerProcess,
  type ScreenServer,
} from '#support/screens/renderApp.tsx';

let server: ScreenServer;
beforeAll(async () => {
  server = await startScreenServer();
});
afterAll(() => server.dispose());
beforeEach(() => {
  vi.unstubAllGlobals();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

const withApple = () => ({ origin: server.origin, appleClientId: 'org.example.tree' });

/** jsdom has no passkeys, and its page no https. */
function canUsePasskeys() {
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', () => undefined);
}

const storedUser = () => JSON.parse(localStorage.getItem(LOCAL_STORAGE.user) ?? 'null');

describe('landing', () => {
  it('shows the logo, no message, and the two development sign-ins', async () => {
    await renderApp('/', server);
    expect(await screen.findByRole('img', { name: 'Circuit Tree' })).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'Sign in dev user',
      'Sign in dev admin user',
    ]);
    expect(screen.getByText(/^This is a development server/)).toBeDefined();
  });

  it('shows the Apple button in production, and no other where the browser has no passkeys', async () => {
    await renderApp('/', withApple(), true);
    await screen.findByRole('button', { name: 'Sign in with Apple' });
    expect(screen.getAllByRole('button')).toHaveLength(1);
    expect(screen.queryByText(/development server/)).toBeNull();
    expect(screen.queryByText(/sign-in link/)).toBeNull();
  });

  it('shows a passkey beside Apple', async () => {
    canUsePasskeys();
    await renderApp('/', withApple(), true);
    await screen.findByRole('button', { name: 'Sign in with Apple' });
    expect(screen.getByRole('button', { name: 'Sign in with a passkey' })).toBeDefined();
  });

  it('shows no Apple button where Apple is not set up, but a passkey and how to get a link', async () => {
    canUsePasskeys();
    await renderApp('/', server, true);
    await screen.findByRole('button', { name: 'Sign in with a passkey' });
    expect(screen.getAllByRole('button')).toHaveLength(1);
    expect(screen.getByText(/Ask an admin for a sign-in link/)).toBeDefined();
    // A command is for the one who runs the server, so it is folded away from everybody else.
    expect(screen.getByText('npm run cli -- user sign-in-link EMAIL').closest('details')).toHaveProperty('open', false);
  });

  it('says why there is no passkey either', async () => {
    await renderApp('/', server, true);
    expect(await screen.findByText(/^Passkeys need https/)).toBeDefined();
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByText(/Ask an admin for a sign-in link/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Connect this screen' }).className).toContain('button');
  });

  it('says what was wrong with a passkey beneath the sentence', async () => {
    canUsePasskeys();
    const { user } = await renderApp('/', { origin: 'http://127.0.0.1:9' }, true);
    await user.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }));
    await screen.findByText('Sorry, login failed. Please try again.');
    expect(vi.mocked(console.warn).mock.calls.flat().join(' ')).toMatch(/failed on the passkey path/);
  });

  it('offers to open the administration to somebody who is signed in already', async () => {
    await signInBrowser(server);
    const { user, path } = await renderApp('/', server);
    expect(await screen.findByText('You are signed in as Admin.')).toBeDefined();
    await user.click(screen.getByRole('link', { name: 'Open admin' }));
    await screen.findByText(/Welcome/);
    expect(path()).toBe('/admin');
  });

  it.each(['<img src=x onerror="document.title=1">', '{{7*7}}', '"quoted" & <b>bold</b>', 'مرحبا', '💥'])(
    'shows the error %j as plain text',
    async (error) => {
      await renderApp(`/?error=${encodeURIComponent(error)}`, server);
      const alert = await screen.findByRole('alert');
      expect(alert.textContent).toContain(error);
      expect(alert.querySelector('img, b')).toBeNull();
    },
  );

  it('signs the dev admin in, keeps six fields of the user and goes to the admin home', async () => {
    const { user, path } = await renderApp('/', server);
    await user.click(await screen.findByRole('button', { name: 'Sign in dev admin user' }));
    await screen.findByText(/Welcome/);
    expect(path()).toBe('/admin');
    expect(Object.keys(storedUser()).sort()).toEqual(
      ['email', 'firstName', 'lastName', 'permissions', 'token', 'userId'].sort(),
    );
    expect(storedUser()).toMatchObject({ email: 'dev-admin@localhost', permissions: ['admin'] });
  });

  it('goes where the person was going', async () => {
    const { user, path } = await renderApp('/?requestedUrl=%2Fadmin%2Fphotos%2Fnowhere', server);
    await user.click(await screen.findByRole('button', { name: 'Sign in dev admin user' }));
    await waitFor(() => expect(path()).toBe('/admin/photos/nowhere'));
  });

  it.each(['//evil.example', '/\\evil.example', 'javascript:alert(1)', '/\t/evil.example', 'https://evil.example/'])(
    'does not follow %j',
    async (requestedUrl) => {
      const { user, path } = await renderApp(`/?requestedUrl=${encodeURIComponent(requestedUrl)}`, server);
      await user.click(await screen.findByRole('button', { name: 'Sign in dev user' }));
      await screen.findByText(/Welcome/);
      expect(path()).toBe('/admin');
    },
  );

  it('says that an account is blocked', async () => {
    await signInAsDev(server.origin, 'user');
    const { token } = await signInAsDev(server.origin, 'admin');
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const users: UserRecord[] = JSON.parse(await (await fetch(server.origin + ADMIN_PATHS.users, { headers })).text());
    const url = server.origin + ADMIN_PATHS.userBlock(users.find(({ email }) => email === 'dev-user@localhost')!.id);
    const set = (blocked: boolean) => fetch(url, { method: 'PUT', headers, body: JSON.stringify({ blocked }) });
    await set(true);
    const { user } = await renderApp('/', server);
    await user.click(await screen.findByRole('button', { name: 'Sign in dev user' }));
    expect((await screen.findByRole('alert')).textContent).toContain('This account is blocked: please ask an admin');
    expect(storedUser()).toBeNull();
    await set(false);
  });

  it('says so, keeps nobody and logs why when signing in fails', async () => {
    const { user, path } = await renderApp('/', { origin: 'http://127.0.0.1:9' });
    await user.click(await screen.findByRole('button', { name: 'Sign in dev user' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Sorry, login failed. Please try again.');
    expect(storedUser()).toBeNull();
    expect(path()).toBe('/');
    expect(vi.mocked(console.warn).mock.calls.flat().join(' ')).toMatch(/failed on the dev path\. An error occurred: /);
  });

  it('logs what a server that refuses said', async () => {
    const production = await startServerProcess({ env: { NODE_ENV: 'production', HOST: '127.0.0.1' } });
    const { user } = await renderApp('/', production);
    await user.click(await screen.findByRole('button', { name: 'Sign in dev admin user' }));
    await screen.findByText('Sorry, login failed. Please try again.');
    expect(vi.mocked(console.warn).mock.calls.flat().join(' ')).toMatch(/Backend returned code 404: /);
    await production.dispose();
  });

  it.each([
    ['success: false', { success: false, message: 'Not you', token: 'x', permissions: ['admin'] }],
    ['no success flag', { token: 'x', permissions: ['admin'] }],
    ['nothing', null],
  ])('stores no user for a response of 200 with %s', async (_what, body) => {
    const stub = createServer((_request, response) => {
      response.setHeader('Access-Control-Allow-Origin', window.location.origin);
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => stub.listen(0, '127.0.0.1', resolve));
    const address = stub.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const { user, path } = await renderApp('/', { origin: `http://127.0.0.1:${port}` });
    await user.click(await screen.findByRole('button', { name: 'Sign in dev user' }));
    await screen.findByText('Sorry, login failed. Please try again.');
    expect(storedUser()).toBeNull();
    expect(path()).toBe('/');
    stub.close();
  });

  it('offers a sign-in link’s button, takes the token out of the address, and does not spend it by itself', async () => {
    const { user, path } = await renderApp('/#sign-in-link=no-such-link', server);
    const button = await screen.findByRole('button', { name: 'Sign in' });
    expect(window.location.hash).toBe('');
    expect(storedUser()).toBeNull();
    await user.click(button);
    await screen.findByText('Sorry, login failed. Please try again.');
    await screen.findByText(/This sign-in link has been used already or is too old/);
    expect(path()).toBe('/');
  });
});

describe('a link that goes on with a session', () => {
  let own: ScreenServer;
  let links: string[];
  let signInLink: string;
  let secondLink: string;
  beforeAll(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'circuit-tree-'));
    const { db } = await openDatabase(dataDir);
    const [sessions, oneTime] = [sessionRepository(db, Date.now), oneTimeRepository(db, Date.now)];
    const ben = await userRepository(db, { now: Date.now, unusableEmails: [] }).findOrCreate({
      email: 'ben@example.org',
      firstName: 'Ben',
    });
    const goOn = async () => {
      const session = await sessions.find(await sessions.open(ben.id));
      return oneTime.createLink(ben.email, { replaces: session?.id ?? '' });
    };
    links = [await goOn(), await goOn()];
    signInLink = await oneTime.createLink(ben.email);
    secondLink = await oneTime.createLink(ben.email);
    await db.destroy();
    own = await startScreenServer(dataDir);
  });
  afterAll(() => own.dispose());

  it('needs no press where nobody is signed in', async () => {
    const { path } = await renderApp(`/#go-on=${links[0]}`, own);
    await waitFor(() => expect(path()).toBe('/admin'));
    expect(storedUser()).toMatchObject({ email: 'ben@example.org' });
  });

  it('asks somebody else who is signed in, naming both; staying changes nothing', async () => {
    const admin = await signInBrowser(own);
    const { user, path } = await renderApp(`/#go-on=${links[1]}`, own);
    const question = await screen.findByText(/^You are signed in here as/);
    expect(question.textContent).toContain('Admin (dev-admin@localhost)');
    expect(question.textContent).toContain('This link goes on as Ben (ben@example.org)');
    expect(storedUser()).toMatchObject({ token: admin.token });
    await user.click(screen.getByRole('link', { name: 'Stay signed in as Admin' }));
    await waitFor(() => expect(path()).toBe('/admin'));
    expect(storedUser()).toMatchObject({ token: admin.token });
  });

  it('ends the session that was in this browser, once the person has pressed the button', async () => {
    const admin = await signInBrowser(own);
    const { user, path } = await renderApp(`/#go-on=${links[1]}`, own);
    await user.click(await screen.findByRole('button', { name: 'Go on as Ben' }));
    await waitFor(() => expect(path()).toBe('/admin'));
    expect(storedUser()).toMatchObject({ email: 'ben@example.org' });
    const isOver = async () => {
      const headers = { Authorization: `Bearer ${admin.token}` };
      return (await fetch(own.origin + ADMIN_PATHS.sessions, { headers })).status === 401;
    };
    await waitFor(async () => expect(await isOver()).toBe(true));
  });

  it('a sign-in link leads to the page that was asked for in another tab', async () => {
    const asked = await renderApp('/admin/sessions', own);
    await screen.findByText(/^You must be logged in/);
    asked.unmount();
    sessionStorage.clear();
    const { user, path } = await renderApp(`/#sign-in-link=${secondLink}`, own);
    await user.click(await screen.findByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(path()).toBe('/admin/sessions'));
  });

  it('is no other link: the token of a sign-in link makes nobody somebody else, and stays unused', async () => {
    const admin = await signInBrowser(own);
    const first = await renderApp(`/#go-on=${signInLink}`, own);
    await screen.findByText(/^This link does not continue a session/);
    expect(storedUser()).toMatchObject({ token: admin.token });
    first.unmount();
    localStorage.clear();
    const second = await renderApp(`/#go-on=${signInLink}`, own);
    await screen.findByText(/^This link does not continue a session/);
    expect(storedUser()).toBeNull();
    second.unmount();
    const { user, path } = await renderApp(`/#sign-in-link=${signInLink}`, own);
    await user.click(await screen.findByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(path()).toBe('/admin'));
  });
});
