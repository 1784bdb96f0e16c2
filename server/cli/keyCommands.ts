import { kioskAddressWith } from '../../src/domain/access/kioskAddress.ts';
import { UserError } from '../errors.ts';
import { type Command, isoOrNull, listCommand } from './command.ts';
import { codeToScan } from './codeToScan.ts';
import { ownOrigin } from './ownOrigin.ts';

const NAME_MAX_LENGTH = 100;

export const KEY_COMMANDS: Command[] = [
  {
    name: 'key create',
    parameters: 'NAME [--node]',
    does: 'prints a new key, once; --node: for a device, otherwise for a kiosk',
    words: 1,
    options: { node: 'flag' },
    run: async ({ words, flags }, { dependencies, print, hint }) => {
      const name = keyNameFrom(words);
      const use = flags.node === true ? 'node' : 'kiosk';
      const key = await dependencies.keys.create(name, use);
      print(key);
      const origin = ownOrigin(dependencies);
      if (use === 'node') hint(`The device connects to ${origin}`);
      else hint(`On the tablet: ${origin}${kioskAddressWith(key)}${codeToScan(origin + kioskAddressWith(key))}`);
      dependencies.audit.record({ action: 'key-made', by: 'commandLine', what: name });
    },
  },
  listCommand({
    name: 'key list',
    does: 'lists the keys by name, revoked ones too',
    header: ['NAME', 'FOR', 'CREATED', 'STATE'],
    rows: async ({ keys }) => {
      const all = await keys.list();
      return all.map((key) => [key.name, key.use, dayOf(key.createdAt), stateOf(key.revokedAt)]);
    },
    records: async ({ keys }) =>
      (await keys.list()).map(({ name, use, createdAt, revokedAt }) => ({
        name,
        for: use,
        createdAt: isoOrNull(createdAt),
        revokedAt: isoOrNull(revokedAt),
      })),
  }),
  {
    name: 'key revoke',
    parameters: 'NAME',
    does: 'ends a key: from its next request, and on its open sockets',
    words: 1,
    run: async ({ words }, { dependencies: { keys, audit } }) => {
      const name = keyNameFrom(words);
      if (!(await keys.revoke(name))) throw new UserError(404, `There is no active key named "${name}"`);
      audit.record({ action: 'key-revoked', by: 'commandLine', what: name });
    },
  },
];

function keyNameFrom([word = '']: string[]): string {
  const name = word.trim();
  if (name !== '' && name.length <= NAME_MAX_LENGTH && !/\p{Cc}/u.test(name)) return name;
  throw new UserError(400, `A key needs a name of 1 to ${NAME_MAX_LENGTH} characters`);
}

function stateOf(revokedAt: number | null): string {
  return revokedAt === null ? 'active' : `revoked ${dayOf(revokedAt)}`;
}

function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
