import { X509Certificate } from 'node:crypto';
import { UserError } from '../errors.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Command } from './command.ts';

const NONE = 'There is no authority yet: `HTTPS=home npm start` makes one';

export const HTTPS_COMMANDS: Command[] = [
  {
    name: 'https certificate',
    parameters: '',
    does: "prints the certificate of this house's authority (HTTPS=home), for programs that connect",
    words: 0,
    run: async (_call, { dependencies, print }) => {
      print((await certificateOf(dependencies)).toString().trimEnd());
    },
  },
  {
    name: 'https fingerprint',
    parameters: '',
    does: 'prints its fingerprint, to compare with what a device shows',
    words: 0,
    run: async (_call, { dependencies, print }) => {
      print((await certificateOf(dependencies)).fingerprint256);
    },
  },
  {
    name: 'https new-authority',
    parameters: '',
    does: 'makes the next start begin with another authority; each device has to be told to trust it',
    words: 0,
    run: async (_call, { dependencies }) => {
      await certificateOf(dependencies);
      await dependencies.authorities.remove();
      dependencies.audit.record({ action: 'setting-changed', by: 'commandLine', what: 'HTTPS authority' });
    },
  },
];

async function certificateOf({ authorities }: Pick<Dependencies, 'authorities'>): Promise<X509Certificate> {
  const authority = await authorities.load();
  if (!authority) throw new UserError(404, NONE);
  return new X509Certificate(authority.certificate);
}
