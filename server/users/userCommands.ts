import { PERMISSIONS } from '#contract/permissions.ts';
import { madeText } from '#domain/users/madeText.ts';
import { signInLink } from '#domain/access/links.ts';
import { serverAddress } from '#domain/https/serverAddress.ts';
import { isOwnMachine } from '#domain/https/reachableOrigin.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { UserError } from '#server/core/errors.ts';
import { qrForTerminal } from '#server/https/qrCode.ts';
import { isEmailAddress, isWebUrl } from '#server/core/settings/networks.ts';
import { endedEvents } from './madeThingsRepository.ts';
import { permissionNamed } from './personFields.ts';
import type { User } from './userQueries.ts';
import type { UserRepository } from './userRepository.ts';
import { type Command, listCommand, UsageError } from '#server/cli/command.ts';

export const USER_COMMANDS: Command[] = [
  listCommand({
    group: 'People',
    name: 'user list',
    does: 'lists the accounts, with permissions',
    header: ['EMAIL', 'NAME', 'PERMISSIONS'],
    rows: async ({ users }) => {
      const all = await users.list();
      return all.map((user) => [user.email, shownName(user), user.permissions.join(' ') || '-']);
    },
    records: async ({ users }) =>
      (await users.list()).map(({ email, firstName, lastName, permissions }) => ({
        email,
        firstName,
        lastName,
        permissions,
      })),
  }),
  {
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
        inLibrary: async ({ dependencies: { users, audit }, answer }) => {
          const user = await users.findOrCreate({ email });
          if (user.permissions.includes(granted)) {
            return answer(`${user.email} had ${granted} already`, changeRecord(user, false));
          }
          const changed = await users.grant(user.id, [granted]);
          answer(permissionsText(changed), changeRecord(changed, true));
          audit.record({ action: 'permission-given', by: 'commandLine', on: user.id, what: granted });
        },
      };
    },
  },
  {
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
        inLibrary: async ({ dependencies: { users, made, audit }, answer, hint }) => {
          const user = await existing(email, users);
          const permissions = user.permissions.filter((held) => held !== revoked);
          const change = { userId: user.id, permissions, expectedUpdatedAt: user.updatedAt };
          const { changed, taken, ended } = await users.inTransaction(async (within, transaction) => {
            const { user: after, taken: lost } = await within.setPermissions(change);
            const events = flags['end-made'] ? endedEvents(await made.endOf(after, transaction)) : [];
            return { changed: after, taken: lost, ended: events };
          });
          const isChanged = taken.length > 0;
          const text = isChanged ? permissionsText(changed) : `${user.email} did not have ${revoked}`;
          answer(text, changeRecord(changed, isChanged));
          for (const what of taken) audit.record({ action: 'permission-taken', by: 'commandLine', on: user.id, what });
          for (const event of ended) audit.record({ ...event, by: 'commandLine' });
          const left = (await made.counts()).get(user.id);
          if (left && isChanged) hint(`${user.email} also made ${madeText(left)}, which go on.`);
        },
      };
    },
  },
  {
    group: 'People',
    name: 'user sign-in-link',
    parameters: 'EMAIL',
    does: 'prints a link that signs in, once',
    words: 1,
    options: { url: { value: 'URL', does: 'where the server is reached, if not at its own address' } },
    json: true,
    fails: 'it could not be stored',
    prepare: ({ words, flags: { url } }) => {
      const email = emailOf(words[0]);
      const given = typeof url === 'string' ? originOf(url) : undefined;
      return {
        inLibrary: async ({ dependencies, answer, hint }) => {
          const origin = given ?? ownLinkOrigin(dependencies);
          const link = signInLink(origin, await dependencies.oneTime.createLink(email));
          answer(link, { email, url: link });
          hint(`It works once, within 15 minutes.${codeToScan(link)}`);
          dependencies.audit.record({ action: 'sign-in-link-made', by: 'commandLine', what: email });
        },
      };
    },
  },
];

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

function originOf(url: string): string {
  if (isWebUrl(url)) return new URL(url).origin;
  throw new UsageError(`--url must be an http or https URL, not "${url}"`);
}

/**
 * Returns the origin of links for other devices. Devices that have to learn to trust the house are led through the page
 * for that.
 */
export function ownLinkOrigin(dependencies: Pick<Dependencies, 'settings' | 'installation'>): string {
  const origin = ownOrigin(dependencies);
  const { linkOrigin } = dependencies.installation;
  return origin === dependencies.installation.address ? (linkOrigin ?? origin) : origin;
}

/**
 * Returns the address by which people reach the server. A command that runs without the server's settings uses the
 * address that the server stored at its last start.
 */
export function ownOrigin({ settings, installation }: Pick<Dependencies, 'settings' | 'installation'>): string {
  const { publicUrl, tls, httpsAtHome } = settings;
  if (publicUrl === undefined && installation.address !== null) return installation.address;
  return serverAddress({ ...settings, secure: tls !== undefined || httpsAtHome, names: [] });
}

/** Returns lines with the address as a QR code, or with the reason why a code would not help on another device. */
export function codeToScan(address: string): string {
  if (!isOwnMachine(address)) return `\n\n${qrForTerminal(address, process.stderr.columns)}`;
  return `\nOnly this machine itself opens this address: start the server with PUBLIC_URL for one that others open`;
}
