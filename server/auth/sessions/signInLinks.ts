import { Type } from '@fastify/type-provider-typebox';
import { API_PATTERNS } from '../../../src/contract/paths.ts';
import type { Dependencies } from '../../dependencies.ts';
import { UserError } from '../../errors.ts';
import { SIGN_IN_LIMIT } from '../../http/security/rateLimits.ts';
import type { TypedApp } from '../../http/typedApp.ts';
import { TOO_MANY_GUESSES } from '../authorisation.ts';
import { signIn, signInRefused } from './signIn.ts';

const LINK_REFUSED = 'This sign-in link has been used already or is too old: please ask for a new one';
const linkPayload = Type.Object({ token: Type.String({ maxLength: 200 }) });

/** Spent by a POST, so by a person's click: a chat program that looks at the link for a preview spends nothing. */
export function registerSignInLinks(app: TypedApp, dependencies: Dependencies): void {
  const { oneTime, users, failedAttemptLimit } = dependencies;
  const options = { config: { access: 'public', ...SIGN_IN_LIMIT }, schema: { body: linkPayload } } as const;
  app.post(API_PATTERNS.signInLink, options, async (request, reply) => {
    const email = await oneTime.spendLink(request.body.token);
    if (email === undefined) {
      if (failedAttemptLimit.count(request.ip)) throw new UserError(429, TOO_MANY_GUESSES);
      return signInRefused(reply, LINK_REFUSED);
    }
    return signIn(await users.findOrCreate({ email }), dependencies);
  });
}
