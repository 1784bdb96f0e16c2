import type { Command } from './command.ts';
import { UserError } from '../errors.ts';
import { inColumns } from './columns.ts';

const NAME_MAX_LENGTH = 100;

export const KEY_COMMANDS: Command[] = [
  {
    name: 'key create',
    parameters: 'NAME [--node]',
    does: 'prints a new key, once; --node: for a device, otherwise for a kiosk',
    words: 1,
    options: { node: 'flag' },
    run: async ({ words, flags }, { dependencies, print }) => {
      const name = keyName(words);
      print(await dependencies.keys.create(name, flags.node === true ? 'node' : 'kiosk'));
    },
  },
  {
    name: 'key list',
    parameters: '',
    does: 'lists the keys by name, revoked ones too',
    words: 0,
    run: async (_call, { dependencies, print }) => {
      const keys = await dependencies.keys.list();
      const rows = keys.map((key) => [key.name, key.use, day(key.createdAt), stateOf(key.revokedAt)]);
      for (const line of inColumns([['NAME', 'FOR', 'CREATED', 'STATE'], ...rows])) print(line);
    },
  },
  {
    name: 'key revoke',
    parameters: 'NAME',
    does: 'ends a key: from its next request, and on its open sockets',
    words: 1,
    run: async ({ words }, { dependencies }) => {
      const name = keyName(words);
      if (!(await dependencies.keys.revoke(name))) throw new UserError(404, `There is no active key named "${name}"`);
    },
  },
];

function keyName(words: string[]): string {
  const name = (words[0] ?? '').trim();
  if (name !== '' && name.length <= NAME_MAX_LENGTH && !/\p{Cc}/u.test(name)) return name;
  throw new UserError(400, `A key needs a name of 1 to ${NAME_MAX_LENGTH} characters`);
}

function stateOf(revokedAt: number | null): string {
  return revokedAt === null ? 'active' : `revoked ${day(revokedAt)}`;
}

function day(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
