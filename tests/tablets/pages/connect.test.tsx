import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { API_PATHS } from '#contract/paths.ts';
import { SESSION_STORAGE } from '#contract/storageKeys.ts';
import { MESSAGES } from '#domain/messages.ts';
import { isPairingCode, typedCode } from '#domain/tablets/pairingCode.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { acceptLetters, makeTablet, revokeTablet } from '#support/kiosk/adminsTablet.ts';
import { holdCalls } from '#support/screens/heldCalls.ts';
import { renderApp, type ScreenServer, startScreenServer } from '#support/screens/renderApp.tsx';

const AGAIN = 'This screen was disconnected';
const OVER_POLL = { timeout: 8_000 };

let server: ScreenServer;
let admin: ApiClient;
beforeAll(async () => {
  server = await startScreenServer();
  admin = await ApiClient.signedIn(server.origin);
});
afterAll(() => server.dispose());
beforeEach(() => sessionStorage.clear());

const shownLetters = () => screen.getByRole('status', { name: 'Letters of this screen' }).textContent;
const key = () => new URLSearchParams(window.location.search).get('apiKey') ?? '';
const stored = () => JSON.parse(sessionStorage.getItem(SESSION_STORAGE.pairing) ?? 'null');

async function letters(): Promise<string> {
  await waitFor(() => expect(shownLetters()).toMatch(/^[A-Z]{3} [A-Z]{3}$/), OVER_POLL);
  return typedCode(shownLetters());
}

describe('connecting a screen', () => {
  test.each([
    ['de-AT', ['Diesen Bildschirm verbinden', 'Die Buchstaben dieses Bildschirms', 'Stattdessen anmelden']],
    ['fr', ['Connecter cet écran', 'Les lettres de cet écran', 'Se connecter à la place']],
    ['es-MX', ['Conectar esta pantalla', 'Las letras de esta pantalla', 'Iniciar sesión en su lugar']],
  ])('speaks the language of a browser in %s', async (language, [title, lettersLabel, instead]) => {
    vi.spyOn(window.navigator, 'language', 'get').mockReturnValue(language);
    await renderApp('/?connect=new', server);
    expect(await screen.findByRole('heading', { name: title })).toBeDefined();
    expect(screen.getByRole('status', { name: lettersLabel })).toBeDefined();
    expect(screen.getByRole('link', { name: instead })).toBeDefined();
    expect(screen.queryByText(/type these letters/)).toBeNull();
  });

  test('begins with a quiet link, shows letters and how to go on, and Back leads back', async () => {
    const { user, router } = await renderApp('/', server);
    await user.click(await screen.findByRole('link', { name: 'Connect this screen' }));
    const code = await letters();
    expect(isPairingCode(code), code).toBe(true);
    expect(screen.getByRole('heading', { name: 'Connect this screen' })).toBeDefined();
    expect(screen.getByText(/open Circuit Tree, Tablets, Add, and type these letters/)).toBeDefined();
    const qr = screen.getByRole('img', { name: /QR code/ });
    await waitFor(() =>
      expect(qr.getAttribute('data-text')).toBe(`${window.location.origin}/admin/tablets?code=${code}`),
    );
    router.history.back();
    await screen.findByRole('button', { name: 'Sign in dev user' });
    expect(screen.queryByText(/type these letters/)).toBeNull();
  });

  test('leads a phone to where it learns to trust the house', async () => {
    await renderApp('/?connect=new', { ...server, trustPort: 8080 });
    const code = await letters();
    const qr = screen.getByRole('img', { name: /QR code/ });
    await waitFor(() => expect(qr.getAttribute('data-text')).toBe(`http://localhost:8080/admin/tablets?code=${code}`));
  });

  test('keeps the letters over a reload, ends at the wall when an admin has typed them, and leaves nothing behind', async () => {
    await renderApp('/?connect=new', server);
    const code = await letters();
    cleanup();
    const { path } = await renderApp('/?connect=new', server);
    expect(typedCode(shownLetters())).toBe(code);
    await acceptLetters(admin, code);
    await screen.findByRole('button', { name: 'Clock' }, OVER_POLL);
    expect(path()).toBe(`/circuit-tree?apiKey=${key()}`);
    expect(key()).not.toBe('');
    expect(sessionStorage.getItem(SESSION_STORAGE.pairing)).toBeNull();
  });

  test('shows new letters when the old ones are over, and no gap between them', async () => {
    sessionStorage.setItem(SESSION_STORAGE.pairing, JSON.stringify({ code: 'ABCDEF', secret: 'over' }));
    const { letGo } = holdCalls();
    await renderApp('/?connect=new', server);
    expect(shownLetters()).toBe('ABC DEF');
    letGo();
    await waitFor(() => {
      expect(shownLetters()).toMatch(/^[A-Z]{3} [A-Z]{3}$/);
      expect(shownLetters()).not.toBe('ABC DEF');
    }, OVER_POLL);
    expect(stored().code).toBe(await letters());
    expect(screen.queryByText(/lost/)).toBeNull();
  });

  test('says that a key was lost on its way, and shows new letters', { tags: ['full'] }, async () => {
    await renderApp('/?connect=new', server);
    const code = await letters();
    await acceptLetters(admin, code);
    // Collected, but never received: as when the network goes in the middle of the response.
    await fetch(server.origin + API_PATHS.pairingState(stored().secret));
    await screen.findByText(/The key was lost on its way/, undefined, OVER_POLL);
    const next = await letters();
    expect(next).not.toBe(code);
    await acceptLetters(admin, next);
    await screen.findByRole('button', { name: 'Clock' }, OVER_POLL);
  });

  test('says that the server is out of reach', async () => {
    await renderApp('/?connect=new', { origin: 'http://127.0.0.1:9' });
    await screen.findByText(/^The server is out of reach. This screen goes on by itself/);
    expect(shownLetters()).toBe('··· ···');
  });
});

describe('a refused screen', () => {
  test('that was a German tablet speaks German, after a reload too', async () => {
    vi.spyOn(window.navigator, 'language', 'get').mockReturnValue('en-GB');
    const { key: german, id } = await makeTablet(await ApiClient.signedIn(server.origin), {
      settings: { locale: 'de' },
    });
    await renderApp(`/circuit-tree?apiKey=${german}`, server);
    await screen.findByRole('button', { name: 'Uhr' }, OVER_POLL);
    cleanup();
    await revokeTablet(admin, id);
    await renderApp(`/circuit-tree/photos?apiKey=${german}`, server);
    await screen.findByRole('heading', { name: 'Dieser Bildschirm wurde getrennt' });
    cleanup();
    await renderApp('/circuit-tree', server);
    await screen.findByRole('heading', { name: 'Dieser Bildschirm ist nicht verbunden' });
    expect(screen.getByText(MESSAGES.apiKeyRequired)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Diesen Bildschirm verbinden' })).toBeDefined();
  });

  test('with a key that never was one shows the error, and first of all how to connect it', async () => {
    await renderApp('/circuit-tree?apiKey=wrong', server);
    // The way to connect the screen is said first, and louder.
    expect((await screen.findByText(MESSAGES.apiKeyInvalid)).className).toContain('quiet');
    expect(screen.queryByText(AGAIN)).toBeNull();
    expect(screen.queryByRole('status', { name: 'Letters of this screen' })).toBeNull();
    screen.getByRole('heading', { name: 'This screen is not connected' });
    expect(document.documentElement.className).toBe('kiosk');
    const connect = screen.getByRole('link', { name: 'Connect this screen' });
    expect(connect.className).toContain('primary');
    const signIn = screen.getByRole('button', { name: 'Sign in dev user' });
    expect(connect.compareDocumentPosition(signIn)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.queryByText('Sign in instead')).toBeNull();
    cleanup();
    await renderApp('/', server);
    expect(document.documentElement.className).toBe('');
  });
});
