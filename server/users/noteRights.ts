import { albumsSeenText } from '#domain/users/albumsSeenText.ts';
import type { AuditLog } from '#server/core/audit/auditLog.ts';
import type { AuditEvent } from '#server/core/audit/auditRepository.ts';
import type { MadeThingsRepository } from './madeThingsRepository.ts';
import type { User } from './userQueries.ts';
import type { UserRepository } from './userRepository.ts';

interface Parts {
  users: Pick<UserRepository, 'namesIn'>;
  made: Pick<MadeThingsRepository, 'notify'>;
  audit: Pick<AuditLog, 'record'>;
}

type Rights = Pick<User, 'permissions' | 'albumIds'>;

/** An account before a change of its permissions, or of the albums that the person sees, and after it. */
interface RightsChange {
  before: Rights;
  user: Rights & Pick<User, 'id'>;
}

/**
 * Records which permissions were given and taken, and from what to what the albums changed; tells the tablets whose codes
 * close or open with it. Where nothing changed it does nothing.
 */
export type NoteRights = (by: Pick<AuditEvent, 'by' | 'address'>, change: RightsChange) => Promise<void>;

export function notesRights({ users, made, audit }: Parts): NoteRights {
  const seenBy = async ({ albumIds }: Rights) => albumsSeenText(await users.namesIn(albumIds));
  return async (by, { before, user }) => {
    const on = user.id;
    for (const what of missingIn(before, user)) audit.record({ action: 'permission-given', ...by, on, what });
    for (const what of missingIn(user, before)) audit.record({ action: 'permission-taken', ...by, on, what });
    if (JSON.stringify(before.albumIds) === JSON.stringify(user.albumIds)) return;
    const what = `${await seenBy(before)} to ${await seenBy(user)}`;
    audit.record({ action: 'albums-seen-changed', ...by, on, what });
    await made.notify({ before, user });
  };
}

/** The permissions that the other one has alone. */
function missingIn({ permissions }: Rights, other: Rights): string[] {
  return other.permissions.filter((permission) => !permissions.includes(permission));
}
