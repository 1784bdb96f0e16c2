import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { API_PATHS } from '#contract/paths.ts';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { MESSAGES } from '#domain/messages.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { AdminTablets } from '#support/screens/adminTablets.ts';
import { sendOthers } from '#support/screens/sendPhotos.ts';
import { renderApp, signInBrowser, type ScreenServer, startScreenServer } from '#support/screens/renderApp.tsx';

let server: ScreenServer;
let api: ApiClient;
beforeAll(async () => {
  server = await startScreenServer();
  api = await ApiClient.signedIn(server.origin);
});
afterAll(() => server.dispose());

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

async function openDialog(path: string) {
  await signInBrowser(server);
  const app = await renderApp(path, server);
  await app.user.click(await screen.findByRole('link', { name: '+ Add Album' }));
  await screen.findByRole('dialog', { name: 'New Album' });
  return app;
}

describe('the New Album dialog', () => {
  it('focuses Name, carries the current album’s id hidden, and creates inside it', async () => {
    const parent = await api.createAlbum('Year 2023', 'year-2023');
    const { user, path } = await openDialog('/admin/photos/year-2023');
    expect(document.activeElement).toBe(field('Name'));
    expect(document.querySelector<HTMLInputElement>('input[type=hidden]')?.value).toBe(parent.id);
    expect(
      within(screen.getByRole('dialog'))
        .getAllByRole('button')
        .map((b) => b.textContent),
    ).toEqual(['Cancel', 'Create']);
    await user.type(field('Name'), 'May & June');
    expect(field('Slug').value).toBe('may-june');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByRole('heading', { name: 'May & June' })).toBeDefined();
    expect(path()).toBe('/admin/photos/may-june');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('link', { name: '↑ Go Up a Level' }));
    expect(await screen.findByRole('link', { name: 'May & June' })).toBeDefined();
  });

  it('makes the slug anew on every change of the name, a hand edit or not', async () => {
    const { user } = await openDialog('/admin/photos');
    await user.type(field('Name'), 'One');
    await user.clear(field('Slug'));
    await user.type(field('Slug'), 'my-own');
    expect(field('Slug').value).toBe('my-own');
    expect(field('Name').value).toBe('One');
    await user.type(field('Name'), ' two');
    expect(field('Slug').value).toBe('one-two');
  });

  it('does nothing while a field is empty, and says why', async () => {
    const { user } = await openDialog('/admin/photos');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(screen.getByText('Please type a name.')).toBeDefined();
    await user.type(field('Name'), '日本');
    expect(field('Slug').value).toBe('');
    await user.type(field('Name'), '{Enter}');
    expect(screen.getByText(/Please type a slug/)).toBeDefined();
    expect(screen.getByRole('dialog')).toBeDefined();
  });

  it('shows the server’s sentence when the slug is taken, and keeps what was typed', async () => {
    await api.createAlbum('Taken', 'taken');
    const { user } = await openDialog('/admin/photos');
    await user.type(field('Name'), 'Taken');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('An album with the slug "taken" already exists')).toBeDefined();
    expect(field('Name').value).toBe('Taken');
  });

  it('says that creating failed when the server is out of reach', async () => {
    const { user } = await openDialog('/admin/photos');
    await user.type(field('Name'), 'Alone');
    window.environment = { ...window.environment, baseApiUrl: 'http://127.0.0.1:9' };
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText(MESSAGES.createAlbumFailed)).toBeDefined();
    expect(field('Name').value).toBe('Alone');
  });

  it('closes by Cancel and forgets what was typed', async () => {
    const { user } = await openDialog('/admin/photos');
    await user.type(field('Name'), 'Never mind');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('link', { name: '+ Add Album' }));
    await screen.findByRole('dialog');
    expect(field('Name').value).toBe('');
  });

  it('keeps what was typed when it is closed by accident', async () => {
    const { user } = await openDialog('/admin/photos');
    await user.type(field('Name'), 'Not lost');
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('link', { name: '+ Add Album' }));
    await screen.findByRole('dialog');
    expect(field('Name').value).toBe('Not lost');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
  });

  it('loses nothing that was typed when the session ends in the middle', async () => {
    const { user, path } = await openDialog('/admin/photos/year-2023');
    await user.type(field('Name'), 'Half an album');
    await user.clear(field('Slug'));
    await user.type(field('Slug'), 'my-half');
    const { token } = JSON.parse(localStorage.getItem(LOCAL_STORAGE.user) ?? '{}');
    await fetch(`${server.origin}/auth/sign-out`, { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await screen.findByText(MESSAGES.permissionRequired);
    await user.click(screen.getByRole('button', { name: 'Sign in dev admin user' }));
    await screen.findByRole('dialog', { name: 'New Album' });
    expect(path()).toBe('/admin/photos/year-2023?dialog=new-album');
    expect(field('Name').value).toBe('Half an album');
    expect(field('Slug').value).toBe('my-half');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByRole('heading', { name: 'Half an album' })).toBeDefined();
  });
});

describe('naughty names', () => {
  it('are no slugs: one is refused with the server’s sentence, and what was typed stays', async () => {
    const { user, path } = await openDialog('/admin/photos');
    await user.type(field('Name'), 'Good name');
    await user.clear(field('Slug'));
    await user.click(field('Slug'));
    await user.paste('../../etc/passwd');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText(/^The slug must be 1 to 80 of the characters/)).toBeDefined();
    expect(field('Slug').value).toBe('../../etc/passwd');
    expect(path()).toBe('/admin/photos?dialog=new-album');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
  });

  it('can be typed', async () => {
    const name = `<script>alert(1)</script> Robert'); DROP TABLE albums;-- ../../etc %00 Ω≈ç√ 👩‍👩‍👧‍👦`;
    const { user } = await openDialog('/admin/photos');
    await user.click(field('Name'));
    await user.paste(name);
    await user.clear(field('Slug'));
    await user.type(field('Slug'), 'typed');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(document.querySelector('h2')?.textContent).toBe(name));
    expect(window.location.pathname).toBe('/admin/photos/typed');
  });
});

/** A button or link, or a menu and its item, and the title of the dialog that it opens. */
type Opened = [opener: RegExp, title: RegExp] | [menu: RegExp, item: RegExp, title: RegExp];

const ALBUM_MENU = /^Actions for Ways/;
const KEYBOARD: Record<string, Opened[]> = {
  '/admin/photos/ways': [
    [/^\+ Add Album/, /^New Album/],
    [/^Share…/, /^Share “Ways”/],
    [ALBUM_MENU, /^Rename/, /^Rename album/],
    [ALBUM_MENU, /^Move to/, /^Move “Ways”/],
    [ALBUM_MENU, /^Cover/, /^Cover/],
    [ALBUM_MENU, /^Order of photos/, /^Order of photos/],
    [ALBUM_MENU, /^Order of albums/, /^Order of albums/],
    [ALBUM_MENU, /^Delete/, /^Delete “Ways”/],
  ],
  '/admin/trash': [
    [/^Empty trash/, /^Empty the trash/],
    [/^Enlarge gone/, /^gone/],
  ],
  '/admin/users': [
    [/^Invite/, /^Invite somebody/],
    [/^Sign-in link for dev-user/, /^Sign-in link for/],
    [/^More about dev-user/, /^Rename/, /^Rename dev-user/],
    [/^Block/, /^Block dev-user/],
    [/^More about dev-user/, /^Delete/, /^Delete dev-user/],
  ],
  '/admin/tablets': [[/^\+ Add Tablet/, /^Add a tablet/]],
  '/admin/tablets/ID': [
    [/^Rename/, /^Rename the tablet/],
    [/^Show an album/, /^Show an album/],
    [/^A line of words/, /^A line of words/],
    [/^Change…/, /^What “Hall” may see/],
    [/^Another rule/, /^New rule/],
    [/^New key/, /^A new key for “Hall”/],
    [/^Revoke/, /^Revoke “Hall”/],
  ],
  '/admin/sources': [[/^Follow Immich/, /^Follow Immich/]],
};

describe('every dialog', () => {
  let tabletId: string;
  let stopListening: () => void;
  beforeAll(async () => {
    await api.createAlbum('Elsewhere', 'elsewhere');
    const album = await api.createAlbum('Ways', 'ways');
    await api.createAlbum('Below', 'below', album.id);
    await api.createAlbum('Beside', 'beside', album.id);
    const { photos } = await sendOthers(api, album.id, ['kept.jpg', 'gone.jpg']);
    const gone = photos.find(({ filename }) => filename.startsWith('gone'))?.filename ?? '';
    await fetch(server.origin + API_PATHS.albumPhotos(album.id), {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${api.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ filenames: [gone] }),
    });
    await ApiClient.signedIn(server.origin, 'user');
    const tablets = await AdminTablets.on(server);
    const hall = await tablets.make({ name: 'Hall' });
    tabletId = hall.id;
    stopListening = await tablets.listen(hall.key);
  });
  afterAll(() => stopListening());
  // A browser gives the focus to the first thing in a dialog that takes it; jsdom does not know how.
  beforeEach(() => {
    vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(function show(this: HTMLDialogElement) {
      this.open = true;
      this.querySelector<HTMLElement>('button:enabled, input:enabled, select:enabled, a[href]')?.focus();
    });
  });

  it.each(Object.keys(KEYBOARD))(
    'on %s is opened by Enter and has the focus, which Escape gives back, and Back stays on the page; neither leaves an entry',
    async (page) => {
      await signInBrowser(server);
      window.history.pushState(null, '');
      const { user, path } = await renderApp(page.replace('ID', tabletId), server);
      const press = async (element: HTMLElement) => {
        element.focus();
        await user.keyboard('{Enter}');
      };
      const click = (element: HTMLElement) => user.click(element);
      const open = async ([opener, ...names]: Opened, by: typeof press) => {
        const title = names.pop() ?? opener;
        const [item] = names;
        await by(await findPressable(opener));
        if (item) await by(await screen.findByRole('menuitem', { name: item }));
        const dialog = await findDialog(title);
        await waitFor(() => expect(window.history.state, `${title} has an entry`).not.toEqual(entry));
        return dialog;
      };
      const isClosed = async (how: string) => {
        await waitFor(() => expect(document.querySelector('dialog'), how).toBeNull());
        await waitFor(() => expect(window.history.state, how).toEqual(entry));
        expect(path(), how).toBe(page.replace('ID', tabletId));
      };
      await findPressable(KEYBOARD[page]?.[0]?.[0] ?? /./);
      const entry: unknown = window.history.state;
      for (const way of KEYBOARD[page] ?? []) {
        const title = `${way.at(-1)}`;
        const dialog = await open(way, press);
        expect(dialog.contains(document.activeElement), `the focus is in ${title}`).toBe(true);
        // Enter does what a form is for; a question is answered by no press too many.
        const form = document.activeElement?.closest('form');
        if (form) expect(form.querySelector('[type=submit]'), title).not.toBeNull();
        else expect(document.activeElement?.textContent, title).toMatch(/^(Cancel|Close|Done)$/);
        fireEvent(dialog, new Event('cancel', { cancelable: true }));
        await isClosed(`${title} after Escape`);
        expect(document.activeElement, `the focus is back from ${title}`).toBe(await findPressable(way[0]));
        await open(way, click);
        window.history.back();
        await isClosed(`${title} after Back`);
        // All dialogs have their entries in one place: of each page the first goes Forward.
        if (way === KEYBOARD[page]?.[0]) {
          await goForward();
          await isClosed(`${title} after Forward`);
        }
      }
    },
  );
});

/** To the entry of the dialog that Back has closed. */
async function goForward(): Promise<void> {
  const arrived = new Promise((resolve) => {
    window.addEventListener('popstate', resolve, { once: true });
  });
  window.history.forward();
  await arrived;
}

function findPressable(name: RegExp): Promise<HTMLElement> {
  return waitFor(() => {
    const [found] = [...screen.queryAllByRole('button', { name }), ...screen.queryAllByRole('link', { name })];
    expect(found, `${name}`).toBeDefined();
    return found ?? document.body;
  });
}

function findDialog(name: RegExp): Promise<HTMLElement> {
  return waitFor(() => {
    const [found] = [...screen.queryAllByRole('dialog', { name }), ...screen.queryAllByRole('alertdialog', { name })];
    expect(found, `${name}`).toBeDefined();
    return found ?? document.body;
  });
}
