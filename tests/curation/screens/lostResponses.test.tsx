import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { dismissAllToasts } from '#src/admin/shell/toasts.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { renderApp, signInBrowser, type ScreenServer, startScreenServer } from '#support/screens/renderApp.tsx';
import { albumOf, filenamesOf, stemsOf } from '#support/screens/sendPhotos.ts';

// The server does what it is asked, and the network is cut before its response arrives.

let server: ScreenServer;
let api: ApiClient;
beforeAll(async () => {
  server = await startScreenServer();
  api = await ApiClient.signedIn(server.origin);
});
afterAll(() => server.dispose());
afterEach(dismissAllToasts);

async function openAlbum(slug: string, count: number) {
  await signInBrowser(server);
  const app = await renderApp(`/admin/photos/${slug}`, server);
  await waitFor(() => expect(boxes()).toHaveLength(count));
  return app;
}

const boxes = () => screen.queryAllByRole<HTMLInputElement>('checkbox');

/** The next change is made, but its response does not arrive. */
function loseNextResponse(): void {
  const original = globalThis.fetch;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
    const [asked, options] = request;
    const method = asked instanceof Request ? asked.method : options?.method;
    const response = await original(...request);
    if (method === undefined || method === 'GET') return response;
    spy.mockRestore();
    throw new TypeError('Failed to fetch');
  });
}

async function tryAgain(user: UserEvent): Promise<void> {
  const notices = screen.getByRole('region', { name: 'Notices' });
  await user.click(await within(notices).findByRole('button', { name: 'Try again' }));
}

describe('when the response is lost, “Try again” ends well', () => {
  it('for a deletion, and for its undoing', async () => {
    const album = await albumOf(api, 'deleted', 3);
    const before = await filenamesOf(api, album);
    const { user } = await openAlbum('deleted', 3);
    await user.click(boxes()[0]!);
    await user.click(boxes()[2]!);
    loseNextResponse();
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await tryAgain(user);
    expect(await screen.findByText('Deleted 2 photos.')).toBeDefined();
    expect(await filenamesOf(api, album)).toEqual([before[1]]);
    loseNextResponse();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await tryAgain(user);
    expect(await screen.findByText('Restored 2 photos.')).toBeDefined();
    await waitFor(() => expect(boxes()).toHaveLength(3));
    expect(await filenamesOf(api, album)).toEqual(before);
  });

  it('for a move, and for its undoing', async () => {
    const from = await albumOf(api, 'moved-from', 2);
    const to = await albumOf(api, 'moved-to', 0);
    const before = await stemsOf(api, from);
    const { user } = await openAlbum('moved-from', 2);
    await user.click(boxes()[0]!);
    await user.click(screen.getByRole('button', { name: 'Move…' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('radio', { name: 'MOVED-TO' }));
    loseNextResponse();
    await user.click(within(dialog).getByRole('button', { name: 'Move' }));
    await tryAgain(user);
    expect(await screen.findByText('Moved 1 photo to “MOVED-TO”.')).toBeDefined();
    expect(await stemsOf(api, to)).toEqual(before.slice(0, 1));
    loseNextResponse();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await tryAgain(user);
    expect(await screen.findByText('Moved 1 photo back.')).toBeDefined();
    expect(await stemsOf(api, from)).toEqual(before);
    expect(await stemsOf(api, to)).toEqual([]);
  });

  it('for a copy, and its undoing takes out all that was copied', async () => {
    const from = await albumOf(api, 'copied-from', 2);
    const to = await albumOf(api, 'copied-to', 0);
    const before = await stemsOf(api, from);
    const { user } = await openAlbum('copied-from', 2);
    await user.click(boxes()[0]!);
    await user.click(screen.getByRole('button', { name: 'Copy…' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('radio', { name: 'COPIED-TO' }));
    loseNextResponse();
    await user.click(within(dialog).getByRole('button', { name: 'Copy' }));
    await tryAgain(user);
    expect(await screen.findByText('Copied 1 photo to “COPIED-TO”.')).toBeDefined();
    expect(await stemsOf(api, to)).toEqual(before.slice(0, 1));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Took 1 photo out of “COPIED-TO” again.')).toBeDefined();
    expect(await stemsOf(api, to)).toEqual([]);
  });

  it('for a new name', async () => {
    await albumOf(api, 'renamed', 1);
    const { user } = await openAlbum('renamed', 1);
    await user.click(screen.getByRole('button', { name: 'Actions for RENAMED' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Rename…' }));
    const field = await screen.findByLabelText('Name');
    await user.clear(field);
    await user.type(field, 'Kept');
    loseNextResponse();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The server cannot be reached.');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByRole('heading', { name: 'Kept' })).toBeDefined();
  });

  it('for a rotation, which is not done twice', async () => {
    const album = await albumOf(api, 'turned', 1);
    const before = await filenamesOf(api, album);
    const { user } = await openAlbum('turned', 1);
    await user.click(screen.getByRole('button', { name: /^Photo 1/ }));
    const viewer = await screen.findByRole('dialog', { name: 'Photo' });
    loseNextResponse();
    await user.click(within(viewer).getByRole('button', { name: 'Rotate right' }));
    await screen.findAllByText(
      /Check whether the photo was rotated before you rotate it again/,
      {},
      { timeout: 20_000 },
    );
    const after = await filenamesOf(api, album);
    expect(after).not.toEqual(before);
    await user.click(within(viewer).getByRole('button', { name: 'Rotate right' }));
    await screen.findAllByText(/The photo was not rotated/, {}, { timeout: 20_000 });
    expect(await filenamesOf(api, album)).toEqual(after);
  });

  it('for the deletion of an album', async () => {
    await albumOf(api, 'whole', 1);
    const { user } = await openAlbum('whole', 1);
    await user.click(screen.getByRole('button', { name: 'Actions for WHOLE' }));
    await user.click(await screen.findByRole('menuitem', { name: /Delete/ }));
    const question = await screen.findByRole('alertdialog');
    loseNextResponse();
    await user.click(within(question).getByRole('button', { name: /^Delete/ }));
    await tryAgain(user);
    expect(await screen.findByText('Deleted “WHOLE” with 1 photo.')).toBeDefined();
  });

  it('for what is deleted for good', async () => {
    const album = await albumOf(api, 'for-good', 2);
    const { user } = await openAlbum('for-good', 2);
    await user.click(boxes()[0]!);
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await screen.findByText('Deleted 1 photo.');
    await user.click(await screen.findByRole('link', { name: /^Trash/ }));
    const rows = await screen.findAllByRole('listitem');
    const own = rows.find(({ textContent }) => textContent?.includes('Photo in “FOR-GOOD”'));
    await user.click(within(own!).getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Delete for good' }));
    loseNextResponse();
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete for good' }));
    await tryAgain(user);
    expect(await screen.findByText('1 photo deleted for good.')).toBeDefined();
    expect(await filenamesOf(api, album)).toHaveLength(1);
  });
});
