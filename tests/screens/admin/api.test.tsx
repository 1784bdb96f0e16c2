import { screen, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import type { HostedServer } from '../../support/screens/serverHost.ts';
import { renderApp, signInBrowser, sharedServer } from '../../support/screens/renderApp.tsx';

let server: HostedServer;
beforeAll(async () => {
  server = await sharedServer();
});

it('shows every call, with who may make it and examples', async () => {
  await signInBrowser(server, 'admin');
  const { user } = await renderApp('/admin', server);
  await user.click(await screen.findByRole('link', { name: 'API for programs of your own' }));
  const albums = await screen.findByRole('region', { name: 'Albums' });
  expect(within(albums).getAllByRole('listitem').length).toBeGreaterThan(5);

  const call = within(albums)
    .getAllByRole('group')
    .find((one) => one.textContent.includes('Make an album'));
  if (!call) throw new Error('The list lacks a call');
  await user.click(within(call).getByText('POST /photos/albums'));
  expect(within(call).getByText('Needs: the permission photos:write (or admin).')).toBeTruthy();
  expect(within(call).getByText(/"slug": "autumn-2025"/)).toBeTruthy();
  expect(within(call).getByText(/201: The new album/)).toBeTruthy();
});
