import { act, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { dismissAllToasts } from '../../../src/screens/admin/frame/toasts.ts';
import { seedDemoNodes } from '../../../scripts/demo/demoNodes.ts';
import type { ServerProcess } from '../../../scripts/run/serverProcess.ts';
import { serverOn } from '../../support/screens/healthScreen.ts';
import { renderApp, signInBrowser } from '../../support/screens/renderApp.tsx';

// What somebody does while the response to what they did before is on its way.

const LONG = { timeout: 30_000 };
vi.setConfig({ testTimeout: 90_000 });

let server: ServerProcess;
beforeAll(async () => {
  server = await serverOn((dataDir) => seedDemoNodes(dataDir));
});
afterAll(() => server.dispose());
afterEach(dismissAllToasts);

async function open(path: string) {
  await signInBrowser(server);
  return renderApp(path, server);
}

/** Responses to changes wait until they are let go. */
function holdChanges() {
  const original = globalThis.fetch;
  const held = Promise.withResolvers<void>();
  const changes: string[] = [];
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
    const [asked] = request;
    const response = await original(...request);
    if (!(asked instanceof Request) || asked.method === 'GET') return response;
    changes.push(`${asked.method} ${new URL(asked.url).pathname}`);
    await held.promise;
    return response;
  });
  const letGo = () => act(async () => held.resolve());
  return { changes, letGo, end: () => spy.mockRestore() };
}

it('an impatient second press adds no second channel, and what is typed meanwhile stays', async () => {
  const { user } = await open('/admin/alerts');
  const field = await screen.findByLabelText<HTMLInputElement>('Address of the topic', {}, LONG);
  await user.type(field, `${server.origin}/first`);
  const held = holdChanges();
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await user.type(field, '-and-more{Enter}');
  await waitFor(() => expect(held.changes).toHaveLength(1));
  await held.letGo();
  await screen.findByRole('button', { name: /^Remove/ }, LONG);
  expect(held.changes).toEqual(['POST /alerts/channels']);
  expect(field.value).toBe(`${server.origin}/first-and-more`);
  held.end();
});

it('notes that are typed while the ones before are being saved stay', async () => {
  const { user } = await open('/admin/circuit-tree/nodes/hall-lamp');
  const notes = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Notes' }, LONG);
  await user.type(notes, 'Top');
  const held = holdChanges();
  await user.click(screen.getByRole('button', { name: 'Save notes' }));
  await user.type(notes, ' shelf');
  await held.letGo();
  await screen.findByText('The notes are saved.', {}, LONG);
  expect(notes.value).toBe('Top shelf');
  held.end();
});

it('a node that is forgotten leads nobody away from the page that they went to meanwhile', async () => {
  const { user, path, router } = await open('/admin/circuit-tree/nodes/letter-box');
  await user.click(await screen.findByRole('button', { name: 'Forget this node' }, LONG));
  const held = holdChanges();
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Forget' }));
  await act(() => router.navigate({ to: '/admin/sessions' }));
  await screen.findByRole('heading', { name: 'My Devices' }, LONG);
  await held.letGo();
  await screen.findByText('“letter-box” is forgotten.', {}, LONG);
  expect(path()).toBe('/admin/sessions');
  held.end();
});
