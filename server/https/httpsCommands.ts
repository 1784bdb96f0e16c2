import { X509Certificate } from 'node:crypto';
import { UserError } from '#server/core/errors.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Command } from '#server/cli/command.ts';

const NONE = 'There is no authority yet: `HTTPS=home npm start` makes one';

const NO_AUTHORITY = 'there is no authority yet';

export const HTTPS_COMMANDS: Command[] = [
  {
    group: 'HTTPS',
    name: 'https certificate',
    does: "prints this house's certificate",
    words: 0,
    fails: NO_AUTHORITY,
    prepare: () => ({
      inLibrary: async ({ dependencies, print }) => {
        print((await certificateOf(dependencies)).toString().trimEnd());
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
      inLibrary: async ({ dependencies, answer }) => {
        const { fingerprint256: fingerprint } = await certificateOf(dependencies);
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
      inLibrary: async ({ dependencies, answer, hint }) => {
        const { fingerprint256: removed } = await certificateOf(dependencies);
        await dependencies.authorities.remove();
        answer([], { removed });
        dependencies.audit.record({ action: 'setting-changed', by: 'commandLine', what: 'HTTPS authority' });
        hint('The next start makes another authority: each device has to be told to trust it');
        hint(`Remove the old one from each device: its fingerprint is ${removed}`);
        hint('Backups made before still hold its key: delete those that others can get at');
      },
    }),
  },
];

async function certificateOf({ authorities }: Pick<Dependencies, 'authorities'>): Promise<X509Certificate> {
  const authority = await authorities.load();
  if (!authority) throw new UserError(404, NONE);
  return new X509Certificate(authority.certificate);
}
