import Fastify from 'fastify';
import { expect, test } from 'vitest';
import type { AuditEvent } from '#server/core/audit/auditRepository.ts';
import { rejectSignIn, signIn } from '#server/signIn/signIn.ts';
import { AccountBlockedError } from '#server/signIn/sessionRepository.ts';
import { notesRights } from '#server/users/noteRights.ts';
import type { User } from '#server/users/userQueries.ts';

const ADA: User = {
  id: 'ada',
  appleSubject: null,
  email: 'ada@example.org',
  firstName: 'Ada',
  lastName: 'Lovelace',
  permissions: ['photos:read'],
  createdAt: 1,
  updatedAt: 1,
  blockedAt: null,
  lastSeenAt: null,
  albumIds: null,
};

const REQUEST = {
  ip: '192.0.2.7',
  headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Firefox/145.0' },
};

function world(adminEmails: string[] = [], unusableEmails: string[] = []) {
  const granted: string[] = [];
  const opened: string[] = [];
  const recorded: AuditEvent[] = [];
  const audit = { record: (event: AuditEvent) => void recorded.push(event) };
  const services = {
    settings: { adminEmails },
    unusableEmails,
    installation: { id: 'here' },
    users: {
      grant: async (id: string, permissions: readonly string[]): Promise<User> => {
        granted.push(`${id}: ${permissions.join()}`);
        return { ...ADA, id, permissions: ['admin', 'photos:read'] };
      },
    },
    sessions: {
      open: async (userId: string, device?: string) => {
        opened.push(`${userId} on ${device}`);
        return `token of ${userId}`;
      },
    },
    audit,
    noteRights: notesRights({ audit, users: { namesIn: async () => null }, made: { notify: async () => undefined } }),
  };
  return { services, granted, opened, recorded };
}

test('opens a session and tells the app who is signed in', async () => {
  const { services, granted, opened, recorded } = world();
  expect(await signIn(ADA, REQUEST, services)).toEqual({
    success: true,
    userId: 'ada',
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.org',
    permissions: ['photos:read'],
    token: 'token of ada',
    installation: 'here',
  });
  expect(opened).toEqual(['ada on Firefox on Linux']);
  expect(recorded).toEqual([
    { action: 'signed-in', by: { userId: 'ada' }, address: '192.0.2.7', what: 'Firefox on Linux' },
  ]);
  expect(granted).toEqual([]);
});

test('makes an admin of whom the operator names, and of nobody else', async () => {
  const named = world(['ada@example.org']);
  expect(await signIn(ADA, REQUEST, named.services)).toMatchObject({ permissions: ['admin', 'photos:read'] });
  expect(named.granted).toEqual(['ada: admin']);
  expect(named.recorded).toContainEqual({
    action: 'permission-given',
    by: 'adminEmails',
    on: 'ada',
    what: 'admin',
  });
  const other = world(['bob@example.org', '']);
  expect(await signIn(ADA, REQUEST, other.services)).toMatchObject({ permissions: ['photos:read'] });
  expect(other.granted).toEqual([]);
});

test('gives nothing to an admin who is one already', async () => {
  const { services, granted } = world(['ada@example.org']);
  expect(await signIn({ ...ADA, permissions: ['admin'] }, REQUEST, services)).toMatchObject({ permissions: ['admin'] });
  expect(granted).toEqual([]);
});

test('a blocked account that tries is written down; another failure is not one of the person’s', async () => {
  const { services, recorded } = world();
  const failing = (error: Error) =>
    signIn(ADA, REQUEST, {
      ...services,
      sessions: {
        open: async () => {
          throw error;
        },
      },
    });
  await expect(failing(new Error('The disk is full'))).rejects.toThrow('The disk is full');
  expect(recorded).toEqual([]);
  await expect(failing(new AccountBlockedError(403, 'Blocked'))).rejects.toThrow('Blocked');
  expect(recorded).toEqual([{ action: 'sign-in-refused', by: { userId: 'ada' }, address: '192.0.2.7' }]);
});

test('greets an account without a name by the beginning of its address', async () => {
  expect(await signIn({ ...ADA, firstName: '' }, REQUEST, world().services)).toMatchObject({ firstName: 'ada' });
});

test('lets nobody in by an account that cannot be used here, not even a named admin', async () => {
  const { services, granted, opened } = world(['ada@example.org'], ['ada@example.org']);
  await expect(signIn(ADA, REQUEST, services)).rejects.toMatchObject({
    status: 403,
    message: 'The dev accounts cannot sign in in production',
  });
  expect([...granted, ...opened]).toEqual([]);
});

test('a sign-in that failed is told as one, with the reason', async () => {
  const app = Fastify();
  app.get('/it', (_request, reply) => rejectSignIn(reply, 'Too old'));
  const response = await app.inject('/it');
  expect(response.statusCode).toBe(401);
  expect(response.json()).toEqual({ success: false, message: 'Too old' });
});
