import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { ShareWithKey } from '#contract/shares/schemas.ts';
import { fetchPhotos } from '#src/shared/api/albums.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { jpeg } from '#support/pictures/images.ts';
import { renderApp, sharedServer } from '#support/screens/renderApp.tsx';
import { PassingWorker } from '../support/passingWorker.ts';
import { CLIP, quickTime, video } from '../support/videos.ts';

beforeEach(() => vi.stubGlobal('Worker', PassingWorker));
afterEach(() => vi.unstubAllGlobals());

const fileOf = (bytes: Buffer, name: string, type: string) => new File([new Uint8Array(bytes)], name, { type });

test('the videos of a guest are made in their browser: by itself, and beside a picture', async () => {
  const server = await sharedServer();
  const api = await ApiClient.signedIn(server.origin);
  const { id: albumId } = await api.createAlbum('Videos of guests', 'videos-of-guests');
  const terms = { albumId, term: 'day', mayUpload: 'at-once' };
  const { url } = await api.ask<ShareWithKey>(`POST ${ADMIN_PATHS.shares}`, terms);
  const { user } = await renderApp(url.slice(new URL(url).origin.length), server);
  // As the phone's own choice of files does, this takes only what the page asks for.
  await user.upload(await screen.findByLabelText('Your photos', { selector: 'input' }), [
    fileOf(await video(), 'party.mp4', 'video/mp4'),
    fileOf(await jpeg({ seed: 41, width: 60, height: 40 }), 'IMG_1.jpg', 'image/jpeg'),
    fileOf(await quickTime(), 'IMG_1.MOV', 'video/quicktime'),
  ]);
  await screen.findByText('Thank you! 2 photos arrived and are in the album.');
  screen.getByText(/^Of 1 file not all is kept\. Of a video its still and its clip are kept/);
  const photos = await fetchPhotos({ token: api.token }, { albumId });
  expect(Object.fromEntries(photos.map(({ filename, clip }) => [filename.split('-')[0], clip]))).toEqual({
    party: expect.objectContaining(CLIP),
    IMG_1: expect.objectContaining(CLIP),
  });
});
