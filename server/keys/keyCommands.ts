import { isoTime } from '#domain/clock/isoTime.ts';
import { kioskLink } from '#domain/access/kioskAddress.ts';
import { UserError } from '#server/core/errors.ts';
import { plainText } from '#server/core/http/responses.ts';
import { type Command, listCommand } from '#server/core/commands/command.ts';
import type { Core } from '#server/core/core.ts';
import { codeToScan, ownLinkOrigin, ownOrigin } from '#server/core/addresses/ownAddress.ts';
import type { KeyRepository } from './keyRepository.ts';

const NAME_MAX_LENGTH = 100;

/** The keys of an open library. */
type DoorOf = (core: Core) => { keys: KeyRepository };

export const keyCommands = (of: DoorOf): Command[] => [createKey(of), listKeys(of), revokeKey(of)];

const createKey = (of: DoorOf): Command => ({
  group: 'Keys',
  name: 'key create',
  parameters: 'NAME',
  does: 'prints a new key, once',
  words: 1,
  options: { node: { does: 'for a device; without it, for a tablet' } },
  json: true,
  fails: 'there is an active key of this name',
  prepare: ({ words, flags }) => {
    const name = keyNameFrom(words);
    const use = flags.node === true ? 'node' : 'kiosk';
    return {
      inLibrary: async ({ core, answer, hint }) => {
        const key = await of(core).keys.create(name, use);
        const direct = ownOrigin(core);
        const origins = { direct, link: ownLinkOrigin(core) };
        const address = use === 'kiosk' ? kioskLink(origins, key) : direct;
        answer(key, { name, for: use, key, address });
        if (use === 'node') hint(`The device connects to ${address}`);
        else hint(`On the tablet: ${address}${codeToScan(address)}`);
        core.audit.record({ action: 'key-made', by: 'commandLine', what: name });
      },
    };
  },
});

const listKeys = (of: DoorOf): Command =>
  listCommand({
    group: 'Keys',
    name: 'key list',
    does: 'lists the keys, revoked ones too',
    header: ['NAME', 'FOR', 'CREATED', 'STATE'],
    rows: async (core) => {
      const all = await of(core).keys.list();
      return all.map((key) => [key.name, key.use, dayOf(key.createdAt), stateOf(key.revokedAt)]);
    },
    records: async (core) =>
      (await of(core).keys.list()).map(({ name, use, createdAt, revokedAt }) => ({
        name,
        for: use,
        createdAt: isoTime(createdAt),
        revokedAt: isoTime(revokedAt),
      })),
  });

const revokeKey = (of: DoorOf): Command => ({
  group: 'Keys',
  name: 'key revoke',
  parameters: 'NAME',
  does: 'ends a key at once',
  words: 1,
  json: true,
  fails: 'there is no active key of this name',
  prepare: ({ words }) => {
    const name = keyNameFrom(words);
    return {
      inLibrary: async ({ core, answer, hint }) => {
        if (!(await of(core).keys.revoke(name))) throw new UserError(404, `There is no active key named "${name}"`);
        core.audit.record({ action: 'key-revoked', by: 'commandLine', what: name });
        answer([], { name, revoked: true });
        hint(`The key "${name}" opens nothing any more`);
      },
    };
  },
});

function keyNameFrom([word = '']: string[]): string {
  const name = word.trim();
  if (name !== '' && name.length <= NAME_MAX_LENGTH) return plainText(name);
  throw new UserError(400, `A key needs a name of 1 to ${NAME_MAX_LENGTH} characters`);
}

function stateOf(revokedAt: number | null): string {
  return revokedAt === null ? 'active' : `revoked ${dayOf(revokedAt)}`;
}

function dayOf(milliseconds: number): string {
  return isoTime(milliseconds).slice(0, 10);
}
