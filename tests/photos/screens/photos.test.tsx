import { hasHiddenCharacters } from '#domain/text/hiddenCharacters.ts';
import { screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { mediumDate } from '#domain/clock/mediumDate.ts';
import { MESSAGES } from '#domain/messages.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { naughtyNames } from '#support/server/naughtyNames.ts';
import { holdCalls } from '#support/screens/heldCalls.ts';
import { renderApp, signInBrowser, type ScreenServer, startScreenServer } from '#support/screens/renderApp.tsx';
import { answerPhotoLists } from '#support/screens/photoLists.ts';

let server: ScreenServer;
let api: ApiClient;
beforeAll(async () => {
  server = await startScreenServer();
  api = await ApiClient.signedIn(server.origin);
});
afterAll(() => server.dispose());

async function open(path: string) {
  await signInBrowser(server);
  return renderApp(path, server);
}

describe('Photo Management', () => {
  it('says that there are no albums yet', async () => {
    await signInBrowser(server);
    const { letGo } = holdCalls();
    await renderApp('/admin/photos', server);
    expect(screen.getByText(MESSAGES.loadingAlbums)).toBeDefined();
    letGo();
    expect(await screen.findByText(MESSAGES.noAlbums)).toBeDefined();
  });

  it('leads down into albums and up again', async () => {
    const parent = await api.createAlbum('Journeys', 'journeys');
    await api.createAlbum('Norway', 'norway', parent.id);
    const { user, path } = await open('/admin/photos');
    await user.click(await screen.findByRole('link', { name: 'Journeys' }));
    expect(await screen.findByRole('heading', { name: 'Journeys' })).toBeDefined();
    expect(await screen.findByText(MESSAGES.noPhotos)).toBeDefined();
    await user.click(screen.getByRole('link', { name: 'Norway' }));
    await screen.findByRole('heading', { name: 'Norway' });
    expect(path()).toBe('/admin/photos/norway');
    expect(await screen.findByText(MESSAGES.noAlbums)).toBeDefined();
    await user.click(screen.getByRole('link', { name: '↑ Go Up a Level' }));
    await screen.findByRole('heading', { name: 'Journeys' });
    await user.click(screen.getByRole('link', { name: '↑ Go Up a Level' }));
    await waitFor(() => expect(path()).toBe('/admin/photos'));
  });

  it('does not say that there are no albums where there are photos, and names photos as people do', async () => {
    const name = 'IMG_1-0123456789abcdef0123456789abcdef.jpg';
    const takenAt = '2023-06-21T19:30:00';
    const lists = answerPhotoLists([
      { filename: `1${name}`, albumSlug: 'norway', caption: 'The ferry', takenAt },
      { filename: `2${name}`, albumSlug: 'norway', takenAt },
      { filename: `3${name}`, albumSlug: 'norway' },
    ]);
    await open('/admin/photos/norway');
    const grid = await screen.findByRole('region', { name: 'Photos in Norway' });
    const labels = [...grid.querySelectorAll('img')].map(({ alt }) => alt);
    expect(labels).toEqual(['The ferry', `Norway, ${mediumDate(takenAt)}`, 'Photo 3']);
    // An empty heading would only push the photos down; the link stands beside '+ Add Photos'.
    expect(screen.queryByRole('heading', { name: 'Albums' })).toBeNull();
    expect(screen.getByRole('link', { name: '+ Add Album' })).toBeDefined();
    expect(screen.queryByText(MESSAGES.noAlbums)).toBeNull();
    expect(document.body.innerHTML).not.toMatch(/(?:alt|aria-label|title)="[^"]*[0-9a-f]{32}/);
    lists.mockRestore();
  });

  it('names a slug that is not there, and still shows the top level', async () => {
    await open('/admin/photos/no%22such');
    expect(await screen.findByText('Album with slug "no"such" not found')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Journeys' })).toBeDefined();
    expect(screen.queryByRole('heading', { name: 'Photos' })).toBeNull();
  });

  it('says when the server is out of reach, and comes back by itself', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    await signInBrowser(server);
    await renderApp('/admin/photos', { origin: 'http://127.0.0.1:9' });
    expect(await screen.findByText(MESSAGES.albumsFailed)).toBeDefined();
    expect(screen.getByText(/Trying again…/)).toBeDefined();
    window.environment = { ...window.environment, baseApiUrl: server.origin };
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await screen.findByRole('link', { name: 'Journeys' })).toBeDefined();
    expect(screen.queryByText(MESSAGES.albumsFailed)).toBeNull();
    vi.useRealTimers();
  });

  it('says that photos are being loaded, until they are', async () => {
    const { user } = await open('/admin/photos');
    const album = await screen.findByRole('link', { name: 'Journeys' });
    const { letGo } = holdCalls();
    await user.click(album);
    expect(await screen.findByText(MESSAGES.loadingPhotos)).toBeDefined();
    letGo();
    expect(await screen.findByText(MESSAGES.noPhotos)).toBeDefined();
    expect(screen.queryByText(MESSAGES.loadingPhotos)).toBeNull();
  });

  it('says when an album’s photos cannot be loaded, and keeps what it has of the albums', async () => {
    const { user } = await open('/admin/photos');
    const album = await screen.findByRole('link', { name: 'Journeys' });
    window.environment = { ...window.environment, baseApiUrl: 'http://127.0.0.1:9' };
    await user.click(album);
    expect(await screen.findByText(MESSAGES.photosFailed)).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Journeys' })).toBeDefined();
    window.environment = { ...window.environment, baseApiUrl: server.origin };
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(MESSAGES.noPhotos)).toBeDefined();
  });

  it('tries again the moment the device is online again', async () => {
    await signInBrowser(server);
    await renderApp('/admin/photos', { origin: 'http://127.0.0.1:9' });
    await screen.findByText(MESSAGES.albumsFailed);
    window.environment = { ...window.environment, baseApiUrl: server.origin };
    window.dispatchEvent(new Event('online'));
    expect(await screen.findByRole('link', { name: 'Journeys' })).toBeDefined();
  });
});

/** Names that a browser, a router or a reader of an address may change. */
const ADDRESSES = ['../../../../etc/passwd', '%00%2e%2e%2f', '👩‍👩‍👧‍👦 family', 'null', '1e100', '<b>?#&', 'a\u200Bb\u00A0c'];

describe('naughty names', () => {
  it('are shown and found again exactly', async () => {
    const albums = await Promise.all(
      naughtyNames
        .filter((name) => !hasHiddenCharacters(name))
        .map((name, index) => api.createAlbum(name, `naughty-${index}`)),
    );
    const { user } = await open('/admin/photos');
    await screen.findByRole('link', { name: 'Journeys' });
    const shown = [...document.querySelectorAll('li a')].map((link) => link.textContent);
    for (const { name } of albums) expect(shown).toContain(name);
    const last = albums.at(-1);
    const link = [...document.querySelectorAll('li a')].find(({ textContent }) => textContent === last?.name);
    await user.click(link!);
    await waitFor(() => expect(document.querySelector('h2')?.textContent).toBe(last?.name));
  });

  it.each(ADDRESSES)('are told exactly as the slug of an album that is not there: %j', async (slug) => {
    await open(`/admin/photos/${encodeURIComponent(slug)}`);
    expect((await screen.findByRole('alert')).textContent).toContain(`Album with slug "${slug}" not found`);
    expect(screen.getByRole('link', { name: 'Journeys' })).toBeDefined();
  });
});
