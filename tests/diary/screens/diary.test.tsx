import { screen, within } from '@testing-library/react';
import { afterAll, beforeAll, test } from 'vitest';
import { AdminTablets } from '#support/screens/adminTablets.ts';
import { renderApp, signInBrowser, type ScreenServer, startScreenServer } from '#support/screens/renderApp.tsx';

let server: ScreenServer;
let tablets: AdminTablets;
beforeAll(async () => {
  server = await startScreenServer();
  tablets = await AdminTablets.on(server);
}, 60_000);
afterAll(() => server.dispose());

test('a day of a tablet is told in words, as the tablet accounted for it', async () => {
  const { id, key } = await tablets.make({ name: 'Attic' });
  const morning = new Date();
  // After the hour at which clocks are changed.
  morning.setHours(5, 0, 0, 0);
  const at = morning.getTime() / 60_000;
  const diary = [
    { at, minutes: 300, shows: 'dark' as const },
    { at: at + 300, minutes: 40, shows: 'off' as const },
    { at: at + 340, minutes: 65, shows: 'photo' as const, photo: 1, mark: 'started' as const },
    { at: at + 405, minutes: 5, shows: 'photo' as const, photo: 2, offline: true },
  ];
  await tablets.report(key, { path: '/circuit-tree', diary });
  await signInBrowser(server);
  const { user } = await renderApp(`/admin/tablets/${id}`, server);
  const section = within(await screen.findByRole('region', { name: 'What it did' }));
  await section.findByText('Dark by its programme: 5 h');
  for (const text of [
    'Photos: 1 h 10 min',
    'Off, without power or closed: 40 min (10:00–10:40)',
    'Without the server: 5 min (11:45–11:50)',
    'Reloaded: 10:40',
  ]) {
    section.getByText(text);
  }
  await user.click(section.getByRole('button', { name: 'The day before' }));
  await section.findByText('The tablet has reported nothing for this day.');
  await user.click(section.getByRole('button', { name: 'The day after' }));
  await section.findByText('Photos: 1 h 10 min');
});
