import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { API_PATHS } from '#contract/paths.ts';
import type { Album } from '#contract/photos/schemas.ts';
import { GUESTS } from '#contract/guests/storageKeys.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { jpeg } from '#support/pictures/images.ts';
import type { HostedServer } from '#support/screens/serverHost.ts';
import { renderApp, signInBrowser, sharedServer } from '#support/screens/renderApp.tsx';

let server: HostedServer;
let api: ApiClient;
let albums = 0;
beforeAll(async () => {
  server = await sharedServer();
  api = await ApiClient.signedIn(server.origin);
}, 60_000);
beforeEach(() => localStorage.clear());

const picture = async (name: string, seed: number) =>
  new File([new Uint8Array(await jpeg({ seed, width: 60, height: 40 }))], name, { type: 'image/jpeg' });

/** Makes a link on the album's page; returns the path that its QR code leads to. */
async function share(
  visitors: string,
  change: (
    dialog: ReturnType<typeof within>,
    user: Awaited<ReturnType<typeof renderApp>>['user'],
  ) => Promise<void> = async () => {},
) {
  albums += 1;
  const slug = `party-${albums}`;
  await api.createAlbum(`Party ${albums}`, slug);
  await signInBrowser(server);
  const { user, unmount } = await renderApp(`/admin/photos/${slug}`, server);
  await user.click(await screen.findByRole('button', { name: 'Share…' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.selectOptions(dialog.getByLabelText('Visitors may'), visitors);
  await change(dialog, user);
  await user.click(dialog.getByRole('button', { name: 'Make the link' }));
  const { value } = await dialog.findByRole<HTMLInputElement>('textbox', { name: 'Link' });
  unmount();
  localStorage.clear();
  return { slug, name: `Party ${albums}`, path: value.slice(server.origin.length) };
}

it('a guest chooses photos, sees them arrive, is thanked, and finds them in the album', async () => {
  const { path, name } = await share('Also add photos, which are shown at once');
  const { user } = await renderApp(path, server);
  await screen.findByRole('heading', { name });
  const input = screen.getByLabelText<HTMLInputElement>('Your photos', { selector: 'input' });
  expect(input.multiple).toBe(true);
  const film = new File(['\0\0\0\x14ftypqt  \0\0\0\0qt  '], 'film.mov', { type: 'image/jpeg' });
  await user.upload(input, [await picture('one.jpg', 1), await picture('two.jpg', 2), film]);
  await screen.findByText('Thank you! 2 photos arrived and are in the album.');
  const refused = screen.getByText('1 file was not taken').parentElement;
  expect(refused).toHaveProperty('open', true);
  expect(refused?.textContent).toMatch(/film\.mov .*video/i);
  // Without a reload by hand.
  await waitFor(() => expect(document.querySelectorAll('main img')).toHaveLength(2));
  screen.getByRole('button', { name: '+ Add more photos' });
});

it('photos that wait are on the start page and in Photos, and are approved and deleted as pictures', async () => {
  const { path, slug, name } = await share('Also add photos, which you approve first');
  const guest = await renderApp(path, server);
  await guest.user.upload(await screen.findByLabelText('Your photos', { selector: 'input' }), [
    await picture('one.jpg', 3),
    await picture('two.jpg', 4),
    await picture('three.jpg', 5),
  ]);
  await screen.findByText(/^Thank you! 3 photos arrived and are shown once your hosts have looked at them/);
  guest.unmount();

  await signInBrowser(server);
  const { user, unmount } = await renderApp('/admin', server);
  await screen.findByRole('region', { name: /^\d+ photos? of guests waits?$/ });
  await user.click(screen.getByRole('link', { name: 'Look at them' }));
  const list = await screen.findByRole('list', { name: 'Photos that wait' });
  const mine = () =>
    within(list)
      .queryAllByRole('listitem')
      .filter((item) => item.textContent.includes(name));
  expect(mine()).toHaveLength(3);
  await waitFor(() => expect(mine()[0]?.querySelector('img')).not.toBeNull());
  await user.click(within(mine()[2]!).getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await screen.findByText('Moved 1 photo to the trash.');
  await waitFor(() => expect(mine()).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: /^Approve all/ }));
  await screen.findByText(/^Approved \d+ photos\./);
  await screen.findByText(/^No photos wait/);
  unmount();

  const album = await renderApp(`/admin/photos/${slug}`, server);
  await waitFor(() => expect(document.querySelectorAll('main img')).toHaveLength(2));
  await album.user.click(await screen.findByRole('button', { name: 'Share… (1)' }));
  expect((await screen.findByRole('list', { name: 'Shared links' })).textContent).toContain(
    'takes photos, after approval: 3 of 500 (',
  );
});

it('a link for sending alone shows the album’s name and one button, and says when it takes no more', async () => {
  const { path, name } = await share('Also add photos, which are shown at once', async (dialog, user) => {
    await user.clear(dialog.getByLabelText('Maximum number of photos'));
    await user.type(dialog.getByLabelText('Maximum number of photos'), '2');
    await user.click(dialog.getByLabelText('Visitors see the album too'));
  });
  const { user } = await renderApp(path, server);
  await screen.findByRole('heading', { name });
  expect(screen.queryByRole('button', { name: 'Start Slideshow' })).toBeNull();
  screen.getByText('This link takes 2 more photos.');
  await user.upload(screen.getByLabelText('Your photos', { selector: 'input' }), [
    await picture('one.jpg', 6),
    await picture('two.jpg', 7),
    await picture('three.jpg', 8),
  ]);
  expect((await screen.findByText('1 file was not taken')).parentElement?.textContent).toMatch(
    /as many photos as it may/,
  );
  await screen.findByText('This link has taken as many photos as it may.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '+ Add more photos' }).disabled).toBe(true);
});

it('a link says how many bytes it still takes, which photo had no room, and what has been sent', async () => {
  const { path, slug } = await share('Also add photos, which are shown at once', async (dialog, user) => {
    const gigabytes = dialog.getByLabelText('Maximum size in gigabytes');
    expect(gigabytes).toHaveProperty('value', '2');
    await user.clear(gigabytes);
    await user.type(gigabytes, '0,0005');
  });
  const guest = await renderApp(path, server);
  await screen.findByText('This link takes 500.0 kB more.');
  const small = await picture('small.jpg', 20);
  const large = new File([small, new Uint8Array(500_000)], 'large.jpg', { type: 'image/jpeg' });
  await guest.user.upload(screen.getByLabelText('Your photos', { selector: 'input' }), [small, large]);
  await screen.findByText('Thank you! 1 photo arrived and is in the album.');
  expect((await screen.findByText('1 file was not taken')).parentElement?.textContent).toMatch(
    /large\.jpg .*This link has no room for this photo any more: please ask whoever sent you the link for a new one/,
  );
  await screen.findByText(/^This link takes 4\d\d\.\d kB more\.$/);
  guest.unmount();
  await signInBrowser(server);
  const { user } = await renderApp(`/admin/photos/${slug}`, server);
  await user.click(await screen.findByRole('button', { name: 'Share… (1)' }));
  expect((await screen.findByRole('list', { name: 'Shared links' })).textContent).toMatch(
    /takes photos: 1 of 500 \(\d\.\d kB of 500\.0 kB\)/,
  );
});

it('a lost network is waited for, and the photos go on by themselves when it is back', async () => {
  const { path, slug, name } = await share('Also add photos, which are shown at once');
  const parent = await albumNamed(slug);
  await api.createAlbum('Inside', `${slug}-inside`, parent.id);
  const { user } = await renderApp(path, server);
  await screen.findByRole('heading', { name });
  window.environment = { ...window.environment, baseApiUrl: 'http://127.0.0.1:9' };
  await user.upload(screen.getByLabelText('Your photos', { selector: 'input' }), [await picture('one.jpg', 9)]);
  await screen.findByText('The connection was lost. Trying again…');
  // They are on their way on the page of an album below it too, where none are added.
  await user.click(await screen.findByRole('link', { name: 'Inside' }));
  await screen.findByRole('heading', { name: 'Inside' });
  // It is away during each attempt.
  await screen.findByText('The connection was lost. Trying again…');
  expect(screen.queryByLabelText('Your photos', { selector: 'input' })).toBeNull();
  window.environment = { ...window.environment, baseApiUrl: server.origin };
  act(() => void window.dispatchEvent(new Event('online')));
  await screen.findByText('Thank you! 1 photo arrived and is in the album.');
  expect(sessionStorage.getItem(GUESTS.unsent + parent.id)).toBeNull();
});

it('a page that is loaded again in the middle says how many photos were not sent', async () => {
  const { path, slug, name } = await share('Also add photos, which are shown at once');
  const first = await renderApp(path, server);
  await screen.findByRole('heading', { name });
  window.environment = { ...window.environment, baseApiUrl: 'http://127.0.0.1:9' };
  const photos = [await picture('one.jpg', 10), await picture('two.jpg', 11)];
  await first.user.upload(screen.getByLabelText('Your photos', { selector: 'input' }), photos);
  await screen.findByText('The connection was lost. Trying again…');
  first.unmount();
  const { user } = await renderApp(path, server);
  await screen.findByText(/^This page was closed before 2 photos had been sent\. Please choose your photos again/);
  await user.upload(screen.getByLabelText('Your photos', { selector: 'input' }), photos);
  await screen.findByText('Thank you! 2 photos arrived and are in the album.');
  expect(screen.queryByText(/^This page was closed/)).toBeNull();
  expect(sessionStorage.getItem(GUESTS.unsent + (await albumNamed(slug)).id)).toBeNull();
});

async function albumNamed(slug: string): Promise<Album> {
  const headers = { Authorization: `Bearer ${api.token}` };
  const all: Album[] = await (await fetch(server.origin + API_PATHS.albums, { headers })).json();
  const found = all.find((album) => album.slug === slug);
  if (!found) throw new Error(`There is no ${slug}`);
  return found;
}
