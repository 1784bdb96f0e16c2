import { PERMISSIONS } from '../../src/contract/permissions.ts';
import { signInLink } from '../../src/domain/access/signInLink.ts';
import { inColumns } from './columns.ts';
import { type Command, UsageError } from './command.ts';
import type { Dependencies } from '../dependencies.ts';
import { UserError } from '../errors.ts';
import type { Settings } from '../settings/settings.ts';
import { isEmailAddress, isWebUrl } from '../settings/validators.ts';
import { knownPermission } from '../users/knownPermission.ts';
import type { User } from '../users/userRepository.ts';

export const USER_COMMANDS: Command[] = [
  {
    name: 'user list',
    parameters: '',
    does: 'lists the accounts and their permissions',
    words: 0,
    run: async (_call, { dependencies, print }) => {
      const users = await dependencies.users.list();
      const rows = users.map((user) => [user.email, nameOf(user), user.permissions.join(' ') || '-']);
      for (const line of inColumns([['EMAIL', 'NAME', 'PERMISSIONS'], ...rows])) print(line);
    },
  },
  {
    name: 'user grant',
    parameters: 'EMAIL PERMISSION',
    does: `gives a permission (${PERMISSIONS.join(', ')}), making the account if need be`,
    words: 2,
    run: async ({ words: [email, permission] }, { dependencies: { users } }) => {
      const granted = knownPermission(permission);
      const user = await users.findOrCreate({ email: emailOf(email) });
      await users.grant(user.id, [granted]);
    },
  },
  {
    name: 'user revoke',
    parameters: 'EMAIL PERMISSION',
    does: 'takes a permission away, from the next request on',
    words: 2,
    run: async ({ words: [email, permission] }, { dependencies }) => {
      const taken = knownPermission(permission);
      const user = await existing(email, dependencies);
      const permissions = user.permissions.filter((held) => held !== taken);
      await dependencies.users.setPermissions({ userId: user.id, permissions, expectedUpdatedAt: user.updatedAt });
    },
  },
  {
    name: 'user sign-in-link',
    parameters: 'EMAIL [--url URL]',
    does: 'prints a link that signs this person in, once, within 15 minutes; --url: where the server is reached',
    words: 1,
    options: { url: 'value' },
    run: async ({ words, flags }, { dependencies, print }) => {
      const origin = typeof flags.url === 'string' ? originOf(flags.url) : ownOrigin(dependencies.settings);
      print(signInLink(origin, await dependencies.oneTime.createLink(emailOf(words[0]))));
    },
  },
];

function nameOf({ firstName, lastName }: User): string {
  return `${firstName} ${lastName}`.trim() || '-';
}

function emailOf(text = ''): string {
  if (isEmailAddress(text)) return text;
  throw new UserError(400, `"${text}" is no e-mail address`);
}

async function existing(email: string | undefined, { users }: Dependencies): Promise<User> {
  const user = await users.findByEmail(emailOf(email));
  if (!user) throw new UserError(404, `There is no account with the e-mail address "${email}"`);
  return user;
}

function originOf(url: string): string {
  if (isWebUrl(url)) return new URL(url).origin;
  throw new UsageError(`--url must be an http or https URL, not "${url}"`);
}

function ownOrigin({ publicUrl, tls, port }: Settings): string {
  return publicUrl ?? `${tls ? 'https' : 'http'}://localhost:${port}`;
}
