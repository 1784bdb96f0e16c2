import { signInLink } from '#domain/access/links.ts';
import { type Command, UsageError } from '#server/core/commands/command.ts';
import type { Core } from '#server/core/core.ts';
import { UserError } from '#server/core/errors.ts';
import { isEmailAddress, isWebUrl } from '#server/core/settings/networks.ts';
import { codeToScan, ownLinkOrigin } from '#server/core/addresses/ownAddress.ts';
import type { OneTimeRepository } from './oneTimeRepository.ts';

/** The links of an open library that work once. */
type DoorOf = (core: Core) => { oneTime: OneTimeRepository };

export const signInCommands = (of: DoorOf): Command[] => [
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
        inLibrary: async ({ core, answer, hint }) => {
          const origin = given ?? ownLinkOrigin(core);
          const link = signInLink(origin, await of(core).oneTime.createLink(email));
          answer(link, { email, url: link });
          hint(`It works once, within 15 minutes.${codeToScan(link)}`);
          core.audit.record({ action: 'sign-in-link-made', by: 'commandLine', what: email });
        },
      };
    },
  },
];

function emailOf(text = ''): string {
  if (isEmailAddress(text)) return text;
  throw new UserError(400, `"${text}" is no e-mail address`);
}

function originOf(url: string): string {
  if (isWebUrl(url)) return new URL(url).origin;
  throw new UsageError(`--url must be an http or https URL, not "${url}"`);
}
