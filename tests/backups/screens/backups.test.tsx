import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { OPEN_TO_OTHERS } from '#domain/backups/backupSentence.ts';
import type { ServerProcess } from '#scripts/run/serverProcess.ts';
import { renderApp, signInBrowser, startServerProcess } from '#support/screens/renderApp.tsx';

const LONG = { timeout: 60_000 };
const root = realpathSync(mkdtempSync(join(tmpdir(), 'circuit-tree-backups-')));
const folder = join(root, 'photos');
let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess({ env: { BACKUP_ROOTS: root } });
});
beforeEach(() => signInBrowser(server));
afterAll(async () => {
  await server.dispose();
  rmSync(root, { recursive: true });
});

const newButton = () => screen.queryByRole<HTMLButtonElement>('button', { name: 'Back up now' });

it('leads from the start page to a folder that gets its first backup, and says how it went', LONG, async () => {
  const { user, path } = await renderApp('/admin', server);
  expect(await screen.findByText(/^No backup yet: /)).toBeDefined();
  expect(screen.queryByText(/All is well/)).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Choose a folder…' }));
  const field = await screen.findByLabelText<HTMLInputElement>('Folder');
  expect(path()).toBe('/admin/backups');
  expect(newButton()).toBeNull();

  await user.type(field, tmpdir());
  await user.click(screen.getByRole('button', { name: 'Back up here each day' }));
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  await user.clear(field);
  await user.type(field, folder);
  await user.click(screen.getByRole('button', { name: 'Back up here each day' }));
  expect(
    await screen.findByText(`The server makes a backup each day in ${folder} and keeps the newest 7.`),
  ).toBeDefined();
  expect(await screen.findByText(/^The last backup was made today .+ with 0 photos, in /, {}, LONG)).toBeDefined();

  const kept = screen.getByLabelText<HTMLInputElement>('Backups that are kept');
  await user.clear(kept);
  await user.type(kept, '3{Enter}');
  expect(await screen.findByText(/keeps the newest 3\.$/)).toBeDefined();
  await waitFor(() => expect(newButton()?.disabled).toBe(false), LONG);
  await user.click(newButton()!);
  expect(await screen.findByText('A backup is being made…')).toBeDefined();
  await waitFor(() => expect(screen.queryByText('A backup is being made…')).toBeNull(), LONG);
});

it('says on the start page that all is well, and ends the backups on a press', LONG, async () => {
  const { user, unmount } = await renderApp('/admin', server);
  expect((await screen.findByText(/^All is well\. The last backup was made today/)).textContent).toContain(folder);
  unmount();
  const record = join(server.dataDir, 'last-backup.json');
  writeFileSync(record, JSON.stringify({ ...JSON.parse(readFileSync(record, 'utf8')), isOpenToOthers: true }));
  const page = await renderApp('/admin/backups', server);
  expect(await screen.findByText(OPEN_TO_OTHERS)).toBeDefined();
  await page.user.click(await screen.findByRole('button', { name: 'Stop making backups' }));
  expect(await screen.findByRole('button', { name: 'Back up here each day' })).toBeDefined();
  await user.tab();
});

it('changes nothing where the setting of the server names the folder', LONG, async () => {
  const set = await startServerProcess({ env: { BACKUP_DIR: join(root, 'set') } });
  await signInBrowser(set);
  await renderApp('/admin/backups', set);
  expect(await screen.findByText(/^The server’s setting BACKUP_DIR says so/)).toBeDefined();
  expect(screen.queryByLabelText('Folder')).toBeNull();
  expect(newButton()).not.toBeNull();
  await set.dispose();
});
