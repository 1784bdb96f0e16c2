import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { dismissAllToasts } from '#src/admin/shell/toasts.ts';
import { seedDemoNodes } from '#scripts/demo/demoNodes.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { serverOn } from '#support/screens/healthScreen.ts';
import { renderApp, signInBrowser, type ScreenServer } from '#support/screens/renderApp.tsx';
import { albumOf, filenamesOf } from '#support/screens/sendPhotos.ts';

// The person's next action while the response to the one before is on its way.

const LONG = { timeout: 30_000 };
vi.setConfig({ testTimeout: 90_000 });

let server: ScreenServer;
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
  await user.tab();
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

const rows = () => screen.queryAllByRole('checkbox').length;
const nodeCalls = (changes: string[]) => changes.filter((change) => change.includes('/nodes/'));

it('minutes are sent once, and what is typed meanwhile after them', async () => {
  const { user } = await open('/admin/alerts');
  const minutes = await screen.findByLabelText<HTMLInputElement>('Minutes of silence before an alert', {}, LONG);
  await user.clear(minutes);
  const held = holdChanges();
  await user.type(minutes, '2{Enter}{Enter}');
  await user.type(minutes, '1{Enter}');
  await user.tab();
  await waitFor(() => expect(held.changes).toHaveLength(1));
  await held.letGo();
  await waitFor(() => expect(held.changes).toEqual(['PUT /alerts', 'PUT /alerts']), LONG);
  held.end();
  cleanup();
  await open('/admin/alerts');
  expect((await screen.findByLabelText<HTMLInputElement>('Minutes of silence before an alert', {}, LONG)).value).toBe(
    '21',
  );
});

it('changes of a node reach the server one after another, and a switch shows the last press', async () => {
  const { user } = await open('/admin/circuit-tree/nodes/hall-lamp');
  const muted = await screen.findByRole<HTMLInputElement>('switch', { name: /^Muted/ }, LONG);
  const held = holdChanges();
  await user.click(muted);
  await user.click(muted);
  expect(muted.checked).toBe(false);
  await waitFor(() => expect(nodeCalls(held.changes)).toHaveLength(1));
  await held.letGo();
  await waitFor(() => expect(nodeCalls(held.changes)).toHaveLength(2), LONG);
  held.end();
  cleanup();
  await open('/admin/circuit-tree/nodes/hall-lamp');
  expect((await screen.findByRole<HTMLInputElement>('switch', { name: /^Muted/ }, LONG)).checked).toBe(false);
});

it('an invitation that is taken back by two presses tells of no failure', async () => {
  const { user } = await open('/admin/users');
  await user.click(await screen.findByRole('button', { name: 'Invite…' }, LONG));
  const dialog = within(screen.getByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Tom');
  await user.click(dialog.getByRole('button', { name: 'Make the link' }));
  await user.click(await screen.findByRole('button', { name: 'Done' }, LONG));
  const takeBack = await screen.findByRole('button', { name: 'Take back the invitation of Tom' }, LONG);
  const held = holdChanges();
  await user.dblClick(takeBack);
  await held.letGo();
  await screen.findByText('Taken back', {}, LONG);
  expect(held.changes).toHaveLength(1);
  expect(screen.queryByRole('alert')).toBeNull();
  held.end();
});

it('what leaves the trash stays gone while something else leaves it too', async () => {
  const api = await ApiClient.signedIn(server.origin);
  const album = await albumOf(api, 'slow-trash', 3);
  const { user } = await open('/admin/photos/slow-trash');
  for (const left of [2, 1, 0]) {
    await user.click((await screen.findAllByRole('checkbox', {}, LONG))[0]!);
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(async () => expect(await filenamesOf(api, album)).toHaveLength(left), LONG);
    await waitFor(() => expect(screen.queryAllByRole('checkbox')).toHaveLength(left), LONG);
  }
  cleanup();
  await open('/admin/trash');
  await waitFor(() => expect(rows()).toBe(3), LONG);
  const original = globalThis.fetch;
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  const waits = [first.promise, second.promise];
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
    const [asked] = request;
    if (asked instanceof Request && asked.method !== 'GET') await waits.shift();
    return original(...request);
  });
  for (const left of [2, 1]) {
    await user.click(screen.getAllByRole('checkbox')[0]!);
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(rows()).toBe(left), LONG);
  }
  const seen = new Set<number>();
  const watch = new MutationObserver(() => seen.add(rows()));
  watch.observe(document.body, { childList: true, subtree: true });
  await act(async () => first.resolve());
  await screen.findAllByText(/^Restored/, {}, LONG);
  await waitFor(() => expect(rows()).toBe(1), LONG);
  watch.disconnect();
  expect([...seen].filter((count) => count > 1)).toEqual([]);
  await act(async () => second.resolve());
  await waitFor(() => expect(screen.queryAllByText(/^Restored/)).toHaveLength(2), LONG);
  spy.mockRestore();
});
