import { PERMISSIONS } from '#contract/permissions.ts';
import { ACCOUNT_ALBUMS } from '#contract/users/accountAlbums.ts';
import type { AffectedThing } from '#contract/users/schemas.ts';
import { albumsSeenText } from '#domain/users/albumsSeenText.ts';
import { madeText } from '#domain/users/madeText.ts';
import type { Core } from '#server/core/core.ts';
import { UserError } from '#server/core/errors.ts';
import { isEmailAddress } from '#server/core/settings/networks.ts';
import type { MadeThingsRepository } from './madeThingsRepository.ts';
import { permissionNamed } from './personFields.ts';
import type { User } from './userQueries.ts';
import type { UserRepository } from './userRepository.ts';
import { type Command, listCommand, UsageError } from '#server/core/commands/command.ts';
import type { NoteRights } from './noteRights.ts';

/** The accounts' repositories of an open library. */
type DoorOf = (core: Core) => { users: UserRepository; made: MadeThingsRepository; noteRights: NoteRights };

export const userCommands = (of: DoorOf): Command[] => [listUsers(of), grant(of), revoke(of), see(of)];

const listUsers = (of: DoorOf): Command =>
  listCommand({
    group: 'People',
    name: 'user list',
    does: 'lists the accounts, with permissions',
    header: ['EMAIL', 'NAME', 'PERMISSIONS', 'SEES'],
    rows: async (core) => {
      const all = await of(core).users.list();
      const rows: string[][] = [];
      for (const user of all) {
        const seen = albumsSeenText(await of(core).users.namesIn(user.albumIds));
        rows.push([user.email, shownName(user), user.permissions.join(' ') || '-', seen]);
      }
      return rows;
    },
    records: async (core) =>
      (await of(core).users.list()).map(({ email, firstName, lastName, permissions, albumIds }) => ({
        email,
        firstName,
        lastName,
        permissions,
        albumIds,
      })),
  });

const grant = (of: DoorOf): Command => ({
  group: 'People',
  name: 'user grant',
  parameters: 'EMAIL PERMISSION',
  does: `gives ${PERMISSIONS.join(', ')}`,
  words: 2,
  json: true,
  fails: 'it could not be stored',
  prepare: ({ words: [word, permission] }) => {
    const email = emailOf(word);
    const granted = permissionNamed(permission);
    return {
      inLibrary: async ({ core, answer }) => {
        const { users, noteRights } = of(core);
        const user = await users.findOrCreate({ email });
        if (user.permissions.includes(granted)) {
          return answer(`${user.email} had ${granted} already`, changeRecord(user, false));
        }
        const changed = await users.grant(user.id, [granted]);
        answer(permissionsText(changed), changeRecord(changed, true));
        await noteRights({ by: 'commandLine' }, { before: user, user: changed });
      },
    };
  },
});

const revoke = (of: DoorOf): Command => ({
  group: 'People',
  name: 'user revoke',
  parameters: 'EMAIL PERMISSION',
  does: 'takes a permission away at once',
  words: 2,
  options: { 'end-made': { does: 'ends what the person made and may not make any more, too' } },
  json: true,
  fails: 'there is no such account, or it is the last admin',
  prepare: ({ words: [word, permission], flags }) => {
    const email = emailOf(word);
    const revoked = permissionNamed(permission);
    return {
      inLibrary: async ({ core, answer, hint }) => {
        const { users, made, noteRights } = of(core);
        const user = await existing(email, users);
        const permissions = user.permissions.filter((held) => held !== revoked);
        const change = { userId: user.id, permissions, expectedUpdatedAt: user.updatedAt };
        const { events, ...rights } = await users.inTransaction(async (within, transaction) => {
          const changed = await within.setPermissions(change);
          const ended = flags['end-made'] ? await made.endOf(changed.user, transaction) : undefined;
          return { ...changed, events: ended?.events ?? [] };
        });
        const isChanged = rights.before.permissions.includes(revoked);
        const text = isChanged ? permissionsText(rights.user) : `${user.email} did not have ${revoked}`;
        answer(text, changeRecord(rights.user, isChanged));
        await noteRights({ by: 'commandLine' }, rights);
        for (const event of events) core.audit.record({ ...event, by: 'commandLine' });
        const left = (await made.counts()).get(user.id);
        if (left && isChanged) hint(`${user.email} also made ${madeText(left)}, which go on.`);
      },
    };
  },
});

const see = (of: DoorOf): Command => ({
  group: 'People',
  name: 'user see',
  parameters: 'EMAIL [ALBUM…]',
  does: 'chooses the albums that a person sees',
  words: 1,
  optionalWords: ACCOUNT_ALBUMS.most,
  options: { all: { does: 'the person sees all albums' } },
  json: true,
  fails: 'there is no such account or album, or the person is an admin',
  prepare: ({ words: [word, ...slugs], flags }) => {
    const email = emailOf(word);
    const seesAll = flags.all === true;
    if (seesAll === slugs.length > 0) throw new UsageError('Name the albums by their slugs or ids, or say --all');
    return {
      inLibrary: async ({ core, answer, hint }) => {
        const { users, made, noteRights } = of(core);
        const { id: userId } = await existing(email, users);
        const albumIds = seesAll ? null : await users.idsOfAlbums(slugs);
        const { before, user, affected } = await users.inTransaction(async (within, transaction) => {
          const rights = await within.setAlbums({ userId, albumIds });
          return { ...rights, affected: await made.affectedBy(rights, transaction) };
        });
        const text = `${user.email} now sees ${albumsSeenText(await users.namesIn(user.albumIds))}`;
        answer(text, { email: user.email, albumIds: user.albumIds, affected });
        await noteRights({ by: 'commandLine' }, { before, user });
        if (affected.length > 0) hint(`${user.email} made for albums that are gone: ${namesOf(affected)}.`);
      },
    };
  },
});

function namesOf(affected: readonly AffectedThing[]): string {
  return affected.map(({ name }) => name).join(', ');
}

function changeRecord({ email, permissions }: User, changed: boolean): object {
  return { email, permissions, changed };
}

/** Lists the permissions of an account after a change. */
function permissionsText({ email, permissions }: User): string {
  return `${email} now has ${permissions.join(', ') || 'no permission'}`;
}

function shownName({ firstName, lastName }: User): string {
  return `${firstName} ${lastName}`.trim() || '-';
}

function emailOf(text = ''): string {
  if (isEmailAddress(text)) return text;
  throw new UserError(400, `"${text}" is no e-mail address`);
}

async function existing(email: string, users: UserRepository): Promise<User> {
  const user = await users.findByEmail(email);
  if (!user) throw new UserError(404, `There is no account with the e-mail address "${email}"`);
  return user;
}
