import { albumsSeenText } from '#domain/users/albumsSeenText.ts';
import type { AuditLog } from '#server/core/audit/auditLog.ts';
import type { AuditEvent } from '#server/core/audit/auditRepository.ts';
import type { AlbumsSeen, MadeThingsRepository } from './madeThingsRepository.ts';
import type { UserRepository } from './userRepository.ts';

interface Parts {
  users: Pick<UserRepository, 'namesIn'>;
  made: Pick<MadeThingsRepository, 'notify'>;
  audit: Pick<AuditLog, 'record'>;
}

/** Records from what to what the albums of a person changed, and tells the tablets whose codes close or open with it. */
export type NoteAlbumsSeen = (by: Pick<AuditEvent, 'by' | 'address'>, change: AlbumsSeen) => Promise<void>;

export function notesAlbumsSeen({ users, made, audit }: Parts): NoteAlbumsSeen {
  return async (by, change) => {
    const { userId, before, after } = change;
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    const [from, to] = [albumsSeenText(await users.namesIn(before)), albumsSeenText(await users.namesIn(after))];
    audit.record({ action: 'albums-seen-changed', ...by, on: userId, what: `${from} to ${to}` });
    await made.notify(change);
  };
}
