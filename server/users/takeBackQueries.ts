import type { Transaction } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { User } from './userQueries.ts';

/**
 * Takes back the open invitations of a person who was blocked or is no admin any more, and the sign-in links that they
 * made or that were made for them: by one of these they could come back, or act as somebody else.
 */
export async function takeBackLinks(trx: Transaction<Schema>, { id, email }: User, at: number): Promise<void> {
  await trx
    .updateTable('invitations')
    .set({ revoked_at: at })
    .where('created_by', '=', id)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .execute();
  await trx
    .deleteFrom('sign_in_links')
    .where((of) => of.or([of('made_by', '=', id), of('email', '=', email)]))
    .execute();
}
