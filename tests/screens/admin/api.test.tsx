import { screen, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import type { SharedServer } from '../../support/screens/sharedServer.ts';
import { renderApp, signInBrowser, sharedServer } from '../../support/screens/renderApp.tsx';

let server: SharedServer;
beforeAll(async () => {
  server = await sharedServer();
});

it('shows everybody who is signed in every call, with who may make it, examples and a command to copy', async () => {
  await signInBrowser(server, 'user');
  const { user } = await renderApp('/admin', server);
  await user.click(await screen.findByRole('link', { name: 'API for programs of your own' }));
  const albums = await screen.findByRole('region', { name: 'Albums' });
  expect(within(albums).getAllByRole('listitem').length).toBeGreaterThan(5);

  await user.type(screen.getByRole('searchbox', { name: 'Find a call' }), 'make album');
  expect(screen.getAllByRole('group')).toHaveLength(1);
  await user.click(screen.getByText('Make an album'));
  expect(screen.getByText('the permission photos:write (or admin)')).toBeTruthy();
  expect(screen.getByText(/"slug": "autumn-2025"/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Copy as curl' }));
  expect(await screen.findByText('Copied')).toBeTruthy();
  expect(await navigator.clipboard.readText()).toContain(`'${server.origin}/photos/albums'`);

  await user.type(screen.getByRole('searchbox'), ' nonsense');
  expect(screen.getByText('No call has these words.')).toBeTruthy();
});
