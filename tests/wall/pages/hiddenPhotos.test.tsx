import { screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { MESSAGES } from '#domain/messages.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import type { HostedServer } from '#support/screens/serverHost.ts';
import { type KioskLibrary, makeKioskAlbums } from '#support/kiosk/kioskLibrary.ts';
import { answerPhotoLists } from '#support/screens/photoLists.ts';
import { renderApp, sharedServer } from '#support/screens/renderApp.tsx';

let server: HostedServer;
let library: KioskLibrary;
beforeAll(async () => {
  server = await sharedServer();
  library = await makeKioskAlbums(await ApiClient.signedIn(server.origin), 'hidden');
}, 60_000);

const albumPath = (slug: string) => `/circuit-tree/photos/${slug}?apiKey=${encodeURIComponent(server.kioskKey)}`;

const HIDDEN = { filename: 'a.jpg', albumSlug: 'hidden', caption: 'Hidden', hidden: true } as const;
const SHOWN = { filename: 'b.jpg', albumSlug: 'hidden', caption: 'Shown' };

/** The pictures of the open slideshow, those loaded ahead not included. */
async function slides(): Promise<string[]> {
  const slideshow = await screen.findByRole('dialog');
  return [...slideshow.querySelectorAll('img')].map(({ src }) => src).filter((src) => src.includes('/medium/'));
}

test('a slideshow leaves hidden photos out, the grid shows them, and a tap on one shows it', async () => {
  const lists = answerPhotoLists([HIDDEN, SHOWN]);
  const { user } = await renderApp(albumPath(library.single.slug), server);
  await user.click(await screen.findByRole('button', { name: 'Start Slideshow' }));
  await waitFor(async () => expect((await slides())[0]).toContain('b.jpg'));
  await user.keyboard('{ArrowRight}');
  expect((await slides()).join(' ')).not.toContain('a.jpg');
  await user.click(screen.getByRole('button', { name: '✕ Close' }));
  await user.click(await screen.findByRole('button', { name: 'Hidden' }));
  await waitFor(async () => expect((await slides())[0]).toContain('a.jpg'));
  lists.mockRestore();
});

test('a slideshow of nothing but hidden photos says that there are none, also when a link starts it', async () => {
  const lists = answerPhotoLists([{ ...HIDDEN, filename: 'c.jpg' }]);
  const { user, unmount } = await renderApp(albumPath(library.day.slug), server);
  await screen.findByRole('button', { name: 'Hidden' });
  await user.click(screen.getByRole('button', { name: 'Start Slideshow' }));
  await screen.findByText(MESSAGES.noPhotos);
  unmount();
  await renderApp(`${albumPath(library.day.slug)}&slideshow=true`, server);
  await screen.findByText(MESSAGES.noPhotos);
  expect(screen.queryByRole('dialog')).toBeNull();
  lists.mockRestore();
});
