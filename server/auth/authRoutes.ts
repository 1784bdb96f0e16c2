import type { KeyCheckResponse } from '../../src/contract/calls.ts';
import { API_PATTERNS } from '../../src/contract/paths.ts';
import type { Dependencies } from '../dependencies.ts';
import { CredentialRefused, UserError } from '../errors.ts';
import { emptyBrowserCache } from '../http/lifecycle/errorResponses.ts';
import { pathParams, type TypedApp } from '../http/typedApp.ts';
import { principalOf, SIGNED_IN } from './access.ts';
import { KEY_REFUSED, TOO_MANY_GUESSES } from './authorisation.ts';
import { registerAppleSignIn } from './apple/appleSignIn.ts';
import { registerDevSignIn } from './sessions/devSignIn.ts';
import { registerSignInLinks } from './sessions/signInLinks.ts';

const keyParameters = pathParams(API_PATTERNS.checkApiKey);

export function registerAuthRoutes(app: TypedApp, dependencies: Dependencies): void {
  registerKeyCheck(app, dependencies);
  registerAppleSignIn(app, dependencies);
  registerDevSignIn(app, dependencies);
  registerSignInLinks(app, dependencies);
  registerSignOut(app, dependencies);
}

function registerKeyCheck(app: TypedApp, { credentials, failedAttemptLimit }: Dependencies): void {
  const options = { config: { access: 'public' }, schema: { params: keyParameters } } as const;
  app.get(API_PATTERNS.checkApiKey, options, async (request, reply) => {
    const principal = await credentials.ofKey(request.params.key);
    if (principal?.use === 'kiosk') return { valid: true } satisfies KeyCheckResponse;
    // A device's key is good, only not for this: nobody guessed.
    if (!principal && failedAttemptLimit.count(request.ip)) throw new UserError(429, TOO_MANY_GUESSES);
    const refusal: KeyCheckResponse = { valid: false, ...new CredentialRefused(KEY_REFUSED).answer() };
    emptyBrowserCache(reply);
    return reply.status(401).send(refusal);
  });
}

function registerSignOut(app: TypedApp, { sessions, credentialChanges }: Dependencies): void {
  app.post(API_PATTERNS.signOut, { config: { access: SIGNED_IN } }, async (request, reply) => {
    const principal = principalOf(request);
    if (principal.kind === 'user') await sessions.close(principal.sessionId);
    credentialChanges.announce();
    return reply.status(204).send();
  });
}
