import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import type { HostedServer } from '#support/screens/serverHost.ts';
import { renderApp, sharedServer } from '#support/screens/renderApp.tsx';

let server: HostedServer;
beforeAll(async () => {
  server = await sharedServer();
});

it.each([
  ['/nowhere', '/'],
  ['/codenames/rules', '/'],
  ['/circuit-tree/clocks', '/'],
  ['/circuit-tree/clocks?apiKey=1e5', '/circuit-tree?apiKey=1e5'],
  ['/circuit-tree/photos/a/b?apiKey=1e5&slideshow=true', '/circuit-tree?apiKey=1e5'],
  ['/admin/nowhere', '/admin'],
  ['/admin/photos/a/b', '/admin'],
  ['/100%', '/'],
])('%s says that there is nothing, without asking who it is, and the way home is %s', async (address, home) => {
  const { path } = await renderApp(address, server);
  await screen.findByRole('heading', { name: 'There is nothing at this address' });
  expect(path()).toBe(address);
  expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe(home);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('the way home leads there', async () => {
  const { user, path } = await renderApp('/nowhere', server);
  await user.click(await screen.findByRole('link', { name: 'Go to the home page' }));
  await screen.findByRole('button', { name: 'Sign in dev user' });
  expect(path()).toBe('/');
});
