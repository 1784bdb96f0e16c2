import { cleanup } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { PAGES } from '#contract/pages.ts';
import { MESSAGES } from '#domain/messages.ts';
import { createAppRouter } from '#src/router.ts';
import type { HostedServer } from '#support/screens/serverHost.ts';
import { renderApp, sharedServer } from '#support/screens/renderApp.tsx';

let server: HostedServer;
beforeAll(async () => {
  server = await sharedServer();
});

test('the router has the pages of the table, and no others', () => {
  const paths = Object.keys(createAppRouter().routesByPath).map((path) => path.replaceAll('$', ':'));
  expect(paths.sort()).toEqual(Object.keys(PAGES).sort());
});

test.each(Object.entries(PAGES))('%s lets in whom the table says', async (pattern, { access }) => {
  localStorage.clear();
  const address = pattern.replace(/:\w+/, 'summer');
  const { path } = await renderApp(address, server);
  const { pathname, searchParams } = new URL(path(), 'http://localhost');
  const search = Object.fromEntries(searchParams);
  if (access === 'everybody') expect([pathname, search]).toEqual([address, {}]);
  else if (access === 'kiosk-key') expect([pathname, search]).toEqual(['/', { error: MESSAGES.apiKeyRequired }]);
  else {
    expect(pathname).toBe('/');
    expect(search).toEqual({ requestedUrl: address, error: MESSAGES.permissionRequired });
  }
  cleanup();
  // The codenames screen reports that jsdom has no camera.
  if (address === '/codenames') vi.mocked(console.error).mockClear();
});
