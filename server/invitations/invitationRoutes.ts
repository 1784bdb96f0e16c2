import { isoTime } from '#domain/clock/isoTime.ts';
import { Type } from 'typebox';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { Invitation, InvitationWithLink, NewInvitation } from '#contract/invitations/schemas.ts';
import { EXAMPLES } from '#contract/schemas.ts';
import { invitationLink } from '#domain/access/links.ts';
import { invitationEnd } from '#domain/invitations/invitationTerms.ts';
import { askedBy, type AuditLog } from '#server/core/audit/auditLog.ts';
import { UserError } from '#server/core/errors.ts';
import { ADMINS, personOf } from '#server/core/access/access.ts';
import { type LinkSources, linkOrigin } from '#server/core/http/security/origins.ts';
import { done, errorWhen, json } from '#server/core/http/responses.ts';
import { pathParams, type TypedApp } from '#server/core/http/typedApp.ts';
import { permissionsInOrder, checkedEmail, checkedPersonName } from '#server/users/personFields.ts';
import type { UserRepository } from '#server/users/userRepository.ts';
import { type AcceptServices, registerAcceptRoutes } from './acceptRoutes.ts';
import type { InvitationRepository, StoredInvitation } from './invitationRepository.ts';

interface InvitationServices extends LinkSources {
  now: () => number;
  invitations: Pick<InvitationRepository, 'create' | 'list' | 'find' | 'takeBack'>;
  users: Pick<UserRepository, 'findByEmail'>;
  audit: Pick<AuditLog, 'record'>;
}

const tags = ['Links'];
const listSchema = {
  tags,
  summary: 'All invitations',
  response: { 200: json('The newest first', Type.Array(Invitation)) },
};
const newSchema = {
  tags,
  summary: 'Invite somebody',
  body: NewInvitation,
  response: {
    201: json('The invitation, with its link', InvitationWithLink),
    409: errorWhen('There is an account with this e-mail address already'),
  },
};
const takeBackSchema = {
  tags,
  summary: 'Take an invitation back',
  params: pathParams(ADMIN_PATTERNS.invitation, { id: EXAMPLES.invitationId }),
  response: { 204: done(), 404: errorWhen('There is no such invitation'), 409: errorWhen('It is not open any more') },
};
const config = { access: ADMINS };
const NO_INVITATION = 'There is no such invitation (any more)';
const NOT_OPEN = 'This invitation is not open any more';

/** Registers the calls for invitations that admins make, and those of invited people. */
export function registerInvitationRoutes(app: TypedApp, services: InvitationServices & AcceptServices): void {
  registerMadeInvitations(app, services);
  registerAcceptRoutes(app, services);
}

function registerMadeInvitations(app: TypedApp, services: InvitationServices): void {
  const { invitations, users, audit, now } = services;
  app.get(ADMIN_PATTERNS.invitations, { config, schema: listSchema }, async () => {
    return (await invitations.list()).map(invitationRecord);
  });

  app.post(ADMIN_PATTERNS.invitations, { config, schema: newSchema }, async (request, reply) => {
    const { permissions, term } = request.body;
    const name = checkedPersonName(request.body.name);
    const email = checkedEmail(request.body.email);
    if (email !== null && (await users.findByEmail(email))) {
      throw new UserError(409, `There is an account with the e-mail address "${email}" already: make a sign-in link`);
    }
    const fields = { name, email, permissions: permissionsInOrder(permissions), expiresAt: invitationEnd(term, now()) };
    const { id, token } = await invitations.create({ ...fields, by: personOf(request).userId });
    audit.record({ action: 'invitation-made', ...askedBy(request), what: wordsFor(fields) });
    const url = invitationLink(linkOrigin(request, services), token);
    const response: InvitationWithLink = { ...invitationRecord(await existing(id, invitations)), url };
    return reply.status(201).send(response);
  });

  app.delete(ADMIN_PATTERNS.invitation, { config, schema: takeBackSchema }, async (request, reply) => {
    const { name, email, permissions } = await existing(request.params.id, invitations);
    if (!(await invitations.takeBack(request.params.id))) throw new UserError(409, NOT_OPEN);
    const what = wordsFor({ name, email, permissions });
    audit.record({ action: 'invitation-taken-back', ...askedBy(request), what });
    return reply.status(204).send();
  });
}

async function existing(id: string, invitations: Pick<InvitationRepository, 'find'>): Promise<StoredInvitation> {
  const found = await invitations.find(id);
  if (!found) throw new UserError(404, NO_INVITATION);
  return found;
}

function wordsFor({ name, email, permissions }: Pick<StoredInvitation, 'name' | 'email' | 'permissions'>): string {
  const person = email === null ? `“${name}”` : `“${name}” (${email})`;
  return `${person} with ${permissions.join(', ') || 'no permission'}`;
}

function invitationRecord(invitation: StoredInvitation): Invitation {
  const { id, name, email, permissions, invitedBy, state, usedAt, usedBy } = invitation;
  return {
    id,
    name,
    ...(email !== null && { email }),
    permissions,
    invitedBy,
    createdAt: isoTime(invitation.createdAt),
    until: isoTime(invitation.expiresAt),
    state,
    ...(usedBy !== null && { usedBy }),
    ...(usedAt !== null && { usedAt: isoTime(usedAt) }),
  };
}
