import { screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { UserRecord } from '#contract/users/schemas.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { Permission } from '#contract/permissions.ts';
import { signInAsDev } from '#scripts/run/apiClient.ts';
import { renderApp, signInBrowser, type ScreenServer, startScreenServer } from '#support/screens/renderApp.tsx';

let server: ScreenServer;
beforeAll(async () => {
  server = await startScreenServer();
});
afterAll(() => server.dispose());

const events = () => screen.getAllByRole('listitem').map((item) => item.querySelector('span')?.textContent);

it('tells who did what, newest first, by page, person and topic', async () => {
  const { token } = await signInAsDev(server.origin, 'admin');
  await signInAsDev(server.origin, 'user');
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const users: UserRecord[] = JSON.parse(await (await fetch(server.origin + ADMIN_PATHS.users, { headers })).text());
  const { id } = users.find(({ email }) => email === 'dev-user@localhost')!;
  const give = (permissions: Permission[]) =>
    fetch(server.origin + ADMIN_PATHS.userPermissions(id), {
      method: 'PUT',
      headers,
      body: JSON.stringify({ permissions }),
    });
  for (let round = 0; round < 55; round += 1) {
    await give(['photos:read', 'photos:write']);
    await give(['photos:read']);
  }

  await signInBrowser(server);
  const { user } = await renderApp('/admin/users', server);
  await user.click(await screen.findByRole('link', { name: 'Audit Log' }));
  await waitFor(() => expect(events()).toHaveLength(100));
  expect(events().slice(0, 3)).toEqual([
    'Admin Dev signed in on Unknown device',
    'Admin Dev took photos:write from Dev User',
    'Admin Dev gave Dev User photos:write',
  ]);
  await user.click(screen.getByRole('button', { name: 'Show older' }));
  await waitFor(() => expect(events().length).toBeGreaterThan(110));
  expect(events().at(-1)).toBe('The server made the key “First kiosk”');
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();

  await user.selectOptions(screen.getByRole('combobox', { name: 'What' }), 'Sign-ins');
  await waitFor(() => expect(events()).toHaveLength(3));
  const option = await screen.findByRole('option', { name: 'Dev User (dev-user@localhost)' });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Person' }), option);
  await waitFor(() => expect(events()).toEqual(['Dev User signed in on Unknown device']));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Person' }), 'The command line');
  await screen.findByText('Nothing was found.');
});
