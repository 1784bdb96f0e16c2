import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { UserRecord } from '#contract/users/schemas.ts';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { Permission } from '#contract/permissions.ts';
import { invitationTokenFrom } from '#domain/access/links.ts';
import { INVITATION_PATTERNS } from '#contract/signIn/signIn.ts';
import { whenText } from '#domain/clock/when.ts';
import { MESSAGES } from '#domain/messages.ts';
import { signInAsDev } from '#scripts/run/apiClient.ts';
import { holdCalls } from '#support/screens/heldCalls.ts';
import { renderApp, signInBrowser, type ScreenServer, startScreenServer } from '#support/screens/renderApp.tsx';

const ADMIN = 'dev-admin@localhost';
const USER = 'dev-user@localhost';

let server: ScreenServer;
let headers: Record<string, string>;
beforeAll(async () => {
  server = await startScreenServer();
  const { token } = await signInAsDev(server.origin, 'admin');
  headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  await signInAsDev(server.origin, 'user');
});
afterAll(() => server.dispose());

async function recordOf(email: string): Promise<UserRecord> {
  const users: UserRecord[] = JSON.parse(await (await fetch(server.origin + ADMIN_PATHS.users, { headers })).text());
  return users.find((user) => user.email === email)!;
}

async function givePermissions(email: string, permissions: Permission[]): Promise<void> {
  const url = server.origin + ADMIN_PATHS.userPermissions((await recordOf(email)).id);
  const response = await fetch(url, { method: 'PUT', headers, body: JSON.stringify({ permissions }) });
  expect(response.status).toBe(200);
}

beforeEach(async () => {
  await givePermissions(ADMIN, ['admin']);
  await givePermissions(USER, ['photos:read']);
});

async function open() {
  await signInBrowser(server);
  const app = await renderApp('/admin/users', server);
  await screen.findByRole('table');
  return app;
}

const row = (email: string) => within(screen.getByRole('cell', { name: email }).closest('tr')!);
const box = (email: string, name: Permission) => row(email).getByRole<HTMLInputElement>('checkbox', { name });
const checked = (email: string) =>
  row(email)
    .getAllByRole<HTMLInputElement>('checkbox')
    .map((checkbox) => checkbox.checked);

describe('User Management', () => {
  it('has seven columns, and three checkboxes that are locked until Edit', async () => {
    await signInBrowser(server);
    const { letGo } = holdCalls();
    await renderApp('/admin/users', server);
    expect(screen.getByText(MESSAGES.loadingUsers)).toBeDefined();
    letGo();
    await screen.findByRole('table');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Email',
      'First Name',
      'Last Name',
      'Permissions',
      'Created',
      'Updated',
      'Actions',
    ]);
    const boxes = row(USER).getAllByRole<HTMLInputElement>('checkbox');
    expect(boxes.map(({ labels }) => labels?.[0]?.textContent)).toEqual(['admin', 'photos:read', 'photos:write']);
    expect(boxes.every(({ disabled }) => disabled)).toBe(true);
    expect(checked(USER)).toEqual([false, true, false]);
    const { createdAt, updatedAt } = await recordOf(USER);
    const times = [...document.querySelectorAll('tbody tr:last-child time')].map(({ textContent }) => textContent);
    expect(row(USER).getByText(/^Last seen today/)).toBeDefined();
    expect(times).toEqual([createdAt, updatedAt].map((iso) => whenText(iso, { now: Date.now() })));
  });

  it('saves, reloads the list and leaves the edit', async () => {
    const { user } = await open();
    await user.click(row(USER).getByRole('button', { name: 'Edit' }));
    expect(document.activeElement).toBe(box(USER, 'admin'));
    expect(row(USER).getByText('They may see all photos.')).toBeDefined();
    await user.click(box(USER, 'photos:write'));
    expect(row(USER).getByText(/^They may see all photos, and add, /)).toBeDefined();
    await user.click(row(USER).getByRole('button', { name: 'Save' }));
    await row(USER).findByRole('button', { name: 'Edit' });
    expect(checked(USER)).toEqual([false, true, true]);
    expect((await recordOf(USER)).permissions.toSorted()).toEqual(['photos:read', 'photos:write']);
  });

  it('Cancel resets the checkboxes', async () => {
    const { user } = await open();
    await user.click(row(USER).getByRole('button', { name: 'Edit' }));
    await user.click(box(USER, 'admin'));
    await user.click(row(USER).getByRole('button', { name: 'Cancel' }));
    expect(checked(USER)).toEqual([false, true, false]);
    expect(box(USER, 'admin').disabled).toBe(true);
    expect(document.activeElement).toBe(row(USER).getByRole('button', { name: 'Edit' }));
  });

  it('edits one row at a time: starting another one cancels the first', async () => {
    const { user } = await open();
    await user.click(row(USER).getByRole('button', { name: 'Edit' }));
    await user.click(box(USER, 'photos:write'));
    await user.click(row(ADMIN).getByRole('button', { name: 'Edit' }));
    expect(screen.getAllByRole('button', { name: 'Save' })).toHaveLength(1);
    expect(checked(USER)).toEqual([false, true, false]);
    expect(box(ADMIN, 'admin').disabled).toBe(false);
    expect(document.activeElement).toBe(box(ADMIN, 'admin'));
  });

  it('does not take admin from the last admin, and says why', async () => {
    const { user } = await open();
    await user.click(row(ADMIN).getByRole('button', { name: 'Edit' }));
    await user.click(box(ADMIN, 'admin'));
    await user.click(row(ADMIN).getByRole('button', { name: 'Save' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(MESSAGES.permissionsFailed);
    expect(alert.textContent).toMatch(/last admin/i);
    expect((await recordOf(ADMIN)).permissions).toEqual(['admin']);
    // The row is still being edited, so that the person can go on.
    expect(row(ADMIN).getByRole('button', { name: 'Save' })).toBeDefined();
  });

  it('shows a change somebody else made meanwhile instead of overwriting it', async () => {
    const { user } = await open();
    await user.click(row(USER).getByRole('button', { name: 'Edit' }));
    await user.click(box(USER, 'photos:read'));
    await givePermissions(USER, ['photos:write']);
    await user.click(row(USER).getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toContain(MESSAGES.permissionsFailed);
    await waitFor(() => expect(checked(USER)).toEqual([false, false, true]));
    expect((await recordOf(USER)).permissions).toEqual(['photos:write']);
  });

  it('says that saving failed when the server is out of reach', async () => {
    const { user } = await open();
    await user.click(row(USER).getByRole('button', { name: 'Edit' }));
    window.environment = { ...window.environment, baseApiUrl: 'http://127.0.0.1:9' };
    await user.click(row(USER).getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toContain(MESSAGES.permissionsFailed);
  });

  it('says when the list cannot be loaded', async () => {
    await signInBrowser(server);
    await renderApp('/admin/users', { origin: 'http://127.0.0.1:9' });
    expect(await screen.findByText(MESSAGES.usersFailed)).toBeDefined();
  });

  it('blocks an account after asking, shows it, and unblocks it; one’s own row has no such button', async () => {
    const { user } = await open();
    expect(row(ADMIN).queryByRole('button', { name: 'Block' })).toBeNull();
    await user.click(row(USER).getByRole('button', { name: 'Block' }));
    const question = within(await screen.findByRole('alertdialog', { name: `Block ${USER}?` }));
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect((await recordOf(USER)).blockedAt).toBeUndefined();
    await user.click(row(USER).getByRole('button', { name: 'Block' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Block' }));
    await screen.findByText('Blocked');
    expect((await recordOf(USER)).blockedAt).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Unblock' }));
    await screen.findByRole('button', { name: 'Block' });
    expect(screen.queryByText('Blocked')).toBeNull();
    expect((await recordOf(USER)).blockedAt).toBeUndefined();
  });

  it('renames an account, and oneself in the header too; the dialog stays when the name is refused', async () => {
    const { user } = await open();
    await user.click(row(ADMIN).getByRole('button', { name: `More about ${ADMIN}` }));
    expect(screen.queryByRole('menuitem', { name: 'Delete…' }), 'oneself').toBeNull();
    await user.click(screen.getByRole('menuitem', { name: 'Rename…' }));
    const dialog = within(screen.getByRole('dialog', { name: `Rename ${ADMIN}` }));
    const save = dialog.getByRole('button', { name: 'Save' });
    expect(save).toHaveProperty('disabled', true);
    await user.clear(dialog.getByLabelText('First name'));
    await user.type(dialog.getByLabelText('First name'), 'Greta');
    await user.clear(dialog.getByLabelText('E-mail'));
    expect(save).toHaveProperty('disabled', true);
    await user.type(dialog.getByLabelText('E-mail'), 'nobody');
    await user.click(save);
    expect((await dialog.findByRole('alert')).textContent).toContain('"nobody" is no e-mail address.');
    await user.clear(dialog.getByLabelText('E-mail'));
    await user.type(dialog.getByLabelText('E-mail'), `${ADMIN}{Enter}`);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(row(ADMIN).getByRole('cell', { name: 'Greta' })).toBeDefined();
    expect(screen.getByRole('banner').textContent).toContain('Welcome, Greta');
    expect((await recordOf(ADMIN)).firstName).toBe('Greta');
  });

  it('deletes an account after asking', async () => {
    const invited = await fetch(server.origin + ADMIN_PATHS.invitations, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name: 'Mia', email: 'mia@example.org', permissions: [], term: 'day' }),
    });
    const { url }: { url: string } = await invited.json();
    const token = invitationTokenFrom(new URL(url).hash);
    const accepted = await fetch(server.origin + INVITATION_PATTERNS.accepted, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token, name: 'Mia' }),
    });
    expect(accepted.status).toBe(200);
    const { user } = await open();
    const choose = async () => {
      await user.click(row('mia@example.org').getByRole('button', { name: 'More about mia@example.org' }));
      await user.click(screen.getByRole('menuitem', { name: 'Delete…' }));
      return within(screen.getByRole('alertdialog', { name: 'Delete mia@example.org?' }));
    };
    await user.click((await choose()).getByRole('button', { name: 'Cancel' }));
    expect(await recordOf('mia@example.org')).toBeDefined();
    await user.click((await choose()).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('cell', { name: 'mia@example.org' })).toBeNull());
    expect(await recordOf('mia@example.org')).toBeUndefined();
  });

  describe('of somebody who made a tablet', () => {
    let key: string;
    let tablets = 0;
    beforeEach(async () => {
      await givePermissions(USER, ['admin']);
      const { token }: { token: string } = await (await fetch(`${server.origin}/auth/dev/user`)).json();
      const made = await fetch(server.origin + ADMIN_PATHS.tablets, {
        method: 'POST',
        headers: { ...headers, Authorization: `Bearer ${token}` },
        body: JSON.stringify({ name: `Tablet ${(tablets += 1)}` }),
      });
      ({ key } = await made.json());
      await givePermissions(USER, ['photos:read']);
    });
    const isGood = async () => (await fetch(`${server.origin}/photos/albums`, { headers: { 'X-API-Key': key } })).ok;

    it('asks with a block whether it ends too', async () => {
      const { user } = await open();
      await user.click(row(USER).getByRole('button', { name: 'Block' }));
      const question = within(screen.getByRole('alertdialog'));
      expect(question.getByText('It also made 1 tablet: what it made stays in use unless you end it.')).toBeDefined();
      await user.click(question.getByRole('checkbox', { name: 'End what it made too' }));
      await user.click(question.getByRole('button', { name: 'Block' }));
      await user.click(await screen.findByRole('button', { name: 'Unblock' }));
      await screen.findByRole('button', { name: 'Block' });
      expect(await isGood()).toBe(false);
    });

    it('asks when the permission to make it is taken', async () => {
      await givePermissions(USER, ['admin']);
      const { user } = await open();
      const take = async (choice: string) => {
        await user.click(row(USER).getByRole('button', { name: 'Edit' }));
        await user.click(box(USER, 'admin'));
        await user.click(row(USER).getByRole('button', { name: 'Save' }));
        const question = within(await screen.findByRole('alertdialog', { name: 'End what this account made?' }));
        await user.click(question.getByRole('button', { name: choice }));
      };
      await take('Cancel');
      expect((await recordOf(USER)).permissions).toEqual(['admin']);
      await user.click(row(USER).getByRole('button', { name: 'Cancel' }));
      await take('Save and end it');
      await row(USER).findByRole('button', { name: 'Edit' });
      expect((await recordOf(USER)).permissions).toEqual([]);
      expect(await isGood()).toBe(false);
    });
  });

  it('says that a block failed when the server is out of reach', async () => {
    const { user } = await open();
    await user.click(row(USER).getByRole('button', { name: 'Block' }));
    window.environment = { ...window.environment, baseApiUrl: 'http://127.0.0.1:9' };
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Block' }));
    expect((await screen.findByRole('alert')).textContent).toContain(
      `${USER} was not blocked. The server cannot be reached.`,
    );
  });

  it('sends an admin who gave up the permission away from the page', async () => {
    await givePermissions(USER, ['admin']);
    const { user } = await open();
    await user.click(row(ADMIN).getByRole('button', { name: 'Edit' }));
    await user.click(box(ADMIN, 'admin'));
    await user.click(box(ADMIN, 'photos:read'));
    await user.click(row(ADMIN).getByRole('button', { name: 'Save' }));
    await screen.findByText(MESSAGES.permissionRequired);
    expect(JSON.parse(localStorage.getItem(LOCAL_STORAGE.user) ?? '{}')).toMatchObject({
      permissions: ['photos:read'],
    });
    const { token } = await signInAsDev(server.origin, 'user');
    headers.Authorization = `Bearer ${token}`;
  });
});
