import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { AdminTablets } from '#support/screens/adminTablets.ts';
import { renderApp, signInBrowser, type ScreenServer, startScreenServer } from '#support/screens/renderApp.tsx';

let server: ScreenServer;
let tablets: AdminTablets;
let winterId: string;
beforeAll(async () => {
  server = await startScreenServer();
  tablets = await AdminTablets.on(server);
  const api = await ApiClient.signedIn(server.origin);
  const summer = await api.createAlbum('Summer', 'summer');
  await api.createAlbum('Beach', 'beach', summer.id);
  winterId = (await api.createAlbum('Winter', 'winter')).id;
});
afterAll(() => server.dispose());

async function open(address = '/admin/tablets') {
  await signInBrowser(server);
  const app = await renderApp(address, server);
  await screen.findByRole('list', { name: 'Tablets' });
  return app;
}

async function rowOf(name: string) {
  const link = await screen.findByRole('link', { name });
  return within(link.closest('li')!);
}

const rows = () => within(screen.getByRole('list', { name: 'Tablets' })).getAllByRole('link');

describe('the list of tablets', () => {
  it('says of each how it is, what it shows and what it told', async () => {
    const { key } = await tablets.make({ name: 'Kitchen' });
    await tablets.report(key, {
      path: '/circuit-tree/clock',
      version: BUILT_VERSION,
      offlineReady: { done: 124, of: 200 },
      storage: { usage: 5_000_000, quota: 0 },
      screen: { width: 1024, height: 768 },
      battery: { level: 0.5, charging: true },
    });
    const other = await tablets.make({ name: 'Hall' });
    await tablets.report(other.key, { path: '/circuit-tree/photos/summer', version: '2025-10-30 11:53' });
    const revoked = await tablets.make({ name: 'Attic' });
    await tablets.remove(revoked.id);
    await open();
    const kitchen = await rowOf('Kitchen');
    kitchen.getByText('On the wall now');
    kitchen.getByText('Shows Clock');
    const facts = within(kitchen.getByRole('list', { name: 'What it tells' })).getAllByRole('listitem');
    expect(facts.map(({ textContent }) => textContent)).toEqual([
      'Offline ready 124/200',
      '5.0 MB used',
      '1024 × 768',
      'Battery 50 %, charging',
      `App ${BUILT_VERSION}`,
    ]);
    kitchen.getByText(/^Last 24 hours: /);
    const hall = await rowOf('Hall');
    expect(await hall.findByText('Shows Summer')).toBeDefined();
    hall.getByText(`App of an earlier version (2025-10-30 11:53), the server has ${BUILT_VERSION}`);
    (await rowOf('Attic')).getByText('Revoked');
    const names = within(screen.getByRole('list', { name: 'Tablets' })).getAllByRole('link');
    expect(names.map(({ textContent }) => textContent)).toEqual(['First kiosk', 'Hall', 'Kitchen', 'Attic']);
    expect(screen.getByText('2 of 3 tablets are on the wall')).toBeDefined();
  });

  it('is loaded again by itself, and keeps what it knows with a note while the server is gone', async () => {
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    });
    await open();
    await tablets.make({ name: 'Late' });
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    await rowOf('Late');
    window.environment = { ...window.environment, baseApiUrl: 'http://127.0.0.1:9' };
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    await screen.findByText(/The server has not answered since/);
    await rowOf('Late');
    expect(screen.queryByText(/are on the wall/)).toBeNull();
    window.environment = { ...window.environment, baseApiUrl: server.origin };
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    await waitFor(() => expect(screen.queryByText(/The server has not answered since/)).toBeNull());
    vi.useRealTimers();
  });

  it('finds one by its name once there are many, and draws the first fifty', async () => {
    await Promise.all(Array.from({ length: 55 }, (_, number) => tablets.make({ name: `Room ${number + 1}` })));
    const { user } = await open();
    expect(rows()).toHaveLength(50);
    await user.click(screen.getByRole('button', { name: /^Show \d+ more$/ }));
    expect(rows().length).toBeGreaterThan(55);
    await user.type(screen.getByRole('searchbox', { name: 'Find a tablet' }), 'room 55');
    expect(rows().map(({ textContent }) => textContent)).toEqual(['Room 55']);
    await user.type(screen.getByRole('searchbox', { name: 'Find a tablet' }), 'x');
    await screen.findByText('No tablet has a name like that.');
  });

  it('says when it cannot be loaded', async () => {
    await signInBrowser(server);
    await renderApp('/admin/tablets', { origin: 'http://127.0.0.1:9' });
    await screen.findByText('Failed to load the tablets');
  });
});

const typeName = async (user: UserEvent, name: string) => {
  const field = screen.getByLabelText('Name');
  await user.clear(field);
  await user.type(field, name);
};

describe('adding a tablet', () => {
  it('asks for letters first, proposes a name and a menu, and gives the screen what was chosen', async () => {
    const options = new Intl.DateTimeFormat('de-DE', { hour: 'numeric' }).resolvedOptions();
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options);
    const { code, secret } = await tablets.offer();
    const { user } = await open();
    await user.click(screen.getByRole('link', { name: '+ Add Tablet' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a tablet' }));
    const letters = dialog.getByLabelText('The six letters on the screen');
    await waitFor(() => expect(document.activeElement).toBe(letters));
    expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Tablet');
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Menu' }).checked).toBe(true);
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Connect' }).disabled).toBe(true);
    await user.type(letters, 'ABC{Enter}');
    await dialog.findByText(/A screen shows six letters/);
    await user.clear(letters);
    await user.type(letters, `${code === 'ZZZZZZ' ? 'YYYYYY' : 'ZZZZZZ'}{Enter}`);
    await dialog.findByText('No screen shows these letters (any more).');
    await user.clear(letters);
    await user.click(dialog.getByRole('radio', { name: 'Slideshow' }));
    const album = dialog.getByLabelText('Photos of');
    await within(album).findByRole('option', { name: 'Winter' });
    await user.selectOptions(album, 'Winter');
    await user.type(letters, `${code.slice(0, 3).toLowerCase()} ${code.slice(3)}{Enter}`);
    await screen.findByText(/The screen collects its key within seconds/);
    const made = await tablets.named('Tablet');
    expect(made).toMatchObject({
      albumIds: null,
      expiresAt: null,
      settings: { startsWith: 'slideshow', startsWithAlbumId: winterId, locale: 'de', hours: 24 },
    });
    const key = await tablets.collect(secret);
    await tablets.report(key, { path: '/circuit-tree/clock' });
    await screen.findByText('On the wall now: Clock');
    expect(screen.queryByText(/The screen collects its key within seconds/)).toBeNull();
  });

  it('has another way, and takes albums: a link with a code, which localhost makes useless elsewhere', async () => {
    const { user } = await open('/admin/tablets?add=tablet');
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a tablet' }));
    const makeLink = dialog.getByRole<HTMLButtonElement>('button', { name: 'Make a link' });
    await typeName(user, ' Bedroom ');
    await user.click(dialog.getByLabelText('Only some, with what is below them'));
    expect(makeLink.disabled).toBe(true);
    await user.click(await dialog.findByLabelText('Summer'));
    const beach = dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Beach' });
    expect([beach.checked, beach.getAttribute('aria-disabled')]).toEqual([true, 'true']);
    dialog.getByText('2 albums, 0 photos');
    await user.click(makeLink);
    const result = within(await screen.findByRole('dialog', { name: 'Connect “Bedroom”' }));
    const link = result.getByRole<HTMLInputElement>('textbox', { name: 'Link' }).value;
    expect(link).toMatch(/^http:\/\/(localhost|127\.0\.0\.1):\d+\/circuit-tree\?apiKey=/);
    result.getByText(/No other device can open this link/);
    await waitFor(() =>
      expect(result.getByRole('img', { name: 'The link as a QR code' }).getAttribute('data-text')).toBe(link),
    );
    result.getByText('Not opened on a screen yet');
    await tablets.report(new URL(link).searchParams.get('apiKey')!, { path: '/circuit-tree' });
    await result.findByText('On the wall now: Menu');
    await user.click(result.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await rowOf('Bedroom');
    expect((await tablets.named('Bedroom'))?.albumIds).toHaveLength(1);
  });

  it('needs no letters when the code of a screen led here', async () => {
    const { code } = await tablets.offer();
    const { user, path } = await open(`/admin/tablets?code=${code.toLowerCase()}`);
    screen.getByText(`${code.slice(0, 3)} ${code.slice(3)}`);
    expect(screen.queryByLabelText('The six letters on the screen')).toBeNull();
    await typeName(user, 'Anteroom{Enter}');
    await screen.findByText(/The screen collects its key within seconds/);
    await user.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(path()).toBe('/admin/tablets'));
    (await rowOf('Anteroom')).getByText('Waiting for its screen');
  });

  it('says why it failed, and keeps what was typed', async () => {
    const { user } = await open('/admin/tablets?code=ZZZZZZ');
    await typeName(user, 'Too late{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('No screen shows these letters (any more).');
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Too late');
    window.environment = { ...window.environment, baseApiUrl: 'http://127.0.0.1:9' };
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    await screen.findByText('The server cannot be reached.');
  });
});
