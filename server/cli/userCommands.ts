import { PERMISSIONS } from '../../src/contract/permissions.ts';
import { signInLink } from '../../src/domain/access/signInLink.ts';
import { UserError } from '../errors.ts';
import { isEmailAddress, isWebUrl } from '../settings/validators.ts';
import { permissionNamed } from '../users/permissions.ts';
import type { User } from '../users/userQueries.ts';
import type { UserRepository } from '../users/userRepository.ts';
import { codeToScan } from './codeToScan.ts';
import { ownOrigin } from './ownOrigin.ts';
import { type Command, listCommand, UsageError } from './command.ts';

export const USER_COMMANDS: Command[] = [
  listCommand({
    name: 'user list',
    does: 'lists the accounts and their permissions',
    header: ['EMAIL', 'NAME', 'PERMISSIONS'],
    rows: async ({ users }) => {
      const all = await users.list();
      return all.map((user) => [user.email, nameOf(user), user.permissions.join(' ') || '-']);
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
    name: 'user grant',
    parameters: 'EMAIL PERMISSION',
    does: `gives a permission (${PERMISSIONS.join(', ')}), making the account if need be`,
    words: 2,
    run: async ({ words: [email, permission] }, { dependencies: { users, audit }, print }) => {
      const granted = permissionNamed(permission);
      const user = await users.findOrCreate({ email: emailOf(email) });
      if (user.permissions.includes(granted)) {
        print(`${user.email} had ${granted} already`);
        return;
      }
      print(permissionsText(await users.grant(user.id, [granted])));
      audit.record({ action: 'permission-given', by: 'commandLine', on: user.id, what: granted });
    },
  },
  {
    name: 'user revoke',
    parameters: 'EMAIL PERMISSION',
    does: 'takes a permission away, from the next request on',
    words: 2,
    run: async ({ words: [email, permission] }, { dependencies: { users, audit }, print }) => {
      const revoked = permissionNamed(permission);
      const user = await existing(email, users);
      const permissions = user.permissions.filter((held) => held !== revoked);
      const change = { userId: user.id, permissions, expectedUpdatedAt: user.updatedAt };
      const { user: changed, taken } = await users.setPermissions(change);
      print(taken.length > 0 ? permissionsText(changed) : `${user.email} did not have ${revoked}`);
      for (const what of taken) audit.record({ action: 'permission-taken', by: 'commandLine', on: user.id, what });
    },
  },
  {
    name: 'user sign-in-link',
    parameters: 'EMAIL [--url URL]',
    does: 'prints a link that signs this person in, once, within 15 minutes; --url: where the server is reached',
    words: 1,
    options: { url: 'value' },
    run: async ({ words, flags }, { dependencies, print, hint }) => {
      const origin = typeof flags.url === 'string' ? originOf(flags.url) : ownOrigin(dependencies);
      const email = emailOf(words[0]);
      const link = signInLink(origin, await dependencies.oneTime.createLink(email));
      print(link);
      hint(`It works once, within 15 minutes.${codeToScan(link)}`);
      dependencies.audit.record({ action: 'sign-in-link-made', by: 'commandLine', what: email });
    },
  },
];

/** What an account may do after a change. */
function permissionsText({ email, permissions }: User): string {
  return `${email} now has ${permissions.join(', ') || 'no permission'}`;
}

function nameOf({ firstName, lastName }: User): string {
  return `${firstName} ${lastName}`.trim() || '-';
}

function emailOf(text = ''): string {
  if (isEmailAddress(text)) return text;
  throw new UserError(400, `"${text}" is no e-mail address`);
}

async function existing(email: string | undefined, users: UserRepository): Promise<User> {
  const user = await users.findByEmail(emailOf(email));
  if (!user) throw new UserError(404, `There is no account with the e-mail address "${email}"`);
  return user;
}

function originOf(url: string): string {
  if (isWebUrl(url)) return new URL(url).origin;
  throw new UsageError(`--url must be an http or https URL, not "${url}"`);
}
