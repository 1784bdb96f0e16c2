import { setUpLink } from '#domain/access/links.ts';
import type { AddressLine, PrintedAddresses } from '#server/core/addresses/addresses.ts';
import type { Core } from '#server/core/core.ts';
import type { Database } from '#server/core/db/open.ts';
import { hashSecret, newSecret } from '#server/core/http/security/secrets.ts';
import type { UserRepository } from '#server/users/userRepository.ts';

type SetUpLinkState = 'open' | 'used' | 'wrong';

/**
 * The links with which the owner of a new installation signs in. Any server accepts a link that another one printed.
 */
export interface SetUpLinkRepository {
  /** Returns the link's token; only its hash is stored. The one that this server printed before ends. */
  create(server: string): Promise<string>;
  stateOf(token: string): Promise<SetUpLinkState>;
  /**
   * Uses an open link up and makes the owner, both or neither; undefined when it is not open. Of several calls at the same
   * time one gets it.
   */
  spend<Owner>(token: string, makeOwner: (users: UserRepository) => Promise<Owner>): Promise<Owner | undefined>;
  /** Ends the links that nobody used. */
  endAll(): Promise<void>;
}

interface SetUpLinkSources {
  db: Database;
  now: () => number;
  users: Pick<UserRepository, 'inTransaction'>;
}

export function setUpLinkRepository({ db, now, users }: SetUpLinkSources): SetUpLinkRepository {
  // Used links are stored, so that a person who opens one again is told so.
  const unused = () => db.deleteFrom('set_up_links').where('used_at', 'is', null);
  return {
    create: async (server) => {
      await unused().where('server', '=', server).execute();
      const token = newSecret();
      await db
        .insertInto('set_up_links')
        .values({ token_hash: hashSecret(token), server, used_at: null })
        .execute();
      return token;
    },

    stateOf: async (token) => {
      const links = db.selectFrom('set_up_links').select('used_at').where('token_hash', '=', hashSecret(token));
      const link = await links.executeTakeFirst();
      if (!link) return 'wrong';
      return link.used_at === null ? 'open' : 'used';
    },

    spend: (token, makeOwner) =>
      users.inTransaction(async (within, transaction) => {
        const link = transaction.updateTable('set_up_links').where('token_hash', '=', hashSecret(token));
        const { numUpdatedRows } = await link.where('used_at', 'is', null).set({ used_at: now() }).executeTakeFirst();
        return numUpdatedRows > 0n ? makeOwner(within) : undefined;
      }),

    endAll: async () => {
      await unused().execute();
    },
  };
}

interface LineSources extends Pick<Core, 'settings' | 'hold'> {
  users: Pick<UserRepository, 'hasAdmin'>;
  setUpLinks: Pick<SetUpLinkRepository, 'create'>;
}

/**
 * The sign-in link for the owner of a new installation. It is also written to a service's log, where its owner looks,
 * because it is worthless once it was used. Outside production there are the dev sign-ins.
 */
export async function setUpLine(
  { links, server }: PrintedAddresses,
  { settings, users, setUpLinks, hold }: LineSources,
): Promise<AddressLine | undefined> {
  // Nothing can be made before a new version is confirmed.
  if (hold.refusesWrites || !settings.production || (await users.hasAdmin())) return undefined;
  const address = setUpLink(links, await setUpLinks.create(server));
  return {
    isFirst: true,
    text: `  Open this first. It is for the owner, and works once, until the next start.\n  Set up   ${address}`,
    scan: { address, title: 'For a phone’s camera: the set-up, which begins with trusting this house' },
  };
}
