import type { Permission } from '#contract/permissions.ts';
import type { AffectedThing, MadeThings } from '#contract/users/schemas.ts';
import type { AuditEvent } from './audit/auditRepository.ts';
import type { Database } from './db/open.ts';

export interface EndedThings {
  /** The audit log's entries. */
  events: readonly Pick<AuditEvent, 'action' | 'what'>[];
  /** Called once the transaction is over. */
  afterwards?: () => void;
}

/** A thing in use that a person made for an album. */
export interface MadeForAlbum extends AffectedThing {
  id: string;
  /** Null: it makes albums of its own. */
  albumId: string | null;
  /** True for a thing that opens nothing while its maker does not see the album. */
  followsMaker: boolean;
  /** Called when its maker sees the album no longer, or again. */
  onChange?: () => void;
}

/** A kind of things that people make, and that stay valid when their maker loses the permission for them. */
export interface MadeKind {
  kind: keyof MadeThings;
  /** The permission that a person needs to make one. */
  needs: Permission;
  /** The ids of the makers, one for each thing in use; null: not known. */
  makers: () => Promise<readonly (string | null)[]>;
  /** The person's things in use, where each is for an album. */
  forAlbums?: (userId: string, within: Database) => Promise<MadeForAlbum[]>;
  /** Ends the person's things in use, or those with the ids, in the transaction that takes the right away. */
  endOf: (userId: string, within: Database, only?: readonly string[]) => Promise<EndedThings>;
}
