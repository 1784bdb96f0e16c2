import { screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ServerProcess } from '../../../scripts/run/serverProcess.ts';
import { renderApp, signInBrowser, startScreenServer } from '../../support/screens/renderApp.tsx';

let server: ServerProcess;
beforeAll(async () => {
  server = await startScreenServer();
});
afterAll(() => server.dispose());

const note = () => screen.queryByText(/^This installation is new: it was made on .+ and has no albums yet\./);

it('says to an admin, and to nobody else, that the installation is new and where its data lies', async () => {
  await signInBrowser(server, 'user');
  const { unmount } = await renderApp('/admin', server);
  await screen.findByRole('heading', { name: 'Admin' });
  expect(note()).toBeNull();
  unmount();
  await signInBrowser(server, 'admin');
  await renderApp('/admin', server);
  await waitFor(() => expect(note()?.textContent).toContain(`It keeps its data in ${server.dataDir}.`));
});
