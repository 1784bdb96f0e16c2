import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiClient } from '#scripts/run/apiClient.ts';
import type { NewTablet } from '#contract/tablets/schemas.ts';
import { AdminTablets } from '#support/screens/adminTablets.ts';
import { renderApp, signInBrowser, type ScreenServer, startScreenServer } from '#support/screens/renderApp.tsx';

let server: ScreenServer;
let tablets: AdminTablets;
let summerId: string;
beforeAll(async () => {
  server = await startScreenServer();
  tablets = await AdminTablets.on(server);
  summerId = (await (await ApiClient.signedIn(server.origin)).createAlbum('Summer', 'summer')).id;
});
afterAll(() => server.dispose());

async function open(fields: NewTablet) {
  const tablet = await tablets.make(fields);
  await signInBrowser(server);
  const app = await renderApp(`/admin/tablets/${tablet.id}`, server);
  await screen.findByRole('heading', { name: fields.name });
  const settings = async () => (await tablets.find(tablet.id)).settings;
  return { ...app, tablet, settings };
}

/** The page is seen again when its data is ten seconds old, and loads it anew unless it is loading. */
function seeAgainLater() {
  const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_000);
  fireEvent(document, new Event('visibilitychange'));
  later.mockRestore();
}

const rules = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
const dialog = () => within(screen.getByRole('dialog'));
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const answer = (title: string) => within(screen.getByRole('alertdialog', { name: title }));

describe('the settings of a tablet', () => {
  it('have a sentence about guests, whose code comes and goes with it', async () => {
    const { user, tablet } = await open({ name: 'Party wall' });
    expect(screen.queryByRole('radio', { name: 'After approval' })).toBeNull();
    await waitFor(() => user.selectOptions(screen.getByLabelText('Guests add photos to'), 'Summer'));
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'After approval' }).checked).toBe(true);
    await user.click(screen.getByRole('radio', { name: 'At once' }));
    const saved = async () => (await tablets.find(tablet.id)).guestCode;
    await waitFor(async () => expect(await saved()).toEqual({ albumId: summerId, mayUpload: 'at-once' }));
    await screen.findByText(/Each change is saved at once/);
    await user.selectOptions(screen.getByLabelText('Guests add photos to'), 'No album: it shows no code');
    await waitFor(async () => expect(await saved()).toBeNull());
    expect(screen.queryByRole('radio', { name: 'At once' })).toBeNull();
    await screen.findByText(/Each change is saved at once/);
  });

  it('are saved one by one, and seen in the preview at once', async () => {
    const { user, settings } = await open({ name: 'Wall' });
    const preview = within(screen.getByRole('region', { name: 'Preview' }));
    await user.click(screen.getByRole('switch', { name: 'Caption' }));
    expect(preview.getByText('A caption of the photo').dir).toBe('auto');
    await user.click(screen.getByRole('radio', { name: 'Fill the screen' }));
    await user.selectOptions(screen.getByLabelText('Each photo stays for'), '5 minutes');
    await user.selectOptions(screen.getByLabelText('Order'), 'Newest first');
    screen.getByRole('option', { name: /^日本語.* \(dates only\)$/ });
    await user.selectOptions(screen.getByLabelText('Language'), 'Deutsch');
    await user.click(screen.getByRole('radio', { name: '24 hours' }));
    await user.click(screen.getByRole('radio', { name: 'Slideshow' }));
    const album = screen.getByLabelText('Photos of');
    await within(album).findByRole('option', { name: 'Summer' });
    await user.selectOptions(album, 'Summer');
    await user.selectOptions(screen.getByLabelText('Return after'), '2 minutes without a touch');
    await user.click(screen.getByRole('switch', { name: 'Countdown' }));
    await screen.findByText(/Each change is saved at once/);
    expect(await settings()).toMatchObject({
      caption: true,
      fit: 'cover',
      secondsPerPhoto: 300,
      order: 'newest',
      locale: 'de',
      hours: 24,
      startsWith: 'slideshow',
      startsWithAlbumId: summerId,
      returnAfterSeconds: 120,
      countdown: false,
    });
  });

  it('have a programme of rules, which are added, changed, put in order and removed', async () => {
    const { user, settings } = await open({ name: 'Programme' });
    await user.click(button('Dark at night…'));
    await user.click(dialog().getByRole('checkbox', { name: 'Saturday' }));
    await user.click(dialog().getByRole('checkbox', { name: 'Sunday' }));
    await user.selectOptions(dialog().getByLabelText('It then shows'), 'Nothing: black');
    await user.click(dialog().getByRole('button', { name: 'Add' }));
    screen.getByText('Mondays to Fridays from 22:00 until 7:00: black');

    await user.click(button('Dimmed from sunset…'));
    const place = dialog().getByLabelText('Latitude, longitude');
    expect(dialog().getByRole<HTMLButtonElement>('button', { name: 'Add' }).disabled).toBe(true);
    await user.type(place, 'Berlin{Enter}');
    dialog().getByText('A place is written like 52.52, 13.405');
    await user.clear(place);
    await user.type(place, '52.52, 13.405{Enter}');
    await user.click(dialog().getByRole('button', { name: 'Add' }));
    await user.click(button('Christmas in December…'));
    await user.click(await dialog().findByRole('checkbox', { name: 'Summer' }));
    await user.click(dialog().getByRole('button', { name: 'Add' }));

    const moved = 'Move up: 1 December to 31 December: slideshow of Summer';
    await user.click(button(moved));
    await user.click(button('Edit: Mondays to Fridays from 22:00 until 7:00: black'));
    await user.click(dialog().getByRole('radio', { name: 'All day' }));
    await user.click(dialog().getByRole('button', { name: 'Save' }));
    await user.click(button('Remove: From sunset until sunrise: slideshow of everything, dimmed by 40 %'));
    screen.getByRole('figure', { name: /This week/ });
    await waitFor(async () =>
      expect(await settings()).toMatchObject({
        programme: [
          { days: [1, 2, 3, 4, 5], shows: 'black' },
          { dates: { from: '12-01', to: '12-31' }, shows: 'slideshow', albumIds: [summerId] },
        ],
        place: { latitude: 52.52, longitude: 13.405 },
      }),
    );
    expect(rules().join(' ')).toMatch(/Mondays to Fridays: black.*1 December to 31 December: slideshow of Summer/);
  });

  it('marks the rule that counts now', async () => {
    await open({
      name: 'Counting',
      settings: { programme: [{ shows: 'clock', from: '00:00', to: '23:59' }, { shows: 'home' }] },
    });
    const [marked] = screen.getAllByText('Now');
    expect(marked?.closest('li')?.getAttribute('aria-current')).toBe('true');
  });

  it('go back when the server does not take them, and can be sent again', async () => {
    const { user, settings } = await open({ name: 'Refused' });
    window.environment = { ...window.environment, baseApiUrl: 'http://127.0.0.1:9' };
    const flag = screen.getByRole<HTMLInputElement>('switch', { name: 'Small clock' });
    await user.click(flag);
    await screen.findByText('“Refused” was not changed. The server cannot be reached.');
    expect(flag.checked).toBe(false);
    window.environment = { ...window.environment, baseApiUrl: server.origin };
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(flag.checked).toBe(true);
    await waitFor(async () => expect((await settings()).clockOverlay).toBe(true));
  });
});

describe('what a tablet tells', () => {
  it('is seen on its page: its shape in the preview, and the build from which it went back', async () => {
    const tablet = await tablets.make({ name: 'Upright', settings: { caption: true } });
    const shape = { width: 768, height: 1024 };
    await tablets.report(tablet.key, { path: '/circuit-tree', screen: shape, failedBuild: '01234567' });
    await signInBrowser(server);
    await renderApp(`/admin/tablets/${tablet.id}`, server);
    await screen.findByText(/Went back from app 01234567, which did not start/);
    const caption = within(screen.getByRole('region', { name: 'Preview' })).getByText('A caption of the photo');
    expect(caption.closest('[data-shape]')?.getAttribute('data-shape')).toBe('portrait');
  });
});

describe('a tablet’s name and albums', () => {
  it('are changed in dialogs', async () => {
    const { user, tablet } = await open({ name: 'Old' });
    await user.click(screen.getByRole('button', { name: 'Rename' }));
    const name = screen.getByLabelText('Name');
    await user.clear(name);
    await user.type(name, 'New{Enter}');
    await screen.findByRole('heading', { name: 'New' });
    await user.click(screen.getByRole('button', { name: 'Change…' }));
    await user.click(screen.getByLabelText('Only some, with what is below them'));
    await user.click(await screen.findByRole('checkbox', { name: 'Summer' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(/^Summer, with what is below/);
    await waitFor(async () =>
      expect(await tablets.find(tablet.id)).toMatchObject({ name: 'New', albumIds: [summerId] }),
    );
  });
});

let toldTablets = 0;

describe('what a tablet is told at once', () => {
  it('waits until it listens', async () => {
    await open({ name: 'Deaf' });
    expect(button('Show its name').disabled).toBe(true);
    screen.getByText(/The tablet is not connected/);
  });

  it.each([
    ['that reports a pause can be resumed by a page that knows nothing of it', { paused: true as const }, 'Resume'],
    ['that reports none can be paused', {}, 'Pause'],
  ])('%s', async (_name, fields, label) => {
    const made = await tablets.make({ name: `Told of ${label}` });
    await tablets.report(made.key, { path: '/circuit-tree/photos/summer', ...fields });
    await signInBrowser(server);
    await renderApp(`/admin/tablets/${made.id}`, server);
    await screen.findByRole('button', { name: label });
  });

  it('reaches it, and a refusal is said', async () => {
    // Another name each time it is tried.
    toldTablets += 1;
    const name = `Told ${toldTablets}`;
    const made = await tablets.make({ name });
    const stop = await tablets.listen(made.key);
    await signInBrowser(server);
    const { user } = await renderApp(`/admin/tablets/${made.id}`, server);
    await screen.findByRole('heading', { name });
    await user.click(button('Show its name'));
    await screen.findByText(`“${name}” shows its name for ten seconds.`);
    await user.click(button('Pause'));
    await screen.findByText(`“${name}” pauses.`);
    await user.click(button('Resume'));
    await screen.findByText(`“${name}” goes on.`);
    await user.click(button('Show an album…'));
    await user.click(await within(screen.getByRole('dialog')).findByLabelText('Summer'));
    await waitFor(() => expect(button('Show').disabled).toBe(false));
    await user.click(button('Show'));
    await screen.findByText(`“${name}” shows Summer.`);
    // The page's next load would disable the button.
    const { fetch } = globalThis;
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (...call) => {
      const [asked] = call;
      if (asked instanceof Request && asked.method === 'GET') return new Promise<never>(() => undefined);
      return fetch(...call);
    });
    stop();
    await waitFor(async () => expect((await tablets.find(made.id)).listening).toBe(false));
    await user.click(button('Next photo'));
    await screen.findByText(`“${name}” cannot be reached at the moment.`);
  });
});

describe('the key of a tablet', () => {
  it('ends for a new one, after words about it; then the letters of its screen make it the same tablet again', async () => {
    const { user, tablet } = await open({ name: 'Keyed', settings: { hours: 24 } });
    await user.click(button('New key…'));
    answer('A new key for “Keyed”?').getByText(/six letters within a minute; you type them here/);
    await user.click(answer('A new key for “Keyed”?').getByRole('button', { name: 'Cancel' }));
    expect((await tablets.find(tablet.id)).state).toBe('active');
    await user.click(button('New key…'));
    await user.click(answer('A new key for “Keyed”?').getByRole('button', { name: 'End the old key' }));
    const letters = await screen.findByLabelText('The six letters on the screen');
    expect((await tablets.find(tablet.id)).state).toBe('revoked');
    await user.type(letters, 'ABC');
    await user.click(dialog().getByRole('button', { name: 'Connect' }));
    await screen.findByText(/A screen shows six letters/);
    const { code, secret } = await tablets.offer();
    await user.clear(letters);
    await user.type(letters, `${code.toLowerCase()}{Enter}`);
    await screen.findByText('The screen collects its key within seconds.');
    const key = await tablets.collect(secret);
    expect(key).not.toBe(tablet.key);
    const again = await tablets.find(tablet.id);
    expect(again).toMatchObject({ name: 'Keyed', state: 'active', settings: { hours: 24 } });
  });

  it('is revoked after a question, and then the tablet can be connected again or deleted', async () => {
    const { user, tablet, path } = await open({ name: 'Over' });
    await user.click(button('Revoke…'));
    await user.click(answer('Revoke “Over”?').getByRole('button', { name: 'Cancel' }));
    expect((await tablets.find(tablet.id)).state).toBe('active');
    await user.click(button('Revoke…'));
    await user.click(answer('Revoke “Over”?').getByRole('button', { name: 'Revoke' }));
    await screen.findByText('Revoked');
    expect(screen.queryByRole('button', { name: 'Show its name' })).toBeNull();
    await user.click(button('Connect again…'));
    const { code, secret } = await tablets.offer();
    await user.type(screen.getByLabelText('The six letters on the screen'), `${code}{Enter}`);
    await screen.findByText('The screen collects its key within seconds.');
    await tablets.collect(secret);
    await waitFor(() => {
      seeAgainLater();
      // The tablet is in use again, and the section with its key has moved: the dialog is still there.
      screen.getByRole('button', { name: 'Show its name', hidden: true });
    });
    await user.click(dialog().getByRole('button', { name: 'Done' }));
    await user.click(button('Revoke…'));
    await user.click(answer('Revoke “Over”?').getByRole('button', { name: 'Revoke' }));
    await user.click(await screen.findByRole('button', { name: 'Delete…' }));
    await user.click(answer('Delete “Over”?').getByRole('button', { name: 'Delete' }));
    const heading = await screen.findByRole('heading', { name: 'Tablets' });
    // The page went with the button that had the focus.
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(path()).toBe('/admin/tablets');
    expect(await tablets.named('Over')).toBeUndefined();
  });

  it('is not deleted by a press on Revoke when somebody else has revoked it meanwhile', async () => {
    const { user, tablet } = await open({ name: 'Twice' });
    await user.click(button('Revoke…'));
    await tablets.remove(tablet.id);
    await user.click(answer('Revoke “Twice”?').getByRole('button', { name: 'Revoke' }));
    await screen.findByText('Revoked');
    expect(await tablets.find(tablet.id)).toMatchObject({ name: 'Twice', state: 'revoked' });
  });

  it('a tablet that is not there says so', async () => {
    await signInBrowser(server);
    await renderApp('/admin/tablets/none', server);
    await screen.findByText('Failed to load the tablet');
  });
});
