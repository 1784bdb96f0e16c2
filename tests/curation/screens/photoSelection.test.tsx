import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { imagePath } from '#contract/paths.ts';
import type { Album } from '#contract/photos/schemas.ts';
import { fetchAlbums, fetchPhotos } from '#src/shared/api/albums.ts';
import { findAlbum } from '#domain/albums/albumTree.ts';
import { dismissAllToasts } from '#src/admin/shell/toasts.ts';
import { MESSAGES } from '#domain/messages.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { renderApp, signInBrowser, type ScreenServer, startScreenServer } from '#support/screens/renderApp.tsx';
import { albumOf, anotherPicture, filenamesOf, sendOthers, stemsOf } from '#support/screens/sendPhotos.ts';

let server: ScreenServer;
let api: ApiClient;
beforeAll(async () => {
  server = await startScreenServer();
  api = await ApiClient.signedIn(server.origin);
});
afterAll(() => server.dispose());
afterEach(dismissAllToasts);

async function openAlbum(slug: string, count: number) {
  await signInBrowser(server);
  const app = await renderApp(`/admin/photos/${slug}`, server);
  await waitFor(() => expect(tiles()).toHaveLength(count));
  return app;
}

const tiles = () => [...document.querySelectorAll<HTMLElement>('section[aria-label^="Photos in"] button[data-index]')];
const boxes = () => screen.queryAllByRole<HTMLInputElement>('checkbox');
const selected = () => boxes().flatMap((box, index) => (box.checked ? [index] : []));
const press = (user: UserEvent, keys: string) => user.keyboard(keys);
const bar = () => screen.queryByRole('region', { name: 'Selected photos' });

describe('selecting', () => {
  it('takes one photo by its corner, a range with Shift, more with Ctrl, and all by one press', async () => {
    await albumOf(api, 'selecting', 6);
    const { user } = await openAlbum('selecting', 6);
    expect(bar()).toBeNull();
    await user.click(boxes()[1]!);
    expect(selected()).toEqual([1]);
    await user.keyboard('{Shift>}');
    await user.click(boxes()[3]!);
    await user.keyboard('{/Shift}');
    expect(selected()).toEqual([1, 2, 3]);
    // While something is selected, a press anywhere on a picture selects.
    await user.click(tiles()[5]!);
    await user.click(tiles()[2]!);
    expect(selected()).toEqual([1, 3, 5]);
    expect(within(bar()!).getByText('3 photos selected')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Select all' }));
    expect(selected()).toEqual([0, 1, 2, 3, 4, 5]);
    await user.click(screen.getByRole('button', { name: 'Select nothing' }));
    expect(selected()).toEqual([]);
    expect(bar()).toBeNull();
  });

  it('goes by keyboard alone', async () => {
    const { user } = await openAlbum('selecting', 6);
    tiles()[0]!.focus();
    await press(user, '{ArrowRight}');
    await waitFor(() => expect(document.activeElement).toBe(tiles()[1]));
    await press(user, ' ');
    expect(selected()).toEqual([1]);
    await press(user, '{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
    expect(selected()).toEqual([1, 2, 3]);
    await press(user, '{Shift>}{ArrowLeft}{/Shift}');
    expect(selected()).toEqual([1, 2]);
    await press(user, '{Control>}a{/Control}');
    expect(selected()).toHaveLength(6);
    await press(user, '{Escape}');
    expect(selected()).toEqual([]);
  });

  it('begins with a finger that rests on a photo', async () => {
    await openAlbum('selecting', 6);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.pointerDown(tiles()[2]!, { pointerType: 'touch', clientX: 5, clientY: 5 });
    await vi.advanceTimersByTimeAsync(600);
    vi.useRealTimers();
    fireEvent.pointerUp(tiles()[2]!, { pointerType: 'touch' });
    fireEvent.click(tiles()[2]!);
    await waitFor(() => expect(selected()).toEqual([2]));
    // A finger that scrolls selects nothing.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.pointerDown(tiles()[4]!, { pointerType: 'touch', clientX: 5, clientY: 5 });
    fireEvent.pointerMove(tiles()[4]!, { pointerType: 'touch', clientX: 5, clientY: 40 });
    await vi.advanceTimersByTimeAsync(600);
    vi.useRealTimers();
    expect(selected()).toEqual([2]);
  });

  it('is nothing for people who may only look', async () => {
    await signInBrowser(server, 'user');
    await renderApp('/admin/photos/selecting', server);
    await waitFor(() => expect(document.querySelectorAll('section[aria-label^="Photos in"] img')).toHaveLength(6));
    expect(boxes()).toEqual([]);
    expect(screen.queryByRole('link', { name: /^Trash/ })).toBeNull();
  });
});

describe('deleting', () => {
  it('is done at once and undone by one press', async () => {
    const album = await albumOf(api, 'deleting', 5);
    const before = await filenamesOf(api, album);
    const { user } = await openAlbum('deleting', 5);
    await user.click(boxes()[1]!);
    await user.click(boxes()[3]!);
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(tiles()).toHaveLength(3);
    await waitFor(() => expect(document.activeElement, 'the first that stays').toBe(tiles()[1]));
    expect(await screen.findByText('Deleted 2 photos.')).toBeDefined();
    expect(await filenamesOf(api, album)).toEqual([before[0], before[2], before[4]]);
    expect(await screen.findByRole('link', { name: 'Trash (2)' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Restored 2 photos.')).toBeDefined();
    await waitFor(() => expect(tiles()).toHaveLength(5));
    expect(await filenamesOf(api, album)).toEqual(before);
    expect(await screen.findByRole('link', { name: 'Trash' })).toBeDefined();
  });

  it('shows the photos again when the server does not answer, and tries again when asked', async () => {
    const album = await albumOf(api, 'refused', 2);
    const { user } = await openAlbum('refused', 2);
    window.environment = { ...window.environment, baseApiUrl: 'http://127.0.0.1:9' };
    await user.click(boxes()[1]!);
    await press(user, '{Delete}');
    expect(await screen.findByText('The server cannot be reached. Nothing was deleted.')).toBeDefined();
    expect(tiles()).toHaveLength(2);
    window.environment = { ...window.environment, baseApiUrl: server.origin };
    const notices = screen.getByRole('region', { name: 'Notices' });
    await user.click(within(notices).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Deleted 1 photo.')).toBeDefined();
    expect(await filenamesOf(api, album)).toHaveLength(1);
    expect(tiles()).toHaveLength(1);
  });

  it('offers Undo for ten seconds, and for as long as the mouse is on it', async () => {
    await albumOf(api, 'waiting', 1);
    const { user } = await openAlbum('waiting', 1);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
    vi.spyOn(performance, 'now').mockImplementation(() => Date.now());
    await user.click(boxes()[0]!);
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    const undo = await screen.findByRole('button', { name: 'Undo' });
    const notices = screen.getByRole('region', { name: 'Notices' });
    vi.setTimerTickMode('manual');
    await vi.advanceTimersByTimeAsync(7_000);
    fireEvent.pointerEnter(notices);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(undo.isConnected).toBe(true);
    fireEvent.pointerLeave(notices);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(undo.isConnected).toBe(true);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(undo.isConnected).toBe(false);
    vi.useRealTimers();
    expect(screen.getByText(MESSAGES.noPhotos)).toBeDefined();
  });

  it('does not bring back what was uploaded in the same visit', async () => {
    await albumOf(api, 'fresh', 0);
    await signInBrowser(server);
    const { user } = await renderApp('/admin/photos/fresh', server);
    await screen.findByText(MESSAGES.noPhotos);
    const file = new File([await anotherPicture()], 'new.jpg', { type: 'image/jpeg' });
    fireEvent.change(screen.getByLabelText('Photos to add'), { target: { files: [file] } });
    await waitFor(() => expect(tiles()).toHaveLength(1));
    await user.click(boxes()[0]!);
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await screen.findByText('Deleted 1 photo.');
    expect(tiles()).toHaveLength(0);
  });
});

async function send(user: UserEvent, word: 'Move' | 'Copy', to: string) {
  await user.click(screen.getByRole('button', { name: `${word}…` }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('radio', { name: to }));
  await user.click(within(dialog).getByRole('button', { name: word }));
}

describe('moving and copying', () => {
  it('makes the album that is wanted, beside the one of the photos', async () => {
    const parent = await albumOf(api, 'villa', 0);
    const from = await api.createAlbum('ROOM', 'room', parent.id);
    await sendOthers(api, from.id, ['one.jpg', 'two.jpg']);
    const { user } = await openAlbum('room', 2);
    await user.click(boxes()[0]!);
    await user.click(screen.getByRole('button', { name: 'Copy…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Copy 1 photo to…' }));
    await user.click(dialog.getByRole('button', { name: 'New album…' }));
    const field = dialog.getByRole('textbox', { name: 'Name of the new album' });
    expect(document.activeElement).toBe(field);
    expect(dialog.getByText('It will be in “VILLA”.')).toBeDefined();
    await user.type(field, 'ROOM{Enter}');
    expect(await dialog.findByText('They are in “ROOM” already.')).toBeDefined();
    await user.clear(field);
    await user.type(field, 'Kitchen{Enter}');
    await screen.findByText('Copied 1 photo to “Kitchen”.');
    const listed = async () => findAlbum(await fetchAlbums({ token: api.token }), 'kitchen');
    expect(await listed()).toMatchObject({ photoCount: 1, parentSlug: 'villa' });
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Took 1 photo out of “Kitchen” again.');
    expect(await listed()).toBeUndefined();
  });

  it('puts photos into another album', async () => {
    const from = await albumOf(api, 'from', 3);
    const target = await albumOf(api, 'target', 0);
    const { user } = await openAlbum('from', 3);
    await user.click(boxes()[0]!);
    await user.click(screen.getByRole('button', { name: 'Move…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Move 1 photo to…' });
    // Its cover is beside the name of an album that has one.
    const coverOf = (name: RegExp) =>
      within(dialog).getByRole<HTMLInputElement>('radio', { name }).labels?.[0]?.querySelector('img')?.src;
    const [cover = ''] = await filenamesOf(api, from);
    expect(coverOf(/^FROM/)).toBe(server.origin + imagePath({ albumSlug: 'from', filename: cover }, 'thumbnail'));
    expect(coverOf(/^TARGET/)).toBeUndefined();
    await user.click(within(dialog).getByRole('radio', { name: 'TARGET' }));
    await user.click(within(dialog).getByRole('button', { name: 'Move' }));
    expect(tiles()).toHaveLength(2);
    expect(await screen.findByText('Moved 1 photo to “TARGET”.')).toBeDefined();
    expect(await filenamesOf(api, target)).toHaveLength(1);

    await user.click(boxes()[0]!);
    await user.click(screen.getByRole('button', { name: 'Copy…' }));
    const copy = await screen.findByRole('dialog', { name: 'Copy 1 photo to…' });
    expect(within(copy).getByRole('radio', { name: /^FROM ?they are here$/ })).toHaveProperty('disabled', true);
    await user.click(within(copy).getByRole('radio', { name: 'TARGET' }));
    await user.click(within(copy).getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('Copied 1 photo to “TARGET”.')).toBeDefined();
    expect(await filenamesOf(api, from)).toHaveLength(2);
    expect(await filenamesOf(api, target)).toHaveLength(2);
  });

  it('is undone by one press, what the other album had already and the order by hand included', async () => {
    const from = await albumOf(api, 'order', 4);
    const target = await albumOf(api, 'elsewhere', 0);
    const names = (await filenamesOf(api, from)).toReversed();
    const headers = { Authorization: `Bearer ${api.token}`, 'Content-Type': 'application/json' };
    const ask = (method: string, path: string, body: unknown) =>
      fetch(server.origin + path, { method, headers, body: JSON.stringify(body) });
    await ask('PUT', ADMIN_PATHS.photoOrder(from.id), { filenames: names });
    await ask('POST', ADMIN_PATHS.movePhotos(from.id), { filenames: [names[1]], toAlbumId: target.id, copy: true });
    // A photo that is moved back has other digits.
    const present = async () => [await stemsOf(api, from), await stemsOf(api, target)];
    const before = await present();

    const { user } = await openAlbum('order', 4);
    await user.click(boxes()[1]!);
    await user.click(boxes()[2]!);
    await send(user, 'Move', 'ELSEWHERE');
    expect(await screen.findByText('Moved 2 photos to “ELSEWHERE”.')).toBeDefined();
    expect(await filenamesOf(api, target)).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Moved 2 photos back.')).toBeDefined();
    await waitFor(() => expect(tiles()).toHaveLength(4));
    expect(await present()).toEqual(before);
  });

  it('Ctrl+Z undoes a copy and leaves copies that were there before', async () => {
    const from = await albumOf(api, 'copies', 2);
    const target = await albumOf(api, 'copied', 0);
    const { user } = await openAlbum('copies', 2);
    await user.click(boxes()[0]!);
    await send(user, 'Copy', 'COPIED');
    await screen.findByText('Copied 1 photo to “COPIED”.');
    // Both notices, with what they undo, stay while the mouse is there.
    fireEvent.pointerEnter(screen.getByRole('region', { name: 'Notices' }));
    const [first] = await filenamesOf(api, target);
    await press(user, '{Control>}a{/Control}');
    await send(user, 'Copy', 'COPIED');
    await screen.findByText('Copied 2 photos to “COPIED”.');
    expect(await filenamesOf(api, target)).toHaveLength(2);
    await press(user, '{Control>}z{/Control}');
    expect(await screen.findByText('Took 1 photo out of “COPIED” again.')).toBeDefined();
    expect(await filenamesOf(api, target)).toEqual([first]);
    expect(await filenamesOf(api, from)).toHaveLength(2);
    await press(user, '{Control>}z{/Control}');
    await waitFor(async () => expect(await filenamesOf(api, target)).toEqual([]));
  });
});

const choose = async (user: UserEvent, action: string) => {
  await user.click(screen.getByRole('button', { name: 'More actions' }));
  await user.click(screen.getByRole('menuitem', { name: action }));
};
const hiddenOf = async (album: Album) =>
  (await fetchPhotos({ token: api.token }, { albumId: album.id })).map(({ hidden = false }) => hidden);

describe('more actions', () => {
  it('hide photos from slideshows, those that are not hidden yet, and undo it', async () => {
    const album = await albumOf(api, 'hiding', 4);
    const { user } = await openAlbum('hiding', 4);
    await user.click(boxes()[0]!);
    await choose(user, 'Hide from slideshows');
    await screen.findByText('Hid 1 photo from slideshows.');
    await user.click(boxes()[2]!);
    await user.click(boxes()[3]!);
    await choose(user, 'Hide from slideshows');
    await screen.findByText('Hid 2 photos from slideshows.');
    expect(await hiddenOf(album)).toEqual([true, false, true, true]);
    await press(user, '{Control>}z{/Control}');
    await screen.findByText('Slideshows show 2 photos again.');
    expect(await hiddenOf(album)).toEqual([true, false, false, false]);
    await user.click(boxes()[2]!);
    await user.click(boxes()[3]!);
    await choose(user, 'Show in slideshows');
    await screen.findByText('Slideshows show 1 photo again.');
    expect(await hiddenOf(album)).toEqual([false, false, false, false]);
  });

  it('rotates photos and undoes it', async () => {
    const album = await albumOf(api, 'turning', 2);
    const sizes = async () =>
      (await fetchPhotos({ token: api.token }, { albumId: album.id })).map(({ width, height }) => `${width}x${height}`);
    const { user } = await openAlbum('turning', 2);
    await user.click(boxes()[0]!);
    await user.click(boxes()[1]!);
    await choose(user, 'Rotate left');
    await screen.findByText('Rotated 2 photos.');
    expect(await sizes()).toEqual(['16x24', '16x24']);
    expect(bar()).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Rotated 2 photos back.');
    expect(await sizes()).toEqual(['24x16', '24x16']);
  });

  it('download the originals, and offer the cover for one photo alone', async () => {
    const album = await albumOf(api, 'saving', 2);
    const { user } = await openAlbum('saving', 2);
    await user.click(boxes()[1]!);
    await choose(user, 'Use as cover');
    await screen.findByText('This photo is the cover of “SAVING”.');
    const [, second] = await filenamesOf(api, album);
    const listed = findAlbum(await fetchAlbums({ token: api.token }), 'saving');
    expect(listed).toMatchObject({ cover: { filename: second }, coverChosen: true });
    await user.click(boxes()[0]!);
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    URL.createObjectURL = () => 'blob:original';
    await choose(user, 'Download originals');
    await waitFor(() => expect(saved).toEqual(['saving-0.jpg', 'saving-1.jpg']));
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    expect(screen.queryByRole('menuitem', { name: 'Use as cover' })).toBeNull();
  });
});

/** Moves the focus of a photo to its left edge. */
async function aimAtLeftEdge(album: Album, filename: string): Promise<void> {
  const headers = { Authorization: `Bearer ${api.token}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ focus: { x: 0, y: 0.5 } });
  const url = server.origin + ADMIN_PATHS.photo(album.id, filename);
  expect((await fetch(url, { method: 'PATCH', headers, body })).status).toBe(200);
}

describe('the trash', () => {
  it('lists what was deleted, restores some of it, and deletes the rest for good after asking', async () => {
    const album = await albumOf(api, 'trashed', 4);
    for (const name of await filenamesOf(api, album)) await aimAtLeftEdge(album, name);
    URL.createObjectURL = () => 'blob:picture';
    const { user } = await openAlbum('trashed', 4);
    await user.click(boxes()[0]!);
    await press(user, '{Control>}a{/Control}{Delete}');
    await screen.findByText('Deleted 4 photos.');
    await user.click(await screen.findByRole('link', { name: /^Trash/ }));
    await screen.findByRole('heading', { name: 'Trash' });
    const rows = await screen.findAllByRole('listitem');
    const own = rows.filter(({ textContent }) => textContent?.includes('Photo in “TRASHED”'));
    expect(own).toHaveLength(4);
    expect(own[0]!.textContent).toMatch(/trashed-\d\.jpg.*Deleted .* by .* · 30 days left/);
    const picture = await within(own[0]!).findByRole<HTMLImageElement>('presentation');
    expect(picture.style.objectPosition).toBe('0% 50%');
    await user.click(within(own[0]!).getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    expect(await screen.findByText('Restored 1 photo.')).toBeDefined();
    expect(await filenamesOf(api, album)).toHaveLength(1);

    const left = screen.getAllByRole('listitem').find(({ textContent }) => textContent?.includes('“TRASHED”'));
    await user.click(within(left!).getByRole('button', { name: /^Enlarge trashed-\d\.jpg$/ }));
    const larger = within(screen.getByRole('dialog', { name: /^trashed-\d\.jpg$/ }));
    expect(await larger.findByRole('img', { name: /^trashed-\d\.jpg$/ })).toBeDefined();
    await user.click(larger.getByRole('button', { name: 'Close' }));
    await user.click(within(left!).getByRole('button', { name: /^Restore trashed-\d\.jpg$/ }));
    await waitFor(async () => expect(await filenamesOf(api, album)).toHaveLength(2));

    await user.click(within(screen.getAllByRole('listitem')[0]!).getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Delete for good' }));
    const question = screen.getByRole('alertdialog', { name: 'Delete for good?' });
    expect(question.textContent).toContain('1 photo will be gone for good');
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    const count = screen.getAllByRole('listitem').length;
    await user.click(screen.getByRole('button', { name: 'Delete for good' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete for good' }));
    expect(await screen.findByText('1 photo deleted for good.')).toBeDefined();
    expect(screen.getAllByRole('listitem')).toHaveLength(count - 1);

    await press(user, '{Control>}a{/Control}');
    const selection = within(screen.getByRole('region', { name: 'Selected entries' }));
    expect(selection.getByText(`${count - 1} selected`)).toBeDefined();
    await press(user, '{Escape}');
    await user.click(screen.getByRole('button', { name: 'Empty trash' }));
    // The server's script with TRASH_DAYS set.
    window.environment = { ...window.environment, trashDays: 10 };
    const all = screen.getByRole('alertdialog', { name: 'Empty the trash?' });
    expect(all.textContent).toContain(`${count - 1} photo`);
    await user.click(within(all).getByRole('button', { name: 'Empty trash' }));
    expect(await screen.findByText(/The trash is empty. What is deleted waits here for 10 days/)).toBeDefined();
    await user.click(screen.getByRole('link', { name: '↑ Back to Photos' }));
    expect(await screen.findByRole('link', { name: 'Trash' })).toBeDefined();
  });
});
