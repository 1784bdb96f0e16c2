import type { FastifyRequest } from 'fastify';
import { PERMISSIONS } from '#contract/permissions.ts';
import { SIGN_IN_PATTERNS } from '#contract/signIn/signIn.ts';
import { AuthResponse } from '#contract/users/schemas.ts';
import { FirstAdmin, SetUpToken } from '#contract/signIn/schemas.ts';
import { UserError } from '#server/core/errors.ts';
import { SIGN_IN_LIMIT, type FailedAttemptLimit } from '#server/core/access/failedAttemptLimit.ts';
import { done, errorWhen, json } from '#server/core/http/responses.ts';
import type { TypedApp } from '#server/core/http/typedApp.ts';
import { namesFrom } from '#server/users/personFields.ts';
import type { User } from '#server/users/userQueries.ts';
import type { UserRepository } from '#server/users/userRepository.ts';
import { TOO_MANY_ATTEMPTS } from '#server/core/access/authorisation.ts';
import { signIn, type SignInServices } from '#server/signIn/signIn.ts';
import type { SetUpLinkRepository } from './setUpLinkRepository.ts';

interface SetUpServices extends SignInServices {
  setUpLinks: Pick<SetUpLinkRepository, 'stateOf' | 'spend'>;
  users: SignInServices['users'] & Pick<UserRepository, 'hasAdmin'>;
  failedAttemptLimit: FailedAttemptLimit;
}

const USED = 'This set-up link has been used already: please sign in, or ask whoever used it for a sign-in link';
const HAS_ADMIN = 'This server has an owner already: please sign in, or ask the owner for a sign-in link';
const WRONG =
  'This is not the set-up link that the server printed last: please look where it was started. Each start makes a new one';

const tags = ['Passkeys and set-up'];
const errors = {
  404: errorWhen('It is not the link of the last start, or it is used: 410'),
  409: errorWhen('There is an admin already'),
  429: errorWhen('Too many attempts'),
};
const stateSchema = {
  tags,
  summary: 'Whether a set-up link can be used',
  body: SetUpToken,
  response: { 204: done(), ...errors },
};
const schema = {
  tags,
  summary: 'Become the first admin',
  description: 'The token is what follows `#set-up=` in the link that the start of a new server prints.',
  body: FirstAdmin,
  response: { 200: json('Signed in', AuthResponse), ...errors },
};
const config = { access: 'public', ...SIGN_IN_LIMIT } as const;

/** Lets the first admin of a new installation in, once, by the link that the server printed at its start. */
export function registerSetUp(app: TypedApp, services: SetUpServices): void {
  app.post(SIGN_IN_PATTERNS.setUpState, { config, schema: stateSchema }, async (request, reply) => {
    await checkLink(request.body.token, { request, services });
    return reply.status(204).send();
  });

  app.post(SIGN_IN_PATTERNS.setUp, { config, schema }, async (request) => {
    const names = namesFrom(request.body.name);
    await checkLink(request.body.token, { request, services });
    const owner = await services.setUpLinks.spend(request.body.token, (users) => makeOwner(names, users));
    if (!owner) throw new UserError(410, USED);
    services.audit.record({ action: 'set-up', by: { userId: owner.id }, address: request.ip });
    return signIn(owner, request, services);
  });
}

interface Asking {
  request: FastifyRequest;
  services: SetUpServices;
}

async function checkLink(secret: string, { request, services }: Asking): Promise<void> {
  const { setUpLinks, users, failedAttemptLimit } = services;
  const state = await setUpLinks.stateOf(secret);
  if (state === 'wrong') {
    if (failedAttemptLimit.count(request.ip)) throw new UserError(429, TOO_MANY_ATTEMPTS);
    throw new UserError(404, WRONG);
  }
  if (state === 'used') throw new UserError(410, USED);
  if (await users.hasAdmin()) throw new UserError(409, HAS_ADMIN);
}

async function makeOwner(names: ReturnType<typeof namesFrom>, users: UserRepository): Promise<User> {
  if (await users.hasAdmin()) throw new UserError(409, HAS_ADMIN);
  return users.create({ email: await freeAddress(users), ...names, permissions: PERMISSIONS });
}

/** Accounts are identified by their addresses. This one is short to type on the command line, and receives no mail. */
async function freeAddress(users: Pick<UserRepository, 'findByEmail'>): Promise<string> {
  for (let number = 1; ; number += 1) {
    const address = number === 1 ? 'owner@localhost' : `owner-${number}@localhost`;
    if (!(await users.findByEmail(address))) return address;
  }
}
