import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PhotoDetails } from '#contract/curation/schemas.ts';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { API_PATHS } from '#contract/paths.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import type { HostedServer } from '#support/screens/serverHost.ts';
import { AdminTablets } from '#support/screens/adminTablets.ts';
import { renderApp, signInBrowser, sharedServer } from '#support/screens/renderApp.tsx';
import { sendPhotos } from '#support/screens/sendPhotos.ts';

const ICONS = {
  'b-first.png': 'kiosk-192.png',
  'c-second.png': 'codenames-512.png',
  'd-third.png': 'codenames-192.png',
};

let server: HostedServer;
let api: ApiClient;
let album: Album;
let photos: Photo[];
let made = 0;
beforeAll(async () => {
  server = await sharedServer();
  api = await ApiClient.signedIn(server.origin);
});
beforeEach(async () => {
  made += 1;
  album = await api.createAlbum(`Journey ${made}`, `journey-${made}`);
  ({ photos } = await sendPhotos(api, album.id, ICONS));
});

function nameOf(index: number): string {
  return photos[index]?.filename ?? '';
}

async function call<Body>(path: string, init: RequestInit = {}): Promise<Body> {
  const headers = { Authorization: `Bearer ${api.token}`, 'Content-Type': 'application/json' };
  const response = await fetch(api.origin + path, { ...init, headers });
  const body: Body = JSON.parse(await response.text());
  return body;
}

const stored = (filename = nameOf(0)) => call<PhotoDetails>(ADMIN_PATHS.photo(album.id, filename));
const patch = (changes: unknown) =>
  call<Photo>(ADMIN_PATHS.photo(album.id, nameOf(0)), { method: 'PATCH', body: JSON.stringify(changes) });

async function openAlbum(as: 'admin' | 'user' = 'admin', search = '') {
  await signInBrowser(server, as);
  const app = await renderApp(`/admin/photos/${album.slug}${search}`, server);
  await screen.findByRole('region', { name: `Photos in ${album.name}` });
  return app;
}

const viewer = () => screen.findByRole('dialog', { name: 'Photo' });
const tile = (index: number) => screen.findByRole('button', { name: `Photo ${index + 1}` });
const place = (text: string) => screen.findByText(text);

async function choose(user: UserEvent, action: string) {
  await user.click(screen.getByRole('button', { name: 'More actions' }));
  await user.click(screen.getByRole('menuitem', { name: action }));
}

/** Puts the mouse on the notice's button in the viewer, so that it stays. */
async function restOnUndo(user: UserEvent) {
  const undo = await within(await viewer()).findByRole('button', { name: 'Undo' });
  await user.hover(undo);
  return undo;
}

describe('the viewer', () => {
  it('opens at the thumbnail that was pressed, goes on by keys and buttons, and gives the focus back', async () => {
    const { user, path } = await openAlbum();
    await user.click(await tile(1));
    expect(await within(await viewer()).findByRole('img', { name: 'Photo 2' })).toBeDefined();
    expect(path()).toBe(`/admin/photos/${album.slug}?photo=${nameOf(1)}`);
    await user.keyboard('{ArrowRight}');
    await place('3 of 3');
    expect(screen.queryByRole('button', { name: 'Next photo' })).toBeNull();
    await user.keyboard('{Home}');
    await place('1 of 3');
    expect(screen.queryByRole('button', { name: 'Previous photo' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Next photo' }));
    await place('2 of 3');
    await user.keyboard('{End}');
    await place('3 of 3');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(path()).toBe(`/admin/photos/${album.slug}`);
    await waitFor(async () => expect(document.activeElement).toBe(await tile(2)));
  });

  it('is part of the address: a reload keeps it, Back closes it', async () => {
    const first = await openAlbum();
    await first.user.click(await tile(0));
    await viewer();
    first.router.history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    first.unmount();
    const { user, path } = await openAlbum('admin', `?photo=${nameOf(2)}`);
    await viewer();
    await place('3 of 3');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(path()).toBe(`/admin/photos/${album.slug}`));
  });

  it('says that a photo is gone which the address names', async () => {
    const { path } = await openAlbum('admin', '?photo=gone.jpg');
    await screen.findByText('This photo is not here any more.');
    await waitFor(() => expect(path()).toBe(`/admin/photos/${album.slug}`));
  });

  it('zooms by keys and buttons, and pans then where the arrows led on before', async () => {
    const { user } = await openAlbum('admin', `?photo=${nameOf(0)}`);
    const picture = within(await viewer()).getByRole('img', { name: 'Photo 1' }).parentElement;
    expect(screen.getByRole('button', { name: 'Zoom out' })).toHaveProperty('disabled', true);
    await user.keyboard('+');
    expect(picture?.style.transform).toContain('scale(1.5)');
    await user.keyboard('{ArrowRight}');
    await place('1 of 3');
    await user.click(screen.getByRole('button', { name: 'Zoom in' }));
    expect(picture?.style.transform).toContain('scale(2.25)');
    await user.keyboard('0');
    expect(picture?.style.transform).toContain('scale(1)');
    await user.keyboard('{ArrowRight}');
    await place('2 of 3');
  });

  it('deletes, shows the next one, and offers to undo it', async () => {
    const { user } = await openAlbum('admin', `?photo=${nameOf(1)}`);
    await viewer();
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await place('2 of 2');
    await user.click(await within(await viewer()).findByRole('button', { name: 'Undo' }));
    await screen.findByText(/^\d of 3$/);
  });

  it('keeps a notice for as long as the mouse is on it, though the page below shows it too', async () => {
    const { user } = await openAlbum('admin', `?photo=${nameOf(1)}`);
    await viewer();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
    vi.spyOn(performance, 'now').mockImplementation(() => Date.now());
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    const undo = await restOnUndo(user);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(undo.isConnected).toBe(true);
    await user.unhover(undo);
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(undo.isConnected).toBe(false);
    vi.useRealTimers();
  });

  it('rotates: the photo has a new name, and the viewer stays at it', async () => {
    const { user, path } = await openAlbum('admin', `?photo=${nameOf(1)}`);
    await viewer();
    await user.click(screen.getByRole('button', { name: 'Rotate right' }));
    await waitFor(() => expect(path()).not.toContain(nameOf(1)));
    await place('2 of 3');
    expect(path()).toContain('?photo=');
  });
});

async function openDetails(as: 'admin' | 'user' = 'admin') {
  const app = await openAlbum(as, `?photo=${nameOf(0)}`);
  await viewer();
  await app.user.keyboard('i');
  const panel = within(await screen.findByRole('complementary', { name: 'Details' }));
  await panel.findByText('b-first.png');
  return { ...app, panel };
}

const albumNames = async () =>
  (await call<Album[]>(API_PATHS.albums)).map(({ name, photoCount }) => [name, photoCount]);

describe('More actions', () => {
  it('move the photo to a new album, and the viewer goes on; undone, photo and album are as before', async () => {
    const { user } = await openAlbum();
    await user.click(await tile(0));
    const inViewer = within(await viewer());
    await choose(user, 'Move…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Move 1 photo to…' }));
    await user.click(dialog.getByRole('button', { name: 'New album…' }));
    await user.type(dialog.getByRole('textbox', { name: 'Name of the new album' }), `Best of ${made}{Enter}`);
    const undo = await restOnUndo(user);
    await screen.findAllByText(`Moved 1 photo to “Best of ${made}”.`);
    await inViewer.findByText('1 of 2');
    expect(await albumNames()).toContainEqual([`Best of ${made}`, 1]);
    await user.click(undo);
    await screen.findAllByText('Moved 1 photo back.');
    expect(await albumNames()).toContainEqual([album.name, 3]);
    expect((await albumNames()).flat()).not.toContain(`Best of ${made}`);
  });

  it('close the dialog alone at Escape, not the viewer below it', async () => {
    const { user } = await openAlbum();
    await user.click(await tile(0));
    await viewer();
    await choose(user, 'Move…');
    const dialog = await screen.findByRole('dialog', { name: 'Move 1 photo to…' });
    // The browser's own event for the key.
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    await waitFor(() => expect(dialog.isConnected).toBe(false));
    expect((await viewer()).isConnected).toBe(true);
    expect(new URLSearchParams(location.search).get('photo')).toBe(nameOf(0));
  });

  it('close one by one at Back: the dialog first, then the viewer', async () => {
    const { user, path } = await openAlbum();
    await user.click(await tile(0));
    await viewer();
    await choose(user, 'Move…');
    const dialog = await screen.findByRole('dialog', { name: 'Move 1 photo to…' });
    window.history.back();
    await waitFor(() => expect(dialog.isConnected).toBe(false));
    expect((await viewer()).isConnected).toBe(true);
    expect(new URLSearchParams(location.search).get('photo')).toBe(nameOf(0));
    window.history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(path()).toBe(`/admin/photos/${album.slug}`);
  });

  it('leave nothing in the browser’s history when the only photo is moved and the viewer closes with its dialog', async () => {
    const only = await api.createAlbum(`Only ${made}`, `only-${made}`);
    await sendPhotos(api, only.id, { 'only.png': 'kiosk-512.png' });
    await signInBrowser(server);
    const { user, path } = await renderApp(`/admin/photos/${only.slug}`, server);
    const picture = await tile(0);
    const entry: unknown = window.history.state;
    await user.click(picture);
    await viewer();
    await choose(user, 'Move…');
    await user.click(await screen.findByRole('radio', { name: album.name }));
    await user.click(screen.getByRole('button', { name: 'Move' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(window.history.state).toEqual(entry));
    expect(path()).toBe(`/admin/photos/${only.slug}`);
    // Its notice would come into the next test, and stay there for ten seconds.
    await screen.findByRole('button', { name: 'Undo' });
  });

  it('make the photo the cover, until it is undone', async () => {
    const cover = async () =>
      (await call<Album[]>(API_PATHS.albums)).find(({ id }) => id === album.id)?.cover?.filename;
    expect(await cover()).toBe(nameOf(0));
    const { user } = await openAlbum();
    await user.click(await tile(1));
    await viewer();
    await choose(user, 'Use as cover');
    const undo = await restOnUndo(user);
    await screen.findAllByText(`This photo is the cover of “${album.name}”.`);
    expect(await cover()).toBe(nameOf(1));
    await user.click(undo);
    await screen.findAllByText(`“${album.name}” has its former cover again.`);
    expect(await cover()).toBe(nameOf(0));
  });
});

describe('Show on…', () => {
  it('names the tablets that are connected and may see the album, and tells the chosen one', async () => {
    const tablets = await AdminTablets.on(server);
    const other = await api.createAlbum(`Other ${made}`, `other-${made}`);
    const wall = await tablets.make({ name: `Wall ${made}` });
    const blind = await tablets.make({ name: `Blind ${made}`, albumIds: [other.id] });
    await tablets.make({ name: `Off ${made}` });
    const stops = await Promise.all([tablets.listen(wall.key), tablets.listen(blind.key)]);
    const { user } = await openAlbum('admin', `?photo=${nameOf(1)}`);
    await viewer();
    await user.click(screen.getByRole('button', { name: 'Show on…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Show on…' }));
    await dialog.findByRole('button', { name: `Wall ${made}` });
    expect(dialog.queryByRole('button', { name: `Blind ${made}` })).toBeNull();
    expect(dialog.queryByRole('button', { name: `Off ${made}` })).toBeNull();
    await user.click(dialog.getByRole('button', { name: `Wall ${made}` }));
    // Said by the page below too.
    await screen.findAllByText(`“Wall ${made}” shows this photo.`);
    await viewer();
    for (const stop of stops) stop();
  });
});

describe('the details', () => {
  it('tell size, file and other albums with the same photo', async () => {
    const other = await api.createAlbum('Best of', `best-of-${made}`);
    await sendPhotos(api, other.id, { 'again.png': 'kiosk-192.png' });
    const { panel } = await openDetails();
    expect(panel.getByText(/^192 × 192 · [\d.]+ kB$/)).toBeDefined();
    const link = await panel.findByRole('link', { name: 'Best of' });
    expect(link.getAttribute('href')).toBe(`/admin/photos/${other.slug}`);
  });

  it('save a caption with Enter, and take it back with Escape', async () => {
    const { user, panel } = await openDetails();
    const field = panel.getByRole('textbox', { name: 'Caption' });
    expect(field.dir).toBe('auto');
    await user.type(field, 'The ferry{Enter}');
    await panel.findByText('Saved');
    expect((await stored()).photo.caption).toBe('The ferry');
    await user.type(field, ' at night{Escape}');
    expect(field).toHaveProperty('value', 'The ferry');
    expect(within(await viewer()).getByRole('img', { name: 'The ferry' })).toBeDefined();
    expect((await stored()).photo.caption).toBe('The ferry');
  });

  it('keep what was typed when somebody else was first, and say what has changed', async () => {
    const { user, panel } = await openDetails();
    await patch({ caption: 'Theirs' });
    const field = panel.getByRole('textbox', { name: 'Caption' });
    await user.type(field, 'Mine{Enter}');
    const alert = await panel.findByRole('alert');
    expect(alert.textContent).toContain('Its caption is now “Theirs”');
    expect(field).toHaveProperty('value', 'Mine');
    expect((await stored()).photo.caption).toBe('Theirs');
    await user.click(panel.getByRole('button', { name: 'Save mine' }));
    await panel.findByText('Saved');
    expect((await stored()).photo.caption).toBe('Mine');
  });

  it('hide a photo from slideshows, which its thumbnail then shows', async () => {
    const { user, panel } = await openDetails();
    await user.click(panel.getByRole('switch', { name: 'Hidden from slideshows' }));
    await user.type(panel.getByRole('textbox', { name: 'Caption' }), 'At once{Enter}');
    await panel.findByText('Saved');
    expect((await stored()).photo).toMatchObject({ hidden: true, caption: 'At once' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByRole('img', { name: 'Hidden from slideshows' })).toBeDefined();
  });

  it('correct when a photo was taken, and undo it', async () => {
    const { user, panel } = await openDetails();
    expect(panel.getByText('Not known')).toBeDefined();
    const save = async (label: string, value: string) => {
      await user.click(panel.getByRole('button', { name: 'Change the time taken' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Taken' }));
      fireEvent.change(dialog.getByLabelText(label), { target: { value } });
      await user.click(dialog.getByRole('button', { name: 'Save' }));
      await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Taken' })).toBeNull());
    };
    await save('Time (optional)', '08:00');
    expect(screen.queryByText('Changed when the photo was taken.')).toBeNull();
    await save('Day', '1987-07-14');
    expect(await panel.findByText(/1987/)).toBeDefined();
    const noon = new Date('1987-07-14T12:00').toISOString();
    await waitFor(async () => expect((await stored()).photo.takenAt).toBe(noon));
    await user.click(await within(await viewer()).findByRole('button', { name: 'Undo' }));
    expect(await panel.findByText('Not known')).toBeDefined();
    await waitFor(async () => expect((await stored()).photo.takenAt).toBeUndefined());
  });

  it('move the focus by keys and by dragging, to where the server found it again', async () => {
    const found = (await stored()).photo.focus;
    await patch({ focus: { x: 0.5, y: 0.01 } });
    const { user } = await openDetails();
    await user.click(screen.getByRole('button', { name: 'Move the focus' }));
    expect(screen.queryByRole('complementary', { name: 'Details' })).toBeNull();
    const point = await screen.findByRole('button', { name: /^Focus, 50% from the left and 1% from the top/ });
    point.focus();
    await user.keyboard('{ArrowLeft}{ArrowUp}');
    await waitFor(async () => expect((await stored()).photo.focus).toEqual({ x: 0.48, y: 0 }));
    // The arrow keys do not go on to the next photo meanwhile.
    expect(screen.getByText('1 of 3')).toBeDefined();
    const picture = point.parentElement;
    if (!picture) throw new Error('The point lies on no picture');
    // Nothing has a size in jsdom, so that the picture is one pixel, and no pointer is captured.
    picture.setPointerCapture = () => undefined;
    fireEvent.pointerDown(picture, { clientX: 0.1, clientY: 0.2, buttons: 1 });
    fireEvent.pointerMove(picture, { clientX: 0.25, clientY: 0.75, buttons: 1 });
    fireEvent.pointerUp(picture);
    await waitFor(async () => expect((await stored()).photo.focus).toEqual({ x: 0.25, y: 0.75 }));
    await user.click(screen.getByRole('button', { name: 'As found' }));
    await waitFor(async () => expect((await stored()).photo.focus).toEqual(found));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('button', { name: /^Focus,/ })).toBeNull();
    expect(await viewer()).toBeDefined();
  });

  it('download the original under its own name', async () => {
    const { user } = await openDetails();
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      saved.push(`${this.download} ${this.href}`);
    });
    URL.createObjectURL = () => 'blob:original';
    await user.click(screen.getByRole('button', { name: 'Download original' }));
    await waitFor(() => expect(saved).toEqual(['b-first.png blob:original']));
  });

  it('offer nothing that a person with photos:read may not do', async () => {
    await patch({ caption: 'Only to be read', hidden: true });
    const { user, panel } = await openDetails('user');
    expect(panel.getByText('Only to be read').dir).toBe('auto');
    expect(panel.getByText('Hidden from slideshows')).toBeDefined();
    expect(panel.queryByRole('textbox')).toBeNull();
    expect(panel.queryByRole('switch')).toBeNull();
    expect(panel.queryByRole('button', { name: 'Move the focus' })).toBeNull();
    for (const name of [
      'Show on…',
      'Delete',
      'Rotate left',
      'Rotate right',
      'Download original',
      'More actions',
      'Change the time taken',
    ]) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
    // Without the details the caption is below the picture.
    await user.click(screen.getByRole('button', { name: 'Details' }));
    expect(screen.getByText('Only to be read').dir).toBe('auto');
  });
});
