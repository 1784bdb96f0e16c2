import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '#support/screens/renderApp.tsx';

/** No server listens at this address: the game needs none. */
const NO_SERVER = { origin: 'http://127.0.0.1:9' };

let logged: unknown[][];

beforeEach(() => {
  // jsdom has neither a camera nor IndexedDB, and the screen has to work without them.
  logged = [];
  vi.mocked(console.error).mockImplementation((...words: unknown[]) => void logged.push(words));
  document.title = 'Before';
  document.head.innerHTML =
    '<link rel="icon" type="image/svg+xml" href="/icons/kiosk.svg"><link rel="shortcut icon" href="/other.ico">';
});

afterEach(() => {
  vi.mocked(console.error).mockClear();
  // The screen takes its title out of the head itself.
  cleanup();
  document.head.innerHTML = '';
});

const icons = () => [...document.head.querySelectorAll('link[rel~="icon"]')].map((link) => link.getAttribute('href'));

describe('codenames in the app', () => {
  it('swaps title and favicon while it is open, and gives both back on leaving', async () => {
    const { router } = await renderApp('/codenames', NO_SERVER);
    expect(await screen.findByRole('heading', { name: 'Codenames' })).toBeDefined();
    expect(document.title).toBe('Codenames');
    expect(icons()).toEqual(['/icons/codenames.svg']);

    await act(() => router.navigate({ to: '/' }));
    await screen.findByRole('img', { name: 'Circuit Tree' });
    expect(document.title).not.toBe('Codenames');
    expect(icons()).toEqual(['/icons/kiosk.svg', '/other.ico']);

    await act(() => router.navigate({ to: '/codenames' }));
    expect(document.title).toBe('Codenames');
    expect(icons()).toEqual(['/icons/codenames.svg']);
  });

  it('needs no guard, logs that there is no camera, and offers a photo instead of a message', async () => {
    const { path } = await renderApp('/codenames', NO_SERVER);
    expect(await screen.findByRole('button', { name: 'Choose a photo' })).toBeDefined();
    expect(path()).toBe('/codenames');
    expect(logged).toEqual([['Camera not available:', expect.any(Error)]]);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText(/https/)).toBeDefined();
  });

  it('asks which game lies on the table, and remembers it on this phone', async () => {
    await renderApp('/codenames', NO_SERVER);
    const game = await screen.findByRole('combobox', { name: 'Game' });
    expect(game).toHaveProperty('value', '5x5');
    expect([...game.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
      'Words 5×5',
      'Pictures 5×4',
      'Duet',
    ]);
    fireEvent.change(game, { target: { value: '5x4' } });
    cleanup();
    await renderApp('/codenames', NO_SERVER);
    expect(await screen.findByRole('combobox', { name: 'Game' })).toHaveProperty('value', '5x4');
  });
});
