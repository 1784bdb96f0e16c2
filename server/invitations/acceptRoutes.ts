import { isoTime } from '#domain/clock/isoTime.ts';
import type { FastifyRequest } from 'fastify';
import { AuthResponse } from '#contract/users/schemas.ts';
import { Acceptance, type InvitationState, InvitationToken, OpenedInvitation } from '#contract/invitations/schemas.ts';
import { INVITATION_PATTERNS } from '#contract/signIn/signIn.ts';
import { addressWithoutMail } from '#domain/users/withoutMail.ts';
import { UserError } from '#server/core/errors.ts';
import { SIGN_IN_LIMIT, type FailedAttemptLimit } from '#server/core/access/failedAttemptLimit.ts';
import { errorWhen, json } from '#server/core/http/responses.ts';
import type { TypedApp } from '#server/core/http/typedApp.ts';
import { namesFrom } from '#server/users/personFields.ts';
import type { User } from '#server/users/userQueries.ts';
import type { UserRepository } from '#server/users/userRepository.ts';
import { TOO_MANY_ATTEMPTS } from '#server/core/access/authorisation.ts';
import { signIn, type SignInServices } from '#server/signIn/signIn.ts';
import type { InvitationRepository, StoredInvitation } from './invitationRepository.ts';

export interface AcceptServices extends SignInServices {
  invitations: Pick<InvitationRepository, 'ofToken' | 'accept'>;
  users: SignInServices['users'] & Pick<UserRepository, 'namesIn'>;
  failedAttemptLimit: FailedAttemptLimit;
}

const config = { access: 'public', ...SIGN_IN_LIMIT } as const;

const UNKNOWN = 'This invitation is not known here: perhaps a part of the link is missing. Please ask for a new one';
const ENDED: Record<Exclude<InvitationState, 'open'>, string> = {
  used: 'This invitation has been used already. If that was you, please ask for a sign-in link',
  over: 'This invitation has expired: please ask for a new one',
  'taken-back': 'This invitation was taken back: please ask the person who sent it',
};
const ADDRESS_TAKEN = 'There is an account with your e-mail address already: please ask for a sign-in link';

const tags = ['Links'];
const gone = {
  404: errorWhen('There is no such invitation'),
  410: errorWhen('It was used, is over, or was taken back'),
  429: errorWhen('Too many attempts'),
};
const openSchema = {
  tags,
  summary: 'What an invitation offers',
  description: 'The token is what follows `#invitation=` in the link. Nothing is used up.',
  body: InvitationToken,
  response: { 200: json('The invitation', OpenedInvitation), ...gone },
};
const acceptSchema = {
  tags,
  summary: 'Accept an invitation',
  description: 'Makes the account and signs in to it; works once.',
  body: Acceptance,
  response: {
    200: json('Signed in', AuthResponse),
    ...gone,
    409: errorWhen('The e-mail address has an account by now'),
  },
};

/** The calls of an invited person. Neither is a GET, so that a chat's preview of the link changes nothing. */
export function registerAcceptRoutes(app: TypedApp, services: AcceptServices): void {
  app.post(INVITATION_PATTERNS.opened, { config, schema: openSchema }, async (request) => {
    const opened = await openInvitation(request.body.token, { request, services });
    const { name, invitedBy, permissions, albumIds, expiresAt } = opened;
    const albums = await services.users.namesIn(albumIds);
    return { name, invitedBy, permissions, ...(albums && { albums }), until: isoTime(expiresAt) };
  });

  app.post(INVITATION_PATTERNS.accepted, { config, schema: acceptSchema }, async (request) => {
    const names = namesFrom(request.body.name);
    await openInvitation(request.body.token, { request, services });
    const user = await services.invitations.accept(request.body.token, (invitation, users) =>
      accountFor(invitation, names, users),
    );
    if (!user) {
      // The invitation has ended since the check above: checking it again throws the reason.
      await openInvitation(request.body.token, { request, services });
      throw new UserError(410, ENDED.used);
    }
    services.audit.record({ action: 'invitation-used', by: { userId: user.id }, address: request.ip });
    return signIn(user, request, services);
  });
}

interface Asking {
  request: FastifyRequest;
  services: AcceptServices;
}

async function openInvitation(secret: string, { request, services }: Asking): Promise<StoredInvitation> {
  const found = await services.invitations.ofToken(secret);
  if (!found) {
    if (services.failedAttemptLimit.count(request.ip)) throw new UserError(429, TOO_MANY_ATTEMPTS);
    throw new UserError(404, UNKNOWN);
  }
  if (found.state !== 'open') throw new UserError(410, ENDED[found.state]);
  return found;
}

/**
 * Makes the new account. Its e-mail address is the one that the admin gave, never one from the guest: an address may
 * stand in ADMIN_EMAILS, or be another person's at Apple.
 */
async function accountFor(
  { id, email, permissions, albumIds }: StoredInvitation,
  names: ReturnType<typeof namesFrom>,
  users: Pick<UserRepository, 'create' | 'findByEmail'>,
): Promise<User> {
  if (email !== null && (await users.findByEmail(email))) throw new UserError(409, ADDRESS_TAKEN);
  return users.create({ email: email ?? addressWithoutMail(id), ...names, permissions, albumIds });
}
