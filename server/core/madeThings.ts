import type { Permission } from '#contract/permissions.ts';
import type { MadeThings } from '#contract/users/schemas.ts';
import type { AuditEvent } from './audit/auditRepository.ts';
import type { Database } from './db/open.ts';

export interface EndedThings {
  /** The audit log's entries. */
  events: readonly Pick<AuditEvent, 'action' | 'what'>[];
  /** Called once the transaction is over. */
  afterwards?: () => void;
}

/** A kind of things that people make, and that stay valid when their maker loses the permission for them. */
export interface MadeKind {
  kind: keyof MadeThings;
  /** The permission that a person needs to make one. */
  needs: Permission;
  /** The ids of the makers, one for each thing in use; null: not known. */
  makers: () => Promise<readonly (string | null)[]>;
  /** Ends the person's things in use, in the transaction that takes the permission away. */
  endOf: (userId: string, within: Database) => Promise<EndedThings>;
}
