import type { FastifyRequest } from 'fastify';
import { API_PATTERNS } from '../../../src/contract/paths.ts';
import type { Dependencies } from '../../dependencies.ts';
import { UserError } from '../../errors.ts';
import type { TypedApp } from '../../http/typedApp.ts';
import { isLoopbackAddress, isLoopbackHost } from '../../http/security/loopback.ts';
import { DEV_ADMIN, DEV_USER } from './devAccounts.ts';
import { signIn } from './signIn.ts';

const PROXY_HEADER = /^(forwarded|x-forwarded-.+)$/;
const ONLY_HERE =
  'The dev sign-in works only on the machine the server runs on (DEV_SIGN_IN_FROM_LAN=true opens it to the network)';

/** Not there at all in production: a request then meets the same 404 as any unknown path. */
export function registerDevSignIn(app: TypedApp, dependencies: Dependencies): void {
  if (dependencies.settings.production) return;
  // SPEC §7 has them as GETs; a HEAD, which changes nothing by its nature, must not open a session.
  const options = { config: { access: 'public' }, exposeHeadRoute: false } as const;

  app.get(API_PATTERNS.devUserSignIn, options, async (request) => {
    refuseFromElsewhere(request, dependencies);
    return signIn(await dependencies.users.findOrCreate(DEV_USER), dependencies);
  });

  app.get(API_PATTERNS.devAdminSignIn, options, async (request) => {
    refuseFromElsewhere(request, dependencies);
    const admin = await dependencies.users.findOrCreate(DEV_ADMIN);
    return signIn(await dependencies.users.grant(admin.id, ['admin']), dependencies);
  });
}

/** A tunnel or proxy on this machine connects from the loopback too, but announces itself or keeps its own host name. */
function refuseFromElsewhere(request: FastifyRequest, { settings }: Dependencies): void {
  if (settings.devSignInFromLan) return;
  const direct = !Object.keys(request.headers).some((name) => PROXY_HEADER.test(name));
  const local = isLoopbackAddress(request.raw.socket.remoteAddress) && isLoopbackHost(request.raw.headers.host);
  if (!direct || !local) throw new UserError(403, ONLY_HERE);
}
