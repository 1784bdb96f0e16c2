import { X509Certificate } from 'node:crypto';
import { UserError } from '#server/core/errors.ts';
import type { Core } from '#server/core/core.ts';
import type { AuthorityRepository } from './httpsRepository.ts';
import type { Command } from '#server/core/commands/command.ts';

const NONE = 'There is no authority yet: `HTTPS=home npm start` makes one';

const NO_AUTHORITY = 'there is no authority yet';

/** The authority of an open library. */
type DoorOf = (core: Core) => { authorities: AuthorityRepository };

export const httpsCommands = (of: DoorOf): Command[] => [
  {
    group: 'HTTPS',
    name: 'https certificate',
    does: "prints this house's certificate",
    words: 0,
    fails: NO_AUTHORITY,
    prepare: () => ({
      inLibrary: async ({ core, print }) => {
        print((await certificateOf(of(core))).toString().trimEnd());
      },
    }),
  },
  {
    group: 'HTTPS',
    name: 'https fingerprint',
    does: 'prints its fingerprint, to compare',
    words: 0,
    json: true,
    fails: NO_AUTHORITY,
    prepare: () => ({
      inLibrary: async ({ core, answer }) => {
        const { fingerprint256: fingerprint } = await certificateOf(of(core));
        answer(fingerprint, { fingerprint });
      },
    }),
  },
  {
    group: 'HTTPS',
    name: 'https new-authority',
    does: 'another one from the next start on',
    words: 0,
    json: true,
    fails: NO_AUTHORITY,
    prepare: () => ({
      inLibrary: async ({ core, answer, hint }) => {
        const { fingerprint256: removed } = await certificateOf(of(core));
        await of(core).authorities.remove();
        answer([], { removed });
        core.audit.record({ action: 'setting-changed', by: 'commandLine', what: 'HTTPS authority' });
        hint('The next start makes another authority: each device has to be told to trust it');
        hint(`Remove the old one from each device: its fingerprint is ${removed}`);
        hint('Backups made before still hold its key: delete those that others can get at');
      },
    }),
  },
];

async function certificateOf({ authorities }: ReturnType<DoorOf>): Promise<X509Certificate> {
  const authority = await authorities.load();
  if (!authority) throw new UserError(404, NONE);
  return new X509Certificate(authority.certificate);
}
